// The panel beside the game, where the style sheet shows one: which sheet is open in it, the list of sentences, and the
// field for chat.

const OPEN = "fives.side"; // stored: the sheet that was open last
const NO_PANEL = "no";
const isShown = (element) => element.getClientRects().length > 0;

let told = NO_PANEL; // the last that the server has been told, or has told us
let before = null; // what had the focus before a sheet got it

const hasPanel = () => isShown(find("sheet"));

// The field where chat is typed: in the panel or in a window.
const chatField = () => [...document.querySelectorAll("form[data-press=chat] input")].findLast(isShown);

// Whether this button is for the chat, and the panel has its field.
const isForChat = (button) => hasPanel() && button?.matches("[data-press=show][data-value=chat]") && chatField();

// A new connection: the server knows nothing of a panel.
function startSide() {
  told = NO_PANEL;
}

// What to tell the server: the sheet that is open, or that there is no panel; null if it knows.
function newsOfSide() {
  const now = hasPanel() ? recall(OPEN) ?? "" : NO_PANEL;
  if (now === told) return null;
  return (told = now);
}

// The server has sent the panel. A sheet that a key or the menu has opened gets the focus, and returns it.
function followSide() {
  if (!find("sheet").firstElementChild) return;
  const sheet = find("sheet").querySelector("[data-sheet]"), now = sheet?.dataset.sheet ?? "";
  if (now && now !== told && !find("side").contains(document.activeElement)) {
    before = document.activeElement;
    const title = sheet.querySelector("h2");
    title.focus({ preventScroll: true });
    readOut([title.textContent, say("script.escape_closes")]); // and leads back to the hand, where a screen reader leaves keys to the page
  } else if (told && !now && document.activeElement === document.body) {
    if (before?.isConnected) before.focus();
    else focusOn(find("sheet"));
  }
  told = now;
  if (now !== recall(OPEN)) keep(OPEN, now);
}

// Escape leaves the panel: it closes an open sheet that has the focus, and goes from the field for chat to the hand.
function leaveSide(target) {
  if (target.closest("#talk")) return focusOn(find("hand")), true;
  const opener = target.closest("#sheet") && find("sheet").querySelector("[aria-expanded=true]");
  opener?.click();
  return Boolean(opener);
}

// The list stays at its newest sentence when its room changes, unless the player has scrolled back. Of a sentence that
// needs more room than the list has, the beginning is shown.
let isAtNewest = true;
function scrollToNewest() {
  const list = find("said");
  list.scrollTop = list.scrollHeight;
  list.scrollTop -= hiddenOfNewest(list);
  leaveOutCut();
}

// How much of the newest sentence, in pixels, has no room in the list.
const hiddenOfNewest = (list) => Math.max(0, (list.lastElementChild?.offsetHeight ?? 0) - list.clientHeight);

// Whether the newest sentence is in sight, or its beginning if it is too long for the list.
function hasNewest(list) {
  return list.scrollHeight - list.scrollTop - list.clientHeight < 40 + hiddenOfNewest(list);
}

// At its newest sentence, the list begins with a whole one: one of which only the end would be there is not shown.
function leaveOutCut() {
  const list = find("said"), { top } = list.getBoundingClientRect();
  for (const line of list.querySelectorAll(".cut")) line.classList.remove("cut");
  if (!isAtNewest) return;
  let line = list.lastElementChild;
  while (line && line.getBoundingClientRect().top > top - 2) line = line.previousElementSibling;
  if (line && line !== list.lastElementChild) line.classList.add("cut");
}

find("newest").addEventListener("click", () => {
  scrollToNewest();
  find("said").focus();
});
find("said").addEventListener("scroll", ({ target }) => {
  isAtNewest = hasNewest(target);
  if (isAtNewest) find("newest").hidden = true;
  leaveOutCut();
});
new ResizeObserver(() => isAtNewest && scrollToNewest()).observe(find("said"));
