// Shows where things come from: a tile glides to its place, points rise to their score, a knock shakes a box, the edge
// of the turn passes on, the pips that are left in hand go to the score that takes them, and the last board of a match is
// seen for a moment before the window opens over it. The page shows the new state at once; only the way there is drawn,
// and the next touch ends it. What the server marks is moved: the new sentences name a seat and a tile (`data-by`,
// `data-tile`, `data-knocks`), boxes name their seats (`data-seat`), one `.takes` the pips of the others, and a window
// that waits for the board has `data-later`. Nothing moves for people who prefer that.

const GLIDE = 200, RISE = 800, TIME_OPEN = 600, SHAKE = 300, TIME_TO_LOOK = 1100; // milliseconds
const LATER = ["window", "hand", "actions", "sum"]; // what would hide the board, or is about the next one
const TILES = "#board use:not(.ghosts use)"; // those that lie there
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const isCalm = () => calm.matches || document.hidden;
const boxOf = (seat) => document.querySelector(`[data-seat="${seat}"]`)?.closest(".seat");
const boxes = () => all(".seat").filter((box) => box.querySelector("[data-seat]"));
const nameOf = (use) => use.getAttribute("href");
const placesOf = (uses) => new Map(uses.map((use) => [nameOf(use), matrixOf(use)]));
const scoreOf = (box) => parseInt(box.querySelector(".score").textContent, 10);
const listed = ({ a, b, c, d, e, f }) => [a, b, c, d, e, f];
const matrixOf = (shape) => new DOMMatrix(listed(shape.getScreenCTM())); // from its own units to the screen
const areOpen = () => !!document.querySelector(".seats.open"); // the hands, after a round
const tilesIn = (row) => Number(row?.dataset.tiles);
const tilesHeld = () => new Map(all("[data-hand]").map((row) => [row.dataset.hand, tilesIn(row)]));
const seatOf = (box) => box.querySelector("[data-seat]").dataset.seat;

// Before these parts change: where everything is. The movement so far ends.
function scene(ids) {
  if (isCalm() || !(ids.includes("board") || ids.includes("seats"))) return null;
  const before = {
    board: placesOf(all(TILES)),
    hand: placesOf(all("#hand use, .dragged use")), // one that was dragged comes from where it was dropped
    scores: new Map(boxes().map((box) => [seatOf(box), scoreOf(box)])),
    isOpen: areOpen(),
    tiles: tilesHeld(),
    boneyard: tilesIn(document.querySelector(".boneyard")),
    turn: find("seats").querySelector(".turn")?.getBoundingClientRect(),
  };
  finish();
  return before;
}

// After the page has changed: move what has another place now. `lines`: the new sentences.
function move(before, lines) {
  if (!before || isCalm()) return;
  const moves = lines.map((line) => line.dataset).filter((marks) => "by" in marks);
  const played = new Map(moves.filter(({ tile }) => tile).map(({ by, tile }) => [`#${tile}`, by]));
  const uses = all(TILES), names = new Set(uses.map(nameOf));
  const isSameBoard = [...before.board.keys()].every((name) => names.has(name));
  const places = new Map(); // where each player's new tile is now
  let glides = false;
  for (const use of uses) {
    const name = nameOf(use), by = played.get(name);
    if (by !== undefined) places.set(by, use.getBoundingClientRect());
    const known = isSameBoard ? before.board.get(name) : undefined;
    const from = known ?? (by === undefined ? null : before.hand.get(name) ?? inBox(boxOf(by), by));
    if (from && glide(use, from)) glides = true;
  }
  if (glides) appear();
  for (const tile of all("#hand [data-press]")) {
    if (tile.querySelector("use") && played.has(nameOf(tile.querySelector("use")))) tile.classList.add("gone");
  }
  for (const { by, knocks } of moves) if (knocks !== undefined) shake(boxOf(by));
  for (const box of boxes()) {
    const seats = [...box.querySelectorAll("[data-seat]")].map((name) => name.dataset.seat);
    const place = places.get(seats.find((seat) => places.has(seat)));
    const isTaking = !before.isOpen && areOpen() && box.matches(".takes");
    raise(box, before.scores.get(seats[0]), scoreOf(box), place, isTaking ? pipsBeside(box) : []);
  }
  drawn(before);
  pass(before.turn, find("seats").querySelector(".turn"));
}

// Tiles.

// The matrix of a tile, upright and small, at the end of a player's hand, or in the middle of the box.
function inBox(box, seat) {
  if (!box) return null;
  const row = box.querySelector(`[data-hand="${seat}"]`);
  const { left, right, top, width, height } = (row ?? box).getBoundingClientRect();
  const size = row && height ? height / 40 : 0.6;
  return new DOMMatrix([size, 0, 0, size, row && width ? right : left + width / 2, top + height / 2]);
}

// A back goes from the boneyard to each hand that has drawn.
function drawn(before) {
  const boneyard = document.querySelector(".boneyard"), from = boneyard?.querySelector("svg").getBoundingClientRect();
  if (before.isOpen || !(tilesIn(boneyard) < before.boneyard)) return;
  for (const row of all("[data-hand]")) {
    const more = tilesIn(row) - (before.tiles.get(row.dataset.hand) ?? 0), { right, top } = row.getBoundingClientRect();
    for (let nth = 0; nth < Math.min(more, before.boneyard - tilesIn(boneyard)); nth++) {
      const back = document.createElement("span");
      Object.assign(back, { className: "drawn", ariaHidden: "true" });
      document.body.append(back);
      const steps = [[from.right, from.top], [right, top]].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
      const timing = { duration: 2 * GLIDE, delay: nth * GLIDE / 2, easing: "ease-in-out", fill: "backwards" };
      run(back, steps, timing, () => back.remove());
    }
  }
}

