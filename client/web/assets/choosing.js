// Shows a tile as chosen as soon as it is touched. What a tap does is for the server to say: it may play the tile, take
// it back or refuse it. Until its answer to the last tap arrives, answers to earlier ones do not undo the mark, and
// the large button, which is about another tile, does nothing.

let taps = 0; // sent on this connection; the server counts them too
let isAnswered = true; // whether the last one is
let touched = ""; // its tile, which is shown as chosen meanwhile

// A new connection: the server counts from 0.
function startCounting() {
  taps = 0;
  followAnswer(true);
}

// A tile has been tapped or lifted, and the server will get to know it.
function touch(tile) {
  taps += 1;
  touched = tile.matches(".ready") ? "" : tile.dataset.value; // a prepared play is taken back
  followAnswer(false);
}

// New parts are shown.
function settleTouch() {
  const counted = find("hand").firstElementChild?.dataset.taps ?? taps, wasAnswered = isAnswered;
  followAnswer(Number(counted) >= taps);
  // A tile that has the focus already is not read again when it becomes the chosen one: what the large button does is.
  const play = document.activeElement.matches(".tile.chosen") && find("actions").querySelector(".main");
  if (!wasAnswered && isAnswered && play) readOut([play.textContent]);
}

const isBehind = () => !isAnswered;

function followAnswer(isAnsweredNow) {
  isAnswered = isAnsweredNow;
  if (!isAnswered && touched) mark();
  find("actions").toggleAttribute("data-behind", !isAnswered);
}

function mark() {
  for (const tile of find("hand").querySelectorAll(".tile")) {
    const isIt = tile.dataset.value === touched;
    tile.classList.toggle("chosen", isIt);
    tile.setAttribute("aria-selected", isIt);
  }
  const ghosts = find("board").querySelector(".ghosts"); // of another tile, perhaps
  ghosts?.toggleAttribute("hidden", ghosts.dataset.tile !== touched);
}
