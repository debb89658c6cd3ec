// Opens a window as soon as its button is pressed, with its title; the content comes with the server's answer. If the
// answer comes at once, the window opens complete. If it opens no window, this one closes again.
import { find, show } from "./parts.js";
import { say } from "./words.js";

const PAUSE = 80; // milliseconds; a fast answer is there by then, and a person notices no such delay
const LONGEST = 1500; // news may come before the answer, but not for so long

let timer = 0, limit = 0, pressedAt = 0;
let isPending = false, isShown = false, isUnwanted = false; // waits for its content; with its title; closed meanwhile

// The player has pressed this button, and the server knows.
export function openSoon(button) {
  if (!button.matches("[aria-haspopup=dialog]")) return;
  end();
  isUnwanted = false;
  isPending = true;
  pressedAt = Date.now();
  const title = button.dataset.title ?? labelOf(button);
  timer = setTimeout(() => open(title), PAUSE);
}

function labelOf(button) {
  const label = button.cloneNode(true);
  for (const beside of label.querySelectorAll("b, kbd")) beside.remove(); // a detail, and the letter that does the same
  return label.textContent.trim();
}

function open(title) {
  const dialog = find("window"), window_ = document.createElement("div");
  window_.className = "window opening";
  window_.innerHTML = `<div class="head"><h2 id="window-title" tabindex="-1"></h2>
    <button type="button" data-press="close" data-value="" class="close">✕</button></div>`;
  window_.querySelector("button").setAttribute("aria-label", say("script.close"));
  window_.querySelector("h2").textContent = title;
  show(dialog, window_.outerHTML);
  if (!dialog.open) dialog.showModal();
  find("window-title").focus();
  isShown = true;
}

// Wait no longer. Returns whether the window has shown only its title.
export function end() {
  const wasShown = isShown;
  clearTimeout(timer);
  clearTimeout(limit);
  isPending = isShown = false;
  return wasShown;
}

// The player has closed it before its content came.
export function abandon() {
  isUnwanted = isPending;
  end();
}

// Whether the content that has come is of a window that the player has closed already.
export function isAbandoned() {
  const was = isUnwanted;
  isUnwanted = false;
  return was;
}

// The server has sent something without a window: if its answer does not come soon, this was it.
export function doubt(close) {
  if (!isPending) return;
  clearTimeout(limit);
  limit = setTimeout(() => end() && close(), Math.max(0, pressedAt + LONGEST - Date.now()));
}
