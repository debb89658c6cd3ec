// Replaces the contents of a part. What stays the same stays the same element, with its focus and what is typed in it.

const find = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];

// The text of each part. A shared part has holes; `own-board` has what belongs into those of `board`.

const HOLE = "<!---->";
const texts = new Map();

const forgetTexts = () => texts.clear();

// Phrases that are sent as one character each.

let phrases = [];
const learnPhrases = (sent) => phrases = sent;
const inFull = (text) => text.replace(/[\x80-\x9f]/g, (sign) => phrases[sign.charCodeAt(0) - 0x80]);

// Take what changed in some parts, and return the ids of the elements that show them.
function change(parts) {
  for (const [id, sent] of Object.entries(parts)) {
    texts.set(id, typeof sent === "string" ? sent : spliced(texts.get(id), sent));
  }
  return [...new Set(Object.keys(parts).map((id) => id.replace(/^own-/, "")))];
}

// The whole HTML of a part.
function htmlOf(id) {
  const pieces = (texts.get(`own-${id}`) || "").split(HOLE);
  return inFull((texts.get(id) || "").split(HOLE).reduce((html, rest) => html + (pieces.shift() || "") + rest));
}

// The text after a flat list of splices: how many characters to keep, how many to leave out, what comes in their place.
function spliced(text, splices) {
  const old = [...text]; // by code points, as the server counts
  let at = 0, made = "";
  for (let nth = 0; nth < splices.length; nth += 3) {
    const [keep, drop, put] = splices.slice(nth, nth + 3);
    made += old.slice(at, at + keep).join("") + put;
    at += keep + drop;
  }
  return made + old.slice(at).join("");
}

let chosen = null; // the button in this part that has just been chosen

// Show this HTML in a part. Returns the button that it shows as chosen and that was not.
function show(part, html) {
  chosen = null;
  const { activeElement } = document, place = focusable(part).indexOf(activeElement);
  const hadFocus = place >= 0 || (activeElement.parentNode === part && activeElement.matches("[role=listbox]"));
  const wanted = part.cloneNode();
  wanted.innerHTML = html;
  become(part, wanted);
  if (hadFocus && !part.contains(document.activeElement)) focusOn(part, Math.max(place, 0));
  return chosen;
}

const focusable = (part) => [...part.querySelectorAll("button, a[href], input, select, textarea, summary, [role=option]")];

// Where the element with the focus is gone, a neighbour gets it; where its part is empty, the whole page.
function focusOn(part, place = 0) {
  (focusable(part)[place] || focusable(part).pop() || find("main")).focus();
}

const keyOf = ({ nodeName, id, name, dataset = {} }) => [nodeName, id, name, dataset.press, dataset.value].join(" ");

const stays = ({ dataset = {} }) => "stays" in dataset; // though it is of the document, and of no part

function become(node, wanted) {
  if (node.data !== wanted.data) node.data = wanted.data; // the text of a text node
  for (const { name } of [...(node.attributes || [])]) {
    if (!wanted.hasAttribute(name) && name !== "open") node.removeAttribute(name); // the player opens "details"
  }
  for (const { name, value } of wanted.attributes || []) {
    if (node.getAttribute(name) === value) continue;
    node.setAttribute(name, value);
    if (name === "value" && node.nodeName === "INPUT") node.value = value;
    if (/^aria-(pressed|selected)$/.test(name) && value === "true") chosen = node;
  }
  if (node.nodeName === "OPTION") node.selected = wanted.hasAttribute("selected");
  const old = [...node.childNodes].filter((child) => !stays(child));
  const children = [...wanted.childNodes].map((child) => {
    const found = old.findIndex((oldChild) => keyOf(oldChild) === keyOf(child));
    if (found >= 0) become(old[found], child);
    return found < 0 ? child : old.splice(found, 1)[0];
  });
  // First, so that what stays need not move: an element that moves loses focus.
  for (const leftOver of old) leftOver.remove();
  children.forEach((child, at) => child === node.childNodes[at] || node.insertBefore(child, node.childNodes[at]));
}