function glide(use, from) {
  const to = matrixOf(use), around = matrixOf(use.parentNode).inverse();
  const far = listed(to).some((value, at) => Math.abs(value - listed(from)[at]) > (at < 4 ? 0.01 : 0.5));
  const steps = [from, to].map((matrix) => ({ transform: `matrix(${listed(around.multiply(matrix))})` }));
  if (far) run(use, steps, { duration: GLIDE, easing: "cubic-bezier(.2, .7, .3, 1.1)" });
  return far;
}

// The marks of new tiles and open ends come when the tiles have come.
function appear() {
  for (const mark of all("#board svg > :not(use)")) {
    run(mark, [{ opacity: 0 }, { opacity: 0, offset: 0.6 }, { opacity: 1 }], { duration: GLIDE + 80 });
  }
}

// Seats.

function shake(box) {
  const steps = [0, -5, 5, -4, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  if (box) run(box, steps, { duration: SHAKE });
}

function pass(from, box) {
  if (!from || !box) return;
  const to = box.getBoundingClientRect();
  if (from.left === to.left && from.top === to.top) return;
  const size = ({ width, height }) => ({ width: `${width}px`, height: `${height}px` });
  const steps = [
    { transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, ...size(from) },
    { transform: "none", ...size(to) },
  ];
  run(box, steps, { duration: GLIDE, easing: "ease-in-out", pseudoElement: "::after" });
}

const pipsBeside = (box) => all(".left-over small").filter((pips) => !box.contains(pips));

// Points rise from a tile, or from the middle of the box, to the score of that box, which counts up. After a round they
// are the pips left in the hands of others, which are seen first.
function raise(box, old, now, place, pips) {
  if (old === undefined || !(now > old)) return;
  const score = box.querySelector(".score"), delay = pips.length ? TIME_OPEN : 0;
  for (const left of pips) flyUp(left.textContent, left.getBoundingClientRect(), score, delay);
  if (!pips.length) flyUp(`+${now - old}`, place ?? box.getBoundingClientRect(), score, delay);
  count(score, old, now, delay);
}

function flyUp(text, start, score, delay) {
  const gain = document.createElement("span"), end = score.getBoundingClientRect();
  Object.assign(gain, { className: "gain", textContent: text, ariaHidden: "true" });
  document.body.append(gain);
  const middle = ({ left, top, width, height }, up = 0, size = 1) => ({
    transform: `translate(${left + width / 2}px, ${top + height / 2 - up}px) translate(-50%, -50%) scale(${size})`,
  });
  run(gain, [
    { ...middle(start, 0, 0.5), opacity: 0 },
    { ...middle(start, 24), opacity: 1, offset: 0.3 },
    { ...middle(start, 28), opacity: 1, offset: 0.5 },
    { ...middle(end, 0, 0.8), opacity: 0.6 },
  ], { duration: RISE, delay, easing: "ease-in-out", fill: "backwards" }, () => gain.remove());
}

// The number that is shown counts up; the text of the page is the score.
function count(score, old, now, delay) {
  let frame = 0;
  const counting = { stop() { cancelAnimationFrame(frame); delete score.dataset.count; } };
  const begun = performance.now(), wait = delay + RISE / 2;
  const step = () => {
    const part = Math.min(1, Math.max(0, performance.now() - begun - wait) / (RISE / 2));
    if (part === 1) return counting.stop();
    score.dataset.count = Math.round(old + (now - old) * part);
    frame = requestAnimationFrame(step);
  };
  step();
  running.add(counting);
}

// What moves at the moment.

const running = new Set();

function run(element, steps, options, done = () => {}) {
  const animation = element.animate(steps, options);
  const moving = { stop: () => animation.cancel() };
  running.add(moving);
  animation.finished.catch(() => {}).then(() => {
    running.delete(moving);
    done();
  });
}

function finish() {
  for (const moving of running) moving.stop();
  running.clear();
}

// The last board.

let heldParts = null, holdTimer = 0, showNow = null; // the parts that wait, and how they are shown

// The parts to show now. Those that would cover the last board are given to `show` a moment later.
function hold(ids, show) {
  const isEnd = ids.includes("window") && htmlOf("window").includes("data-later");
  const isLast = isEnd && !isCalm() && !find("window").open;
  if (!heldParts && !isLast) return ids;
  if (!heldParts) {
    heldParts = new Set();
    holdTexts();
    holdTimer = setTimeout(() => { holdTimer = setTimeout(releaseParts, TIME_TO_LOOK); }); // once it is drawn, which may take a while
  }
  showNow = show;
  const later = ids.filter((id) => LATER.includes(id));
  for (const id of later) heldParts.add(id);
  if (heldParts.has("window") && !htmlOf("window")) setTimeout(releaseParts);
  return ids.filter((id) => !later.includes(id));
}

// Nothing waits any more: a new connection sends everything.
function drop() {
  clearTimeout(holdTimer);
  heldParts = null;
  releaseTexts();
}

function releaseParts() {
  const ids = heldParts;
  drop();
  if (ids) showNow([...ids]);
}

// A touch ends all movement. While the last board is shown, it does only that.
for (const gesture of ["pointerdown", "keydown", "click"]) {
  addEventListener(gesture, (event) => {
    finish();
    if (!heldParts) return;
    event.stopPropagation();
    event.preventDefault();
    releaseParts();
  }, true);
}
