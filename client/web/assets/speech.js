// Gives screen readers what is new, in live regions that nobody sees: one text for all that comes together. Several
// elements that are added within a moment may be read in any order (Chromium), or each of them twice. While a window is
// open the rest of the page is not there for a screen reader, so the window has regions of its own. A TV has this, too,
// so it does with the language of 2018.
//
// Texts that follow each other go to different elements: of additions to one element that wait, Orca takes the newest
// alone in Firefox, where it reads in their events that no key has made them.

const APART = 700; // milliseconds between two additions, for a busy machine; to say a sentence takes longer
const TIME_TO_SETTLE = 300; // before a window that has opened or closed is known to a screen reader, with its region
const REGIONS = 16; // in each place, by turns: more texts than come while a busy screen reader is behind
const TIME_TO_TAKE = 30000; // for a busy screen reader; then a text is gone, so that nobody meets it when reading the page

let unspoken = [], earliest = 0, spoken = "", waitsForWindow = false, textsAdded = 0;

for (const place of document.querySelectorAll(".spoken")) {
  for (let nth = 0; nth < REGIONS; nth++) place.insertAdjacentHTML("beforeend", `<div aria-live="polite"></div>`);
}

function readOut(sentences) {
  if (!unspoken.length && sentences.length) setTimeout(addText, Math.max(0, earliest - Date.now()));
  unspoken.push(...sentences);
}

function addText() {
  if (waitsForWindow || !unspoken.length) return;
  if (Date.now() < earliest) return void setTimeout(addText, earliest - Date.now()); // a window has opened meanwhile
  const line = document.createElement("p"), text = unspoken.map(asSentence).join(" ");
  spoken = line.textContent = text === spoken ? `${text}\u00a0` : text; // a text like the last one may be left out (Orca)
  unspoken = [];
  earliest = Date.now() + APART;
  const place = document.querySelector("dialog[open] .spoken") || find("spoken");
  place.children[textsAdded++ % REGIONS].append(line);
  setTimeout(() => line.remove(), TIME_TO_TAKE);
}

// With a full stop where there is none, as after a line of chat.
function asSentence(line) {
  const text = line.trim();
  return /[.!?:…。।？！]$/.test(text) ? text : `${text}.`;
}

// A new connection: what is said first comes together, as the page is busy.
function beginTexts() {
  earliest = Date.now() + APART;
}

// A window has opened or closed. What is left in a region would be read once more when the page is there again.
function changeRegion() {
  for (const line of document.querySelectorAll(".spoken p")) line.remove();
  earliest = Date.now() + TIME_TO_SETTLE;
}

// A window opens in a moment. What is added just before may not reach a screen reader, so it is the window's to say.
function holdTexts() {
  waitsForWindow = true;
}

function releaseTexts() {
  waitsForWindow = false;
  if (unspoken.length) setTimeout(addText);
}
