"use strict";
// Shows one step of a game: the table, the sentences, the place in the game. Which step each thing is shown at, the thing
// says itself (data-from, data-to); what happened stands in the list. So nothing here knows dominoes.
(() => {
  const prefersLight = matchMedia("(prefers-color-scheme: light)");
  const look = () => (document.documentElement.dataset.look = prefersLight.matches ? "light" : "dark");
  prefersLight.addEventListener("change", look);
  look();
  const find = (id) => document.getElementById(id);
  const slider = find("slider"), sentences = find("step"), place = find("place"), list = find("log"), speed = find("speed");
  const items = [...list.children];
  const last = items.length - 1;
  const deals = items.flatMap((item, at) => (item.classList.contains("deal") ? [at] : []));
  const timed = [...document.querySelectorAll("[data-from]")].map((shape) => ({
    shape,
    from: Number(shape.dataset.from),
    to: Number(shape.dataset.to),
    restsHidden: shape.hasAttribute("hidden"),
  }));
  const buttons = Object.fromEntries(
    [...document.querySelectorAll("button[data-press]")].map((button) => [button.dataset.value, button]),
  );
  let now = -1;
  let timer = 0;

  const hide = (shape, isHidden) => {
    if (shape.hasAttribute("hidden") !== isHidden) shape.toggleAttribute("hidden", isHidden);
  };

  function show(step) {
    step = Math.min(Math.max(step, 0), last);
    if (step === now) return;
    if (now >= 0) items[now].removeAttribute("aria-current");
    now = step;
    for (const { shape, from, to } of timed) hide(shape, step < from || to <= step);
    const item = items[step];
    item.setAttribute("aria-current", "step");
    sentences.replaceChildren(...[...item.lastElementChild.children].map((said) => said.cloneNode(true)));
    place.textContent = item.dataset.place;
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", item.dataset.place);
    list.scrollTop = item.offsetTop - (list.clientHeight - item.clientHeight) / 2;
    try {
      history.replaceState(null, "", "#step=" + step);
    } catch {
      // Some viewers of attachments do not let a page change its address.
    }
  }

  function run(goesOn) {
    clearTimeout(timer);
    timer = 0;
    if (goesOn) {
      timer = setTimeout(() => {
        show(now + 1);
        run(now < last);
      }, 1000 / Number(speed.value));
    }
    buttons.play.textContent = goesOn ? buttons.play.dataset.pause : play;
  }

  const play = buttons.play.textContent;
  const does = {
    first: () => show(deals[0] ?? 0),
    "round-back": () => show(deals.findLast((at) => at < now) ?? 0),
    back: () => show(now - 1),
    on: () => show(now + 1),
    "round-on": () => show(deals.find((at) => at > now) ?? last),
    last: () => show(last),
  };
  const byKey = new Map();
  for (const [name, button] of Object.entries(buttons)) {
    button.addEventListener("click", () => {
      if (name === "play") {
        if (!timer && now === last) does.first();
        run(!timer);
      } else {
        run(false);
        does[name]();
      }
    });
    for (const key of button.dataset.keys.split("|")) byKey.set(key, button);
  }

  slider.addEventListener("input", () => {
    run(false);
    show(Number(slider.value));
  });
  speed.addEventListener("change", () => run(timer !== 0));

  document.addEventListener("keydown", (event) => {
    const button = byKey.get(event.key === " " ? "Space" : event.key);
    if (!button || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select")) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return; // it presses these
    event.preventDefault();
    button.click();
  });

  // An address that ends in #step=57 opens at this step.
  function named() {
    const found = /^#step=(\d{1,9})$/.exec(location.hash);
    return Number(found ? found[1] : slider.value);
  }
  addEventListener("hashchange", () => {
    run(false);
    show(named());
  });

  // Paper shows every round as it ended, as does a browser without scripts.
  addEventListener("beforeprint", () => {
    for (const { shape, restsHidden } of timed) hide(shape, restsHidden);
  });
  addEventListener("afterprint", () => {
    const step = now;
    now = -1;
    show(step);
  });

  document.documentElement.classList.add("runs");
  show(named());
})();
