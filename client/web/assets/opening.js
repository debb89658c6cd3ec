// Opens a window as soon as its button is pressed, with its title; the content comes with the server's answer. If the
// answer comes at once, the window opens complete. If it opens no window, this one closes again.

const PAUSE = 80; // milliseconds; a fast answer is there by then, and a person notices no such delay
const LONGEST = 1500; // news may come before the answer, but not for so long

let openingTimer = 0, openingLimit = 0, openingAt = 0, openingTitle = "";
let isPending = false, isTitleShown = false, isUnwanted = false; // waits for its content; with its title; closed meanwhile
let abandoned = ""; // the window that the player has closed, until the server has closed it, too
let awaited = ""; // the window that was asked for before that; "" if there is none, or its button does not name it

// The player has pressed this button, and the server knows.
function openSoon(button) {
  if (!button.matches("[aria-haspopup=dialog]")) return;
  endOpening();
  const { press, value } = button.dataset;
  awaited = press === "show" && (isUnwanted || abandoned) ? `window window-${value}` : "";
  forgetClosed();
  isPending = true;
  openingAt = Date.now();
  openingTitle = button.dataset.title ?? labelOf(button);
  openingTimer = setTimeout(openTitle, PAUSE);
}

function forgetClosed() {
  isUnwanted = false;
  abandoned = "";
}

function labelOf(button) {
  const label = button.cloneNode(true);
  for (const beside of label.querySelectorAll("b, kbd")) beside.remove(); // a detail, and the letter that does the same
  return label.textContent.trim();
}

function openTitle() {
  const dialog = find("window"), window_ = document.createElement("div");
  window_.className = "window opening";
  window_.innerHTML = `<div class="head"><h2 id="window-title" tabindex="-1"></h2>
    <button type="button" data-press="close" data-value="" class="close">✕</button></div>`;
  window_.querySelector("button").setAttribute("aria-label", say("script.close"));
  window_.querySelector("h2").textContent = openingTitle;
  show(dialog, window_.outerHTML);
  openDialog(dialog);
  nameWindow(openingTitle);
  find("window-title").focus();
  isTitleShown = true;
}

// Wait no longer. Returns whether the window has shown only its title.
function endOpening() {
  const wasShown = isTitleShown;
  clearTimeout(openingTimer);
  clearTimeout(openingLimit);
  isPending = isTitleShown = false;
  return wasShown;
}

// The player has closed the window, perhaps before its content came.
function abandonOpening() {
  isUnwanted = isPending;
  if (!isPending && find("window").open) abandoned = shownWindow;
  endOpening();
}

// Whether the window of this class, "" for none, is one that the player has closed already. Its content may come more
// than once: a play of somebody else changes it before the server knows that it is closed.
function isAbandoned(name) {
  if (isUnwanted && name) [abandoned, isUnwanted] = [name, false];
  if (name !== abandoned) abandoned = "";
  return !!name && name === abandoned;
}

// Whether what the server has sent, of the window of this class, "" for none, was sent before it knew what is asked for
// now: the content of a window that was closed before that, or that it is closed. Then the title stays.
function isOlder(name) {
  if (!isPending || !awaited) return false;
  const isAnswer = name === awaited;
  if (isAnswer || !name) awaited = "";
  if (!isAnswer && isTitleShown) openTitle();
  return !isAnswer;
}

// The server has sent something without a window: if its answer does not come soon, this was it.
function doubtOpening(close) {
  if (!isPending) return;
  clearTimeout(openingLimit);
  openingLimit = setTimeout(() => endOpening() && close(), Math.max(0, openingAt + LONGEST - Date.now()));
}
