// What the fragment of a link brings: an invitation, and a way back to a seat. `protocol/console/join_link.py` has its
// grammar. Both are secrets, so they leave the address bar at once, and go to the server alone, in the first message.

const INVITATION = /^[a-z2-7]{26}$/, BACK = /^[\w-]{1,2000}$/;

let brought = { invitation: "", back: "" };

// Take the fragment out of the address bar. Returns whether it has brought anything.
export function takeLink() {
  const found = read(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (found.invitation || found.back) brought = found;
  return !!(found.invitation || found.back);
}

export const whatLinkBrings = () => brought;
export const forgetLink = () => brought = { invitation: "", back: "" };

function read(fragment) {
  const found = {};
  for (const part of fragment.split(",")) {
    const at = part.indexOf("=");
    found[at < 0 ? "back" : part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  const invitation = (found.i || "").toLowerCase(), back = found.back || found.seat || ""; // "seat": of older pages
  return { invitation: INVITATION.test(invitation) ? invitation : "", back: BACK.test(back) ? back : "" };
}

// Open a link that the player has pasted, perhaps with words around it, or only its fragment or its invitation. Returns
// what is wrong with it, or "".
export function openPasted(text) {
  const typed = text.trim(), bare = typed.toLowerCase(), url = urlIn(typed);
  const fragment = INVITATION.test(bare) ? `i=${bare}` : url ? url.hash.slice(1) : typed.split("#")[1] || "";
  const { invitation, back } = read(fragment);
  if (url && (url.origin !== location.origin || invitation || back)) location.assign(url);
  else if (invitation || back) location.hash = fragment;
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
