// Connects this page to its server, shows the parts that the server sends, and sends what the player presses. Only the
// server knows the game. `page_messages.py` describes the messages on the WebSocket.

const KEPT = "fives.kept", TAB = "fives.tab"; // stored here: what the server asks to store; the tab that plays
const OWN = "fives.own"; // also: the token with which this browser asks for its next seat, if need be again
const ENDED = 4000, TAKEN_OVER = 4001; // close codes after which this tab does not reconnect by itself
const FIRST_PAUSE = 500, LONGEST_PAUSE = 15000; // milliseconds between two attempts
const LONGEST_SILENCE = 25000; // the server sends a message at least every 20 seconds
const TIME_TO_CONNECT = 10000, TIME_TO_ANSWER = 4000;
const SLOWER = 4; // a later answer may take as many times as long as the last one
const TIME_TO_GO = 3000; // for reading that the game goes on at another host
const TIME_TO_BE_TOLD = 8000; // that the connection is back, and what may have become of the last press
const TIME_TO_READ = 1000; // a button that has only just appeared under the finger was not meant
const MOST_SAID = 300;
const OFTEN = 5; // failures in a row, in some ten seconds, after which the host may have another address
const me = String(Math.random());
const early = window.early ?? {}; // what came before this script (`early.js`)
const kept = () => ({ kept: JSON.parse(recall(KEPT) ?? "null"), forgets: forgets() });

// The connection. A dead network does not close a WebSocket, so a press and a long silence need an answer in time.

let socket = null, isFresh = true, mayComeBack = true, failures = 0, timer = 0, heardAt = 0;
let hasOpened = false, blocked = ""; // since the page came; what keeps the connection from opening
let asked = 0, taken = 0; // how many messages were sent on this connection, and how many the server has taken
let waitsSince = 0, patience = TIME_TO_ANSWER; // a slow host or network is given longer, or it would never get through
let doubt = ""; // what may have become of the last press
let sentOn = null; // the connection that the last press went through: only with it can that press be lost
let given = null; // the player's name as it was given, until the server has it
let sent = "", unsent = ""; // a line of chat without an answer yet; one that may not have arrived, to be sent again

const isOpen = () => socket?.readyState === WebSocket.OPEN;
const canPress = () => isOpen() && mayComeBack;
const isAsking = () => asked > taken; // whether the server owes an answer

function after(milliseconds, then) {
  clearTimeout(timer);
  timer = setTimeout(then, milliseconds);
}

function disconnect() {
  clearTimeout(timer);
  if (socket) socket.onclose = socket.onmessage = socket.onopen = null;
  socket?.close();
  socket = null;
  asked = taken = decided = 0;
  if (chatField()) chatField().value ||= sent;
  unsent = chatField()?.value || sent || unsent;
  sent = "";
  stayAwake(false);
}

