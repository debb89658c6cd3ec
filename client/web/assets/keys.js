// Sends the keys that no element of the page uses itself. The server knows what each of them does.

let isKey = false; // whether a key may choose a button

// A button was pressed without a key.
function forgetKey() {
  isKey = false;
}

// The server has sent something; `chosen` is the button that has just been chosen, if there is one.
function followKey(chosen) {
  if (!isKey || !chosen) return;
  chosen.focus(); // so that a screen reader reads it
  isKey = false;
}

document.addEventListener("keydown", takeKey);

function takeKey(event) {
  const { key, target } = event;
  if (key === "Escape" && !find("window").open && leaveSide(target)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input:not([type=range]), select, textarea")) return;
  const shortcut = document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (shortcut?.closest("#window[open]")) {
    event.preventDefault();
    if (!event.repeat) shortcut.click();
    return;
  }
  const isReplay = find("window").open && find("window").querySelector(".window-replay");
  const isCourse = find("window").open && find("window").querySelector(".course");
  const isCovered = find("window").open || find("lobby").firstElementChild;
  if (isCovered && !isReplay && !isCourse) return; // Escape in a window is its "cancel"
  if (/^Arrow/.test(key) && target.closest("[tabindex='0']:not([role=option])")) return; // it can be scrolled
  if (key.length > 1 && target.closest("input")) return; // a slider moves by itself
  if (key.length > 1 && !(isReplay ? /^(Arrow(Left|Right)|Home|End)$/ : /^(Enter|Escape|Arrow.*)$/).test(key)) return;
  if (isCourse && key === "Escape") return;
  const large = isCourse ? isCourse.querySelector(".main") : document.querySelector("#actions .main, #waiting .main");
  // After a play the focus is on a tile. If that does not fit, Enter is for the large button, which says knock or draw.
  const isForLarge = key === "Enter" && target.closest(".unfit") && large && !large.matches(".idle");
  if (/^(Enter| )$/.test(key) && target.closest("button, a, summary") && !isForLarge) return;
  event.preventDefault();
  const place = target.closest("g[role=option]"); // on the board, where a browser makes no click of a key
  if (place && /^(Enter| )$/.test(key)) {
    if (!event.repeat) place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  if (isForChat(shortcut)) return chatField().focus();
  if (key !== "Enter" || !large) isKey = press("key", key);
  else if (!event.repeat) large.click();
}
