// The slider of a replay, its running by itself, and the times in the list of games. The server knows the steps: while
// `data-every` is there, this asks for the next one every so many milliseconds.
import { find } from "./parts.js";

const TIME_TO_ANSWER = 4000;
let press = null, isConnected = null;
let wanted = "", sent = "", sentAt = 0; // the step to ask for next; the one asked for, until it is shown
let isHeld = false; // whether a finger is on the slider: then it is nowhere else
let isTicking = false, pace = 0, timer = 0;
let shape = "", middle = 0;

const slider = () => find("window").querySelector("[data-at]");

// `send` sends a press, and returns whether it could.
export function startReplay(send, isOpen) {
  [press, isConnected] = [send, isOpen];
  document.addEventListener("input", ({ target }) => {
    if (target.dataset.at === undefined) return;
    wanted = target.value;
    slide();
  });
  document.addEventListener("pointerdown", ({ target }) => (isHeld = target.dataset?.at !== undefined));
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release);
  addEventListener("resize", followReplay);
}

function release() {
  isHeld = false;
  followReplay();
}

// Ask for the step under the finger: for one at a time, and then for the last of those that came meanwhile.
function slide() {
  if (!wanted || sent || !isConnected()) return;
  [sent, sentAt, wanted] = [wanted, Date.now(), ""];
  press("slide", sent);
}

// Follow what the server has sent.
export function followReplay() {
  const range = slider();
  if (!range || range.dataset.at === sent || Date.now() - sentAt > TIME_TO_ANSWER) sent = "";
  isTicking = false;
  slide();
  if (range && !isHeld && !sent) range.value = range.dataset.at;
  run(Number(range?.dataset.every ?? 0));
  sendShape();
  showRound(find("window").querySelector(".rounds [aria-current]")?.parentNode);
  for (const time of document.querySelectorAll("#window time")) tellTime(time);
}

function run(milliseconds) {
  if (milliseconds === pace) return;
  pace = milliseconds;
  clearInterval(timer);
  timer = pace ? setInterval(tick, pace) : 0;
}

function tick() {
  if (isTicking || isHeld || sent || document.hidden || !isConnected()) return;
  isTicking = true;
  press("tick", "");
}

function sendShape() {
  const felt = find("window").querySelector(".replayed");
  const now = felt ? `${felt.clientWidth}x${felt.clientHeight}` : "";
  if (now !== shape && isConnected() && !now.startsWith("0")) {
    shape = now;
    if (now) press("replay-shape", now);
  }
}

// The row of rounds may be wider than the window: its round is in the middle.
function showRound(item) {
  const place = item ? item.offsetLeft - (item.parentNode.clientWidth - item.clientWidth) / 2 : 0;
  if (place !== middle) item?.parentNode.scrollTo(place, 0);
  middle = place;
}

function tellTime(time) {
  const at = new Date(time.dateTime);
  if (!isNaN(at)) time.textContent = at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
