// What the fragment of a link brings: an invitation, a way back to a seat, a code for hosting from this browser.
// `protocol/shared/join_link.py` has its grammar. All are secrets, so they leave the address bar at once, and go to
// the server alone, in the first message.

const INVITATION = /^[a-z2-7]{26}$/, BACK = /^[\w-]{1,2000}$/, LONGEST_CODE = 40;
const NOTHING = { invitation: "", back: "" };

let brought = NOTHING, code = "";

// Take the fragment out of the address bar. Returns whether it has brought anything.
function takeLink() {
  const found = read(location.hash.slice(1));
  if (location.hash) showAddress(location.pathname);
  const { host, ...others } = found;
  if (others.invitation || others.back) brought = others;
  code = host || code;
  return !!(others.invitation || others.back || host);
}

const whatLinkBrings = () => ({ ...brought, host: !!code });
const forgetLink = () => brought = NOTHING;

// The code for hosting, once: the player has agreed, or has said no. Until then it has not left this browser.
function takeCode() {
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
function wayBack(kept) {
  const seat = ((JSON.parse(kept || "null") || {}).seats || [])[0]; // table, name, key, game, if it is over, secrets
  if (!seat || seat[4]) return "";
  const bytes = new TextEncoder().encode(JSON.stringify(seat));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// Whether a proxy serves this page in a folder, where nothing else of it is: `protocol/shared/table_path.py` has paths.
const isInFolder = (path) => path.slice(1).includes("/");

// Open a link that the player has pasted, perhaps with words around it, or only its fragment or its invitation. Returns
// what is wrong with it, or "". Another address of this host, or the next host, has nothing stored yet, so a link to a
// host takes `way` along.
function openPasted(text, way) {
  const typed = text.trim(), bare = joined(typed).toLowerCase(), url = urlIn(typed);
  const fragment = INVITATION.test(bare) ? `i=${bare}` : url ? url.hash.slice(1) : joined(typed).split("#")[1] || "";
  if (isCut(fragment)) return say("script.link_is_cut");
  const { invitation, back, host } = read(fragment), isWhole = invitation || back || host;
  const isOfHost = invitation || /(^|,)\s*k=/.test(fragment);
  if (url && url.origin !== location.origin && isOfHost && way && !back) url.hash += `,back=${way}`;
  if (url && (url.origin !== location.origin || isWhole)) location.assign(url);
  else if (isWhole) location.hash = fragment;
  else return say("script.no_link");
  return "";
}

// The link in a text. Blanks and ends of lines may have broken it: then the words that follow make it whole.
function urlIn(text) {
  const words = (/https?:\/\/[^]*/i.exec(text) || [""])[0].split(/\s+/);
  const longer = words.map((word, at) => urlOf(words.slice(0, at + 1).join("")));
  const isAll = (url, at) => url && url.hash.length > 1 && !isCut(url.hash.slice(1)) && !/^,/.test(words[at + 1] || "");
  return longer.find(isAll) || longer[0];
}

function urlOf(text) {
  try {
    return new URL(text.replace(/[.,;:!?)>\]'"]+$/, ""));
  } catch (error) {
    return null;
  }
}

const joined = (text) => text.replace(/\s+/g, "");

// Whether the last part of a fragment is only the beginning of one.
function isCut(fragment) {
  const last = fragment.split(",").pop(), [name, value] = last.split("=");
  if (value === undefined) return !!fragment && ["k", "i", "also", "back", "host"].some((part) => part.startsWith(last));
  const most = { k: 19, i: 25 }[name] || 0;
  return /^[a-z2-7]*$/i.test(value.replace(/-/g, "")) && value.replace(/-/g, "").length <= most;
}
