// Opens a window as soon as its button is pressed, with its title; the content comes with the server's answer. If the
// answer comes at once, the window opens complete. If it opens no window, this one closes again.

const PAUSE = 80; // milliseconds; a fast answer is there by then, and a person notices no such delay
const LONGEST = 1500; // what a window shows may have to come from the host, but takes no longer

let openingTimer = 0, openingLimit = 0, openingAt = 0, openingTitle = "";
let isPending = false, isTitleShown = false; // waits for its content; with its title
let decided = 0; // the message with which the player last opened or closed a window, until the server has taken it

// The player has pressed this button, and the server knows.
function openSoon(button) {
  if (!button.matches("[aria-haspopup=dialog]")) return;
  endOpening();
  decided = asked;
  isPending = true;
  openingAt = Date.now();
  openingTitle = button.dataset.title ?? labelOf(button);
  openingTimer = setTimeout(openTitle, PAUSE);
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

// Bring the window up to date. Until the server has taken what the player last did with windows, what it sends is older:
// it opens nothing that was closed, and takes the place of nothing that was asked for. `isNew`: it has just come.
function settleWindow(isNew) {
  if (taken < decided) return void (isNew && isTitleShown && openTitle());
  if (!isNew && (!decided || heldParts?.has("window"))) return;
  const html = htmlOf("window"), dialog = find("window");
  decided = 0;
  if (!isNew && !html) return doubtOpening();
  if (!isNew) show(dialog, html);
  openWindow(dialog, find("window-title"));
}

// The server has answered without a window: if none comes soon, this was it.
function doubtOpening() {
  if (!isPending) return;
  clearTimeout(openingLimit);
  openingLimit = setTimeout(() => endOpening() && closeWindow(), Math.max(0, openingAt + LONGEST - Date.now()));
}
