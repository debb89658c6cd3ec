// The look of the page: dark felt, light, or as the device is set. The server says which one the player wants; it is
// also stored here, so that the next visit begins with it.

import { keep, recall } from "./storage.js";

const LOOK = "fives.look";
const prefersLight = matchMedia("(prefers-color-scheme: light)");

let wanted = recall(LOOK) ?? "dark";

export function look(now) {
  if (now && now !== recall(LOOK)) keep(LOOK, now);
  wanted = now || wanted;
  const isLight = wanted === "light" || (wanted === "device" && prefersLight.matches);
  document.documentElement.dataset.look = isLight ? "light" : "dark";
  const bar = getComputedStyle(document.documentElement).getPropertyValue("--bar").trim();
  if (bar) document.querySelector("meta[name=theme-color]").content = bar;
}

prefersLight.addEventListener("change", () => look());
look();
