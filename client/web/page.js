"use strict";
// Connects this page to its server, shows the parts that the server sends, and sends what is pressed. What a part or a
// press means, only the server knows; nothing here knows dominoes. `messages.py` says what goes over the WebSocket.
(() => {
  const KEPT = "fives.kept";     // in localStorage: what the server has this browser keep
  const TAB = "fives.tab";       // in localStorage: the tab that plays
  const ENDED = 4000, TAKEN_OVER = 4001; // close codes after which this tab does not come back by itself
  const FIRST_PAUSE = 500, LONGEST_PAUSE = 15000; // milliseconds between two attempts
  const LONGEST_SILENCE = 45000; // without a message for so long, the connection is dead
  const TIME_TO_ANSWER = 3000;
  const MOST_SAID = 300;
  const me = String(Math.random());
  const find = (id) => document.getElementById(id);

  // What is kept. A browser may forbid localStorage; then it lasts as long as the page.
  const memory = new Map();
  const kept = {
    get(name) {
      try { return localStorage.getItem(name); } catch { return memory.get(name) ?? null; }
    },
    set(name, value) {
      try { localStorage.setItem(name, value); } catch { memory.set(name, value); }
    },
  };

  // A way-back link has the key to a seat in its fragment. It leaves the address bar at once.
  let back = "";
  function takeBack() {
    const found = /^#seat=([\w-]{1,2000})$/.exec(location.hash);
    if (!found) return false;
    back = found[1];
    history.replaceState(null, "", location.pathname);
    return true;
  }

  // The connection.

  let socket = null, isFresh = true, mayComeBack = true, failures = 0, timer = 0, silence = 0, hiddenSince = 0;

  function connect() {
    clearTimeout(timer);
    mayComeBack = true;
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play`);
    socket.onopen = () => {
      isFresh = true;
      shape = "";
      send({ hello: { kept: readKept(), back } });
      patience(LONGEST_SILENCE);
    };
    socket.onmessage = (event) => {
      failures = 0;
      patience(LONGEST_SILENCE);
      find("offline").hidden = true;
      take(JSON.parse(event.data));
    };
    socket.onclose = (event) => lost(event.code);
    patience(LONGEST_SILENCE);
  }

  function readKept() {
    try { return JSON.parse(kept.get(KEPT)); } catch { return null; }
  }

  const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;
  const send = (message) => isOpen() && socket.send(JSON.stringify(message));

  // Give the server so long to say something.
  function patience(milliseconds, then = () => lost(0)) {
    clearTimeout(silence);
    silence = setTimeout(then, milliseconds);
  }

  function lost(code) {
    clearTimeout(silence);
    if (code === TAKEN_OVER) return standAside();
    if (code === ENDED) return void (mayComeBack = false);
    find("offline").hidden = false;
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures++);
    clearTimeout(timer);
    timer = setTimeout(comeBack, longest * (0.5 + Math.random() / 2));
  }

  function comeBack() {
    if (!mayComeBack) return;
    if (kept.get(TAB) === me) connect(); // else another tab has the seat, and is left in peace
    else standAside();
  }

  function standAside() {
    mayComeBack = false;
    clearTimeout(timer);
    find("offline").hidden = true;
    find("elsewhere").hidden = false;
    find("elsewhere").querySelector("button").focus();
  }

  // The player wants to play in this tab.
  function playHere() {
    kept.set(TAB, me);
    find("elsewhere").hidden = true;
    failures = 0;
    connect();
  }

  addEventListener("online", comeBack);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return void (hiddenSince = Date.now());
    if (!mayComeBack) return;
    if (!isOpen() || Date.now() - hiddenSince > LONGEST_SILENCE) return comeBack();
    send({}); // the phone may have slept or changed networks: the connection has to show that it is alive
    patience(TIME_TO_ANSWER, comeBack);
  });
  addEventListener("pageshow", (event) => event.persisted && comeBack());

  // What the server sends.

  function take(told) {
    if (isFresh) find("said").replaceChildren();
    isFresh = false;
    if (told.kept) {
      kept.set(KEPT, JSON.stringify(told.kept));
      back = "";
    }
    if (told.title) document.title = told.title;
    for (const [id, html] of Object.entries(told.parts ?? {})) show(id, html);
    for (const html of told.said ?? []) add(html);
    if (told.parts) follow(told.parts);
  }

  // What goes with new parts: the window, clocks, the signal of a turn, the size of the room for the board.

  let turn = null, shape = "", audio = null;
  const all = (selector) => [...document.querySelectorAll(selector)];

  function follow(parts) {
    if ("window" in parts) openWindow(find("window"), find("window-title"));
    for (const each of all("[data-address]")) each.textContent = `${location.origin}/`;
    for (const each of all("[data-left]")) {
      if (each.dataset.left !== each.told) each.until = Date.now() + 1000 * (each.told = each.dataset.left);
    }
    tick();
    const signal = find("signal").firstElementChild?.dataset;
    if (signal && turn !== null && signal.turn !== turn) {
      if ("vibration" in signal) navigator.vibrate?.(80);
      if ("sound" in signal && audio) beep();
    }
    turn = signal?.turn ?? "";
    sendShape();
  }

  function openWindow(dialog, title) {
    if (!title) return dialog.close();
    if (!dialog.open) dialog.showModal();
    else if (dialog.contains(document.activeElement)) return;
    (dialog.querySelector("[autofocus]") ?? title).focus();
  }

  find("window").addEventListener("cancel", (event) => {
    event.preventDefault(); // the server closes it
    press("close", "");
  });

  function tick() {
    for (const each of all("[data-left]")) {
      const left = Math.max(0, Math.round((each.until - Date.now()) / 1000));
      each.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    }
  }
  setInterval(tick, 1000);

  function sendShape() {
    const { clientWidth: width, clientHeight: height } = find("board");
    if (width && shape !== `${width}x${height}`) press("shape", (shape = `${width}x${height}`));
  }
  addEventListener("resize", sendShape);

  function beep() {
    const tone = audio.createOscillator(), volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.12, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.25);
  }
  // Browsers allow sound only after the player has touched the page.
  addEventListener("pointerdown", () => (audio ??= window.AudioContext && new AudioContext()), { once: true });

  const parsed = (html) => Object.assign(document.createElement("template"), { innerHTML: html }).content;

  function add(html) {
    const list = find("said");
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(parsed(html));
    while (list.children.length > MOST_SAID) list.firstElementChild.remove();
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  // Replace what is in a part. What stays the same stays the same element: with its focus, and what is typed in it.
  function show(id, html) {
    const part = find(id);
    if (!part) return;
    const place = focusable(part).indexOf(document.activeElement);
    becomeChildren(part, parsed(html));
    if (place < 0 || part.contains(document.activeElement)) return;
    const left = focusable(part);
    if (!left.length) part.tabIndex = -1;
    (left[Math.min(place, left.length - 1)] ?? part).focus();
  }

  const focusable = (part) => [...part.querySelectorAll("button, a[href], input, select, textarea, summary")];

  const keyOf = (node) =>
    node.id || (node.dataset?.press && `${node.dataset.press} ${node.dataset.value ?? ""}`) || node.name || "";

  const isLike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

  function becomeChildren(parent, wanted) {
    const old = [...parent.childNodes];
    const nodes = [...wanted.childNodes].map((child) => {
      const found = old.findIndex((each) => isLike(each, child));
      if (found < 0) return child;
      const [same] = old.splice(found, 1);
      become(same, child);
      return same;
    });
    for (const each of old) each.remove(); // first, so that what stays need not move: an element that moves loses focus
    let at = parent.firstChild;
    for (const node of nodes) {
      if (node === at) at = at.nextSibling;
      else parent.insertBefore(node, at);
    }
  }

  function become(node, wanted) {
    if (node.nodeType !== Node.ELEMENT_NODE) {
      if (node.data !== wanted.data) node.data = wanted.data;
      return;
    }
    for (const { name } of [...node.attributes]) {
      if (!wanted.hasAttribute(name) && name !== "open") node.removeAttribute(name); // the player opens "details"
    }
    for (const { name, value } of wanted.attributes) {
      if (node.getAttribute(name) === value) continue;
      node.setAttribute(name, value);
      if (name === "value" && node.nodeName === "INPUT") node.value = value;
    }
    if (node.nodeName === "OPTION") node.selected = wanted.hasAttribute("selected");
    becomeChildren(node, wanted);
  }

  // What the player does.

  const press = (name, value) => (name === "reconnect" ? playHere() : send({ press: name, value }));

  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-press]");
    if (!pressed || pressed.nodeName === "FORM") return;
    press(pressed.dataset.press, pressed.dataset.value ?? "");
  });

  const filledIn = (form) => Object.fromEntries(new FormData(form));
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    press(form.dataset.press, filledIn(form));
    if ("empties" in form.dataset) form.reset();
  });

  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.dataset.change) press(form.dataset.change, filledIn(form));
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    if (find("window").open || !find("actions").firstElementChild) return; // Escape in a window is its "cancel"
    const { key } = event;
    if (/^(Enter| )$/.test(key) && event.target.closest("button, a, summary")) return;
    if (/^Arrow/.test(key) && event.target.closest("#said")) return;
    if (key.length > 1 && !/^(Enter|Escape|Arrow.*)$/.test(key)) return;
    event.preventDefault();
    send({ press: "key", value: key });
  });

  addEventListener("hashchange", () => takeBack() && playHere());
  takeBack();
  playHere();
})();
