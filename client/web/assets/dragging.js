// Drags a tile of the hand to an end of the board. Where it may be laid is for the server to say: a tile that is lifted
// is chosen, the server shows its ends, and a drop at one of them asks for that play.

const LEAST = 8; // pixels before a touch is a drag
const NEAR = 48; // pixels around an end in which a drop counts
const LONGEST_WAIT = 2000; // milliseconds that a dropped tile lies there without an answer

let lifted = null; // the tile under the pointer: { tile, id, x, y }, and where the pointer is `now`
let image = null; // its picture that follows the pointer, once it moves
let laid = null; // the same of a tile that has been dropped at an end, until the server answers
let isClick = true; // whether a click is one, and not the end of a drag

// New parts are shown.
function settleDrop() {
  laid?.remove();
  laid = null;
  if (!image) document.body.classList.remove("drags");
  else showTarget(endNear(lifted.now)); // the ends are new, and the pointer may rest at one
  // Where a part can be scrolled, a finger that moves up or down does that.
  for (const part of [find("hand"), find("main")]) {
    part.classList.toggle("scrolls", part.scrollHeight > part.clientHeight + 1);
  }
}
addEventListener("resize", settleDrop);

// `lift(tile)`: it begins; returns whether the server will get to know it. `drop(tile, arm)`: at an end.
function enableDragging({ lift, drop }) {
  const hand = find("hand");

  hand.addEventListener("pointerdown", (event) => {
    const tile = event.target.closest(".tile");
    if (lifted || !tile || event.button || !event.isPrimary) return;
    lifted = { tile, id: event.pointerId, x: event.clientX, y: event.clientY };
  });

  addEventListener("pointermove", (event) => {
    if (event.pointerId !== lifted?.id) return;
    const across = event.clientX - lifted.x, down = event.clientY - lifted.y;
    if (!image && Math.hypot(across, down) < LEAST) return;
    if (!image && !begin()) return void (lifted = null);
    lifted.now = event;
    image.style.transform = `translate(${across}px, ${down}px)`;
    showTarget(endNear(event));
  });

  addEventListener("pointerup", (event) => {
    if (event.pointerId !== lifted?.id) return;
    const target = image && endNear(event);
    const isLaid = target && drop(lifted.tile.dataset.value, target.dataset.value.split(" ")[0]);
    if (isLaid) [laid, image] = [image, null];
    if (isLaid) setTimeout(settleDrop, LONGEST_WAIT);
    endDrag();
  });

  addEventListener("pointercancel", (event) => event.pointerId === lifted?.id && endDrag());
  addEventListener("blur", endDrag);
  addEventListener("click", (event) => {
    if (isClick) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);

  function begin() {
    if (!lift(lifted.tile)) return false;
    isClick = false;
    const picture = lifted.tile.querySelector("svg"), { left, top, width, height } = picture.getBoundingClientRect();
    image = picture.cloneNode(true);
    image.classList.add("dragged");
    Object.assign(image.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    document.body.append(image);
    document.body.classList.add("drags");
    return true;
  }
}

// The end at which a tile that is dropped here is laid; the places of the chosen tile come before bare arrows.
function endNear({ clientX, clientY }) {
  const board = find("board"), places = board.querySelectorAll(".ghosts:not([hidden]) .outline");
  const ends = places.length ? places : board.querySelectorAll(".end .arrow");
  const distances = [...ends].map((end) => [distance(end.getBoundingClientRect(), clientX, clientY), end]);
  const [near, end] = distances.sort((one, other) => one[0] - other[0])[0] ?? [NEAR];
  return near < NEAR ? end.closest("[data-press]") : null;
}

function distance({ left, top, right, bottom }, x, y) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

function showTarget(target) {
  for (const end of find("board").querySelectorAll(".over")) if (end !== target) end.classList.remove("over");
  target?.classList.add("over");
}

function endDrag() {
  lifted = null;
  setTimeout(() => (isClick = true), 50); // the click comes first
  showTarget(null);
  const returned = image;
  image = null;
  if (!laid) document.body.classList.remove("drags");
  if (!returned) return;
  returned.classList.add("returns"); // to the hand
  returned.style.transform = "";
  setTimeout(() => returned.remove(), 150);
}