function connect() {
  disconnect();
  mayComeBack = isFresh = true;
  startCounting();
  socket = takeEarly("socket") ?? new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play?${document.documentElement.lang}`);
  socket.binaryType = "arraybuffer";
  const path = location.pathname, own = socket;
  socket.onopen = () => {
    ask({ hello: { ...kept(), ...whatLinkBrings(), path, inflates, own: recall(OWN) } });
    const form = takeEarly("form");
    if (form) sendForm(form);
  };
  const read = reader((update) => socket === own && receive(update), () => socket === own && lost());
  let last = Promise.resolve();
  socket.onmessage = (event) => last = read(event.data);
  socket.onclose = (event) => last.then(() => socket === own && lost(event.code)); // the last message says why
  if (isOpen()) socket.onopen();
  else after(Math.max(TIME_TO_CONNECT, patience), giveUp);
}

// What came before this script, once; later, a name that waits for the first connection.
function takeEarly(what) {
  const { [what]: came } = early;
  early[what] = null;
  return came?.readyState > WebSocket.OPEN ? null : came;
}

function receive(update) {
  failures = 0;
  hasOpened = true;
  blocked = "";
  find("moved").hidden = true;
  heardAt = Date.now();
  const wasAsking = isAsking();
  taken = update.taken; // what crosses a press on its way is not the answer to it
  if (isAsking()) after(patience, giveUp);
  else after(LONGEST_SILENCE, check);
  if (wasAsking && !isAsking()) patience = waitFor(SLOWER * (heardAt - waitsSince));
  const isBack = isFresh;
  if (isBack) tell(doubt && sentOn !== socket ? `${say("script.connected_again")} ${doubt}` : "", TIME_TO_BE_TOLD);
  if (!isAsking()) doubt = sent = "";
  if (isBack) unsent = chatField()?.value || unsent;
  take(update);
  if (isBack && given && sentOn !== socket && document.querySelector("form[data-press=name]")) press("name", given);
  if (isBack && unsent) press("show", "chat");
}

function ask(message) {
  socket.send(JSON.stringify(message));
  if (!isAsking()) {
    waitsSince = Date.now();
    after(patience, giveUp);
  }
  asked++;
}

const waitFor = (milliseconds) => Math.max(TIME_TO_ANSWER, Math.min(LONGEST_SILENCE, milliseconds));

function giveUp() {
  patience = waitFor(2 * patience);
  lost();
}

function check() {
  if (!mayComeBack) return;
  if (isOpen() && Date.now() - heardAt < 2 * LONGEST_SILENCE) ask({});
  else comeBack();
}

function lost(code) {
  disconnect();
  if (code === TAKEN_OVER) return standAside();
  if (code === ENDED) return endVisit();
  if (endOpening()) closeWindow();
  if (goThere()) seek();
  find("moved").hidden = failures < OFTEN || !wayBack(recall(KEPT));
  if (failures + 1 >= FEW && !hasOpened) whatBlocks().then(takeBlock);
  tell(offline());
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures++);
  after(longest * (0.5 + Math.random() / 2), comeBack);
}

function endVisit() {
  mayComeBack = false;
  if (goThere()) seek();
}

const goThere = () => document.querySelector("[data-press=go]");
let isSeeking = false, hurry = () => {}, nextLook = 0; // the timer of the next attempt to reach it

// The game goes on at another host: whoever does not press anything is taken there, once this browser reaches it. Until
// then the page stays, for the match may come back to this host, and looks at both.
async function seek() {
  if (isSeeking) return;
  isSeeking = true;
  const { value, ways } = goThere().dataset;
  const toRead = new Promise((resolve) => setTimeout(hurry = resolve, TIME_TO_GO));
  const [way] = await Promise.all([wayTo(value, ways), toRead]);
  isSeeking = false;
  if (!goThere() || recall(TAB) !== me) return;
  if (way) return void location.assign(way);
  document.documentElement.dataset.unreached = "";
  clearTimeout(nextLook);
  nextLook = setTimeout(() => goThere() && seek(), LONGEST_PAUSE); // a host's page stays connected: no end calls it
  if (socket) return;
  mayComeBack = true;
  after(LONGEST_PAUSE, comeBack);
}

// The player wants to go there now; to an address that cannot be tried in another tab, so that this one stays.
function go(link) {
  if (!goThere().dataset.ways) return void open(link, "_blank", "noreferrer");
  tell(say("script.trying_there"), TIME_TO_BE_TOLD);
  seek();
  hurry();
}

function comeBack() {
  if (mayComeBack && recall(TAB) === me) connect();
  else if (mayComeBack) standAside(); // another tab has the seat
}

function standAside() {
  disconnect();
  mayComeBack = false;
  find("window").close();
  tell("");
  find("elsewhere").hidden = false;
  find("elsewhere").querySelector("button").focus();
}

function playHere() {
  keep(TAB, me);
  find("elsewhere").hidden = true;
  failures = 0;
  connect();
}

function takeBlock(why) {
  blocked = why;
  if (!isOpen()) tell(offline());
}

// Why there is no connection: in the server's words, if it has said so.
function offline() {
  if (blocked) return `${blocked} ${say("script.trying_again")}`;
  const isAtTable = find("seats").firstElementChild || find("waiting").firstElementChild;
  const why = document.querySelector("#status .trouble")?.textContent;
  const cut = isAtTable ? `${say("script.not_connected")} ${say("script.saved")}` : say("script.not_connected");
  return `${why ?? cut} ${say("script.trying_again")} ${doubt}`;
}

let toldFor = 0; // the timer that ends a text

// Show a text in the bar above all, for so many milliseconds, or as long as it is true.
function tell(text, time = 0) {
  clearTimeout(toldFor);
  if (time) toldFor = setTimeout(tell, time, "");
  const bar = find("offline");
  bar.textContent = text;
  bar.hidden = !text;
  const place = find("window").open && !isOpen() ? find("window") : document.body; // a window covers all else
  if (find("lost").parentNode !== place) place.prepend(find("lost"));
}

addEventListener("online", comeBack);
addEventListener("offline", check);
addEventListener("pageshow", (event) => event.persisted && comeBack());
document.addEventListener("visibilitychange", () => document.hidden || check());

const makeOwn = () => keep(OWN, crypto.getRandomValues(new Uint8Array(24)).join(""));

// What the server sends.

let turn = null, shape = "";

function take(update) {
  const isFirst = isFresh;
  if (isFirst) begin();
  if (update.kept) {
    const text = JSON.stringify(update.kept);
    keep(KEPT, text);
    if (text.includes(recall(OWN))) makeOwn(); // it is a seat's now
    if (update.kept.name) given = null;
    forgetLink();
  }
  if (update.title) document.title = update.title;
  if (update.file) save(update.file);
  if (update.path) showAddress(update.path); // so that a reload leads to the same table
  if (update.phrases) learnPhrases(update.phrases);
  const ids = change({ ...update.shared, ...update.parts });
  const before = isFirst ? null : scene(ids), wasCovered = find("window").open;
  showParts(isFirst ? ids : hold(ids, showParts));
  const items = (update.said ?? []).map((html) => add(find("said"), inFull(html)));
  if (!wasCovered || !find("window").open) readOut(items.map((item) => item.textContent)); // a window says itself what it hides
  move(before, items);
  soundsOf(items);
}

// The first message of a connection has everything.
function begin() {
  isFresh = false;
  document.documentElement.removeAttribute("data-known");
  find("said").replaceChildren();
  beginTexts();
  forgetTexts();
  drop();
  startSide();
  shape = "";
}

function showParts(ids) {
  let chosen = null; // the button that has just been chosen
  const hadHand = !!listOfTiles(), focused = document.activeElement;
  for (const id of ids) chosen = show(find(id), htmlOf(id)) ?? chosen;
  settleTouch();
  if (ids.length) settleDrop();
  if (ids.length) followParts(ids, chosen);
  else settleWindow(false);
  if (!hadHand) followHand(focused);
  followReplay();
}

function save({ name, text }) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

// Bring the rest of the page up to date with these parts: the window, clocks, the signal of a turn, the board's size.
function followParts(ids, chosen) {
  if (ids.includes("look")) {
    const { look: wanted, language } = find("look").firstElementChild.dataset;
    look(wanted);
    readIn(language);
  }
  settleWindow(ids.includes("window"));
  if (ids.includes("sheet")) followSide();
  if (unsent && chatField()) {
    chatField().value ||= unsent;
    unsent = "";
  }
  const next = document.querySelector("#actions [data-next]"); // a round has ended, and with it what had the focus
  if (next && !next.shownAt && mayLeave(document.activeElement)) next.focus({ preventScroll: true });
  for (const button of all("[data-waits]")) button.shownAt ??= Date.now();
  for (const clock of all("[data-left]")) {
    if (clock.dataset.left !== clock.told) clock.until = Date.now() + 1000 * (clock.told = clock.dataset.left);
  }
  tick();
  stayAwake(!!find("signal").querySelector("[data-awake]"));
  const signal = find("signal").querySelector("[data-turn]")?.dataset;
  if (signal && turn !== null && signal.turn !== turn) {
    if ("vibration" in signal && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(80);
    if ("sound" in signal) beep();
  }
  turn = signal?.turn ?? "";
  followKey(chosen);
  sendShape();
}

// Whether the focus may leave this element for a button of the table: a field for chat and a window keep it.
const mayLeave = (element) => !find("window").open && (element === document.body || find("main").contains(element));

// The tiles are a list, since a screen reader leaves letters and arrows to the page there, and keeps them elsewhere.
const listOfTiles = () => find("hand").querySelector("[role=listbox]");
const isNowhere = (element) => element === document.body || element === find("main");

// The first tiles have come. They get the focus if nothing has it, or if that has gone which the player has pressed.
function followHand(focused) {
  const isFree = isNowhere(document.activeElement) || !focused.isConnected;
  if (isFree && !find("window").open) listOfTiles()?.focus({ preventScroll: true });
}

let shownWindow = ""; // the class of the window that was shown last
let named = ""; // the title that a screen reader has been given of the window that is open

function openDialog(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  changeRegion();
}

// A window that opens is a sentence, since a screen reader may say nothing of it (Orca 43).
function nameWindow(title) {
  if (title !== named) readOut([title, say("script.escape_closes")]);
  named = title;
}

function openWindow(dialog, title) {
  const name = dialog.firstElementChild?.className ?? "";
  const isComplete = endOpening(), isAnother = name !== shownWindow;
  shownWindow = name;
  if (title && (isComplete || isAnother || !dialog.contains(document.activeElement))) {
    openDialog(dialog);
    nameWindow(title.textContent);
    dialog.scrollTop = 0; // another window begins at its top
    (dialog.querySelector("[autofocus]") ?? title).focus();
  } else if (!title) closeWindow();
}

const nameOfWindow = () => find("window").querySelector(".close")?.dataset.value ?? "";
let isClosing = false; // whether this script has closed it

function closeWindow() {
  const dialog = find("window");
  if (!dialog.open) return;
  isClosing = true;
  dialog.close(); // the focus goes back to where it was
  forgetWindow();
  if (isNowhere(document.activeElement) && listOfTiles()) followHand(document.body);
  else if (document.activeElement === document.body) focusOn(find("actions"));
  if (dialog.contains(find("offline"))) tell(find("offline").textContent);
}
find("window").addEventListener("cancel", (event) => {
  event.preventDefault(); // `press` closes it
  press("close", nameOfWindow());
});
find("window").addEventListener("close", () => {
  if (!isClosing) forgetWindow();
  if (!isClosing) press("close", nameOfWindow()); // a browser may close it without asking
  isClosing = false;
});
function forgetWindow() {
  named = "";
  changeRegion();
}

function tick() {
  for (const clock of all("[data-left]")) {
    const left = Math.max(0, Math.round((clock.until - Date.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}
setInterval(tick, 1000);

function sendShape() {
  const now = `${find("board").clientWidth}x${find("board").clientHeight}`;
  if (!isOpen() || isFresh) return;
  if (!now.startsWith("0") && now !== shape) ask({ press: "shape", value: (shape = now) });
  const side = newsOfSide();
  if (side !== null) ask({ press: "side", value: side });
}
addEventListener("resize", sendShape);

function add(list, html) {
  const isAtEnd = hasNewest(list);
  list.insertAdjacentHTML("beforeend", html);
  while (list.children.length > MOST_SAID) list.firstElementChild.remove();
  if (isAtEnd) scrollToNewest();
  else find("newest").hidden = false;
  return list.lastElementChild;
}

// What the player does.

// Send a press, and return true. Without a connection it is not sent later either: the board may be another by then.
function press(name, value) {
  if (name === "reconnect") return playHere();
  if (name === "link") return paste(value.text);
  if (name === "go") return go(value);
  if (!mayComeBack) return name === "close" && closeWindow();
  if (name === "close") {
    takeCode();
    endOpening();
    closeWindow(); // also without a connection
    if (!isOpen()) return true;
    ask({ press: name, value: isAsking() ? "" : value }); // "": also the one that was asked for just now
    decided = asked;
    return true;
  }
  doubt = isOpen() ? say("script.may_not_have_arrived") : say("script.was_not_sent");
  sentOn = isOpen() ? socket : null;
  tell(isOpen() ? "" : offline());
  if (isOpen()) ask({ press: name, value });
  else if (!socket) comeBack();
  return isOpen();
}

function paste(text) {
  const fault = openPasted(text, wayBack(recall(KEPT)));
  for (const told of all("#moved .fault, #lobby [role=alert]")) told.textContent = fault;
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-press]");
  if (!pressed || pressed.nodeName === "FORM") return;
  if ("waits" in pressed.dataset && !(Date.now() - pressed.shownAt > TIME_TO_READ)) return;
  if (isBehind() && pressed.matches("#actions .main")) return;
  forgetKey();
  if (isForChat(pressed)) return chatField().focus();
  if (!press(pressed.dataset.press, pressed.dataset.value ?? "")) return;
  if (pressed.matches(".tile")) touch(pressed);
  openSoon(pressed);
});

enableDragging({
  lift: (tile) => press("lift", tile.dataset.value) && (touch(tile), true),
  drop: (tile, arm) => press("play", `${tile} ${arm}`),
});

const filledIn = (form) => Object.fromEntries(new FormData(form));
document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (isFresh && !hasOpened && event.target.dataset.press === "name" && !isOpen()) return; // it is sent with the hello
  early.form = null;
  sendForm(event.target);
});
function sendForm(form) {
  const { press: name, empties } = form.dataset, typed = name === "become-host" ? takeCode() : filledIn(form);
  if (name === "name") given = typed;
  if (!press(name, typed) || empties === undefined) return;
  if (name === "chat") sent = typed.text;
  form.reset();
}
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.dataset.change) press(form.dataset.change, filledIn(form));
});

if (!recall(OWN)) makeOwn();
addEventListener("hashchange", () => takeLink() && playHere());
takeLink();
if (isInFolder(location.pathname)) tell(say("script.in_folder"));
else playHere();
