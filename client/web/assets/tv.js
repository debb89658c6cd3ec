// Shows a table on a TV: connects this page to its server, and shows the parts that the server sends. It sends only the
// size of the board. TVs have old browsers, so this script and those joined to it do with the language of 2018;
// `motion.js` need not: it comes apart, and is left out where it is not understood. `page_messages.py` describes the
// messages.

const KEPT = "fives.tv", OF_PAGE = "fives.kept"; // stored here: for the TV; by the page of a player, who may be invited
const ENDED = 4000; // the close code after which the server has nothing to show for a while
const FIRST_PAUSE = 1000, LONGEST_PAUSE = 15000, PAUSE_AT_END = 10000; // milliseconds between two attempts
const TIME_TO_GO = 6000; // for people to read that the game goes on at another host
const OFTEN = 4; // failures, after which the host may be gone for long
const LONGEST_SILENCE = 30000; // the server sends a message at least every 20 seconds
const MOST_SAID = 20;

const moves = () => typeof scene === "function"; // whether this browser understands how tiles and points move

let socket = null, isFresh = true, hasOpened = false, failures = 0, timer = 0, shape = "", isSeeking = false;

function after(milliseconds, then) {
  clearTimeout(timer);
  timer = setTimeout(then, milliseconds);
}

function connect() {
  if (socket) socket.onclose = socket.onmessage = socket.onopen = null;
  if (socket) socket.close();
  isFresh = true;
  const own = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play?${document.documentElement.lang}`);
  own.binaryType = "arraybuffer";
  own.onopen = () => send({ hello: { kept: kept(), ...whatLinkBrings(), path: location.pathname, inflates } });
  const read = reader((update) => socket === own && take(update), () => socket === own && lost());
  let taken = Promise.resolve();
  own.onmessage = (event) => { taken = read(event.data); };
  own.onclose = (event) => taken.then(() => socket === own && lost(event.code)); // the last message says why
  after(LONGEST_SILENCE, lost);
}

const send = (message) => socket.send(JSON.stringify(message));
const kept = () => JSON.parse(recall(KEPT) || recall(OF_PAGE) || "null");

function lost(code) {
  stayAwake(false);
  const signal = find("signal").firstElementChild;
  if (signal && signal.dataset.go) return seek(signal.dataset);
  if (code !== ENDED) tell([say("script.not_connected"), say("script.trying_again"), ...(failures < OFTEN ? [] : [say("script.tv_moved")])].join(" "));
  failures += 1;
  if (failures >= FEW && !hasOpened) whatBlocks().then((why) => why && isFresh && tell(why));
  const pause = code === ENDED ? PAUSE_AT_END : Math.min(LONGEST_PAUSE, FIRST_PAUSE * Math.pow(2, failures - 1));
  after(pause * (0.5 + Math.random() / 2), connect);
}

// Go to the host where the game goes on, once this browser reaches it. Until then the game may come back to this one.
async function seek({ go, ways }) {
  clearTimeout(timer);
  if (isSeeking) return;
  isSeeking = true;
  const toRead = new Promise((resolve) => setTimeout(resolve, TIME_TO_GO));
  const [way] = await Promise.all([wayTo(go, ways), toRead]);
  isSeeking = false;
  if (way && find("signal").firstElementChild.dataset.go) location.assign(way);
  else if (isFresh || socket.readyState > WebSocket.OPEN) after(PAUSE_AT_END, connect);
}

function tell(text) {
  find("offline").textContent = text;
  find("offline").hidden = !text;
}

function take(update) {
  const isFirst = isFresh;
  if (isFirst) begin();
  after(LONGEST_SILENCE, lost);
  if (update.kept) {
    keep(KEPT, JSON.stringify(update.kept));
    forgetLink();
  }
  if (update.title) document.title = update.title;
  if (update.phrases) learnPhrases(update.phrases);
  const ids = change({ ...update.shared, ...update.parts });
  const before = isFirst || !moves() ? null : scene(ids);
  for (const id of ids) show(find(id), htmlOf(id));
  follow();
  const lines = (update.said || []).map((html) => add(inFull(html)));
  readOut(lines.map((line) => line.textContent));
  if (moves()) move(before, lines);
}

// The first message of a connection has everything.
function begin() {
  isFresh = false;
  hasOpened = true;
  failures = 0;
  shape = "";
  tell("");
  forgetTexts();
  find("said").textContent = "";
}

function add(html) {
  const list = find("said");
  list.insertAdjacentHTML("beforeend", html);
  while (list.children.length > MOST_SAID) list.firstElementChild.remove();
  return list.lastElementChild;
}

// Bring the rest up to date with the parts: what the room looks at, the screen's lock, clocks, the size of the board.
function follow() {
  const { scene, awake } = find("signal").firstElementChild.dataset;
  document.body.className = scene;
  stayAwake(awake !== undefined);
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (clock.dataset.left === clock.told) continue;
    clock.told = clock.dataset.left;
    clock.until = Date.now() + 1000 * clock.told;
  }
  tick();
  sendShape();
}

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const left = Math.max(0, Math.round((clock.until - Date.now()) / 1000)), seconds = left % 60;
    clock.textContent = `${Math.floor(left / 60)}:${seconds < 10 ? "0" : ""}${seconds}`;
  }
}
setInterval(tick, 1000);

function sendShape() {
  const now = `${find("board").clientWidth}x${find("board").clientHeight}`;
  if (isFresh || socket.readyState !== WebSocket.OPEN || now.startsWith("0") || now === shape) return;
  shape = now;
  send({ press: "shape", value: now });
}

addEventListener("resize", sendShape);
addEventListener("online", connect);
addEventListener("hashchange", () => takeLink() && connect());
document.addEventListener("visibilitychange", () => document.hidden || connect()); // a TV that was switched off
takeLink();
connect();
