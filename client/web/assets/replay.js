// The slider of a replay, its running by itself, and the times in the list of games. The server knows the steps: while
// `data-every` is there, this asks for the next one every so many milliseconds.

let wantedStep = "", askedStep = "", askedAt = 0; // the step to ask for next; the one asked for, until it is shown
let isHeld = false; // whether a finger is on the slider: then it is nowhere else
let isTicking = false, pace = 0, paceTimer = 0;
let replayShape = "", middle = 0;

const slider = () => find("window").querySelector("[data-at]");

document.addEventListener("input", ({ target }) => {
  if (target.dataset.at === undefined) return;
  wantedStep = target.value;
  slide();
});
document.addEventListener("pointerdown", ({ target }) => (isHeld = target.dataset?.at !== undefined));
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, releaseSlider);
addEventListener("resize", followReplay);

function releaseSlider() {
  isHeld = false;
  followReplay();
}

// Ask for the step under the finger: for one at a time, and then for the last of those that came meanwhile.
function slide() {
  if (!wantedStep || askedStep || !canPress()) return;
  [askedStep, askedAt, wantedStep] = [wantedStep, Date.now(), ""];
  press("slide", askedStep);
}

// Follow what the server has sent.
function followReplay() {
  const range = slider();
  if (!range || range.dataset.at === askedStep || Date.now() - askedAt > TIME_TO_ANSWER) askedStep = "";
  isTicking = false;
  slide();
  if (range && !isHeld && !askedStep) range.value = range.dataset.at;
  setPace(Number(range?.dataset.every ?? 0));
  sendReplayShape();
  showRound(find("window").querySelector(".rounds [aria-current]")?.parentNode);
  for (const time of document.querySelectorAll("#window time")) tellTime(time);
}

function setPace(milliseconds) {
  if (milliseconds === pace) return;
  pace = milliseconds;
  clearInterval(paceTimer);
  paceTimer = pace ? setInterval(tickReplay, pace) : 0;
}

function tickReplay() {
  if (isTicking || isHeld || askedStep || document.hidden || !canPress()) return;
  isTicking = true;
  press("tick", "");
}

function sendReplayShape() {
  const felt = find("window").querySelector(".replayed");
  const now = felt ? `${felt.clientWidth}x${felt.clientHeight}` : "";
  if (now !== replayShape && canPress() && !now.startsWith("0")) {
    replayShape = now;
    if (now) press("replay-shape", now);
  }
}

// The row of rounds may be wider than the window: its round is in the middle.
function showRound(item) {
  const place = item ? item.offsetLeft - (item.parentNode.clientWidth - item.clientWidth) / 2 : 0;
  if (place !== middle) item?.parentNode.scrollTo(place, 0);
  middle = place;
}

// In the language of the page, as the player's country writes it if the browser says which one that is.
function tellTime(time) {
  const at = new Date(time.dateTime), language = document.documentElement.lang;
  const own = navigator.languages.find((each) => each.split("-")[0] === language) ?? language;
  if (!isNaN(at)) time.textContent = at.toLocaleString(own, { dateStyle: "medium", timeStyle: "short" });
}
