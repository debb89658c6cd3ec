// The look of the page: dark felt, light, or as the device is set. The server says which one the player wants; it is
// also stored here, so that the next visit begins with it. So is the language, in a cookie: the document is in it.

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

const LANGUAGE = "fives-language"; // as in `browser_language.py`
const languageKept = () => (document.cookie.match(`(?:^|; )${LANGUAGE}=([a-z]+)`) ?? ["", ""])[1];

// The language that the player wants, "" for the browser's own. The page begins again in another one, unless the browser
// keeps no cookies: then it would begin again for ever.
function readIn(wanted) {
  if (wanted === languageKept()) return;
  document.cookie = `${LANGUAGE}=${wanted}; path=/; samesite=lax; max-age=${wanted ? 31536000 : 0}`;
  if (wanted === languageKept()) location.reload();
}
