// The look of the page: dark felt, light, or as the device is set. The server says which one the player wants; it is
// also stored here, so that the next visit begins with it.

const LOOK = "fives.look";
const prefersLight = matchMedia("(prefers-color-scheme: light)");

let wantedLook = recall(LOOK) ?? "dark";

function look(now) {
  if (now && now !== recall(LOOK)) keep(LOOK, now);
  wantedLook = now || wantedLook;
  const isLight = wantedLook === "light" || (wantedLook === "device" && prefersLight.matches);
  document.documentElement.dataset.look = isLight ? "light" : "dark";
  const bar = getComputedStyle(document.documentElement).getPropertyValue("--bar").trim();
  if (bar) document.querySelector("meta[name=theme-color]").content = bar;
}

prefersLight.addEventListener("change", () => look());
look();
