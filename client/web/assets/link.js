// What the fragment of a link brings: an invitation, a way back to a seat, a code for hosting from this browser.
// `protocol/console/join_link.py` has its grammar. All are secrets, so they leave the address bar at once, and go to
// the server alone, in the first message.

const INVITATION = /^[a-z2-7]{26}$/, BACK = /^[\w-]{1,2000}$/, LONGEST_CODE = 40;
const NOTHING = { invitation: "", back: "" };

let brought = NOTHING, code = "";

// Take the fragment out of the address bar. Returns whether it has brought anything.
export function takeLink() {
  const found = read(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  const { host, ...others } = found;
  if (others.invitation || others.back) brought = others;
  code = host || code;
  return !!(others.invitation || others.back || host);
}

export const whatLinkBrings = () => ({ ...brought, host: !!code });
export const forgetLink = () => brought = NOTHING;

// The code for hosting, once: the player has agreed, or has said no. Until then it has not left this browser.
export function takeCode() {
  const taken = code;
  code = "";
  return taken;
}

function read(fragment) {
  const found = {};
  for (const part of fragment.split(",")) {
    const at = part.indexOf("=");
    found[at < 0 ? "back" : part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  const invitation = (found.i || "").toLowerCase(), back = found.back || found.seat || ""; // "seat": of older pages
  return {
    invitation: INVITATION.test(invitation) ? invitation : "",
    back: BACK.test(back) ? back : "",
    host: (found.host || "").slice(0, LONGEST_CODE), // whatever was typed: the page says so if it is not a code
  };
}

// The newest of the stored seats, as `client/store/browser_seats.py` writes it; "" without one. It may be needed at
// another host, so it has the secrets that prove there whose it is.
export function wayBack(kept) {
  const seat = ((JSON.parse(kept || "null") || {}).seats || [])[0]; // table, name, key, game, if it is over, secrets
  if (!seat || seat[4]) return "";
  const bytes = new TextEncoder().encode(JSON.stringify(seat));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// Open a link that the player has pasted, perhaps with words around it, or only its fragment or its invitation. Returns
// what is wrong with it, or "". Another address of this host, or the next host, has nothing stored yet, so a link to a
// host takes `way` along.
export function openPasted(text, way) {
  const typed = text.trim(), bare = typed.toLowerCase(), url = urlIn(typed);
  const fragment = INVITATION.test(bare) ? `i=${bare}` : url ? url.hash.slice(1) : typed.split("#")[1] || "";
  const { invitation, back, host } = read(fragment), isWhole = invitation || back || host;
  const isOfHost = invitation || /(^|,)\s*k=/.test(fragment);
  if (url && url.origin !== location.origin && isOfHost && way && !back) url.hash += `,back=${way}`;
  if (url && (url.origin !== location.origin || isWhole)) location.assign(url);
  else if (isWhole) location.hash = fragment;
  else return "There is no invitation in this link. Copy all of it, and paste it again.";
  return "";
}

function urlIn(text) {
  try {
    return new URL(/https?:\/\/\S+/i.exec(text)[0].replace(/[.,;:!?)>\]'"]+$/, ""));
  } catch (error) {
    return null;
  }
}
