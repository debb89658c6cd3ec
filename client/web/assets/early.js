// What does not wait for the page's script: the connection, and a name that is sent before. The document has this in it;
// `page.js` takes both over. Whoever has been here has given a name, and is asked for none.

window.early = { socket: null, form: null };
if (!location.pathname.slice(1).includes("/")) { // else a proxy serves this page in a folder, which the script says
  early.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play?${document.documentElement.lang}`);
}
document.addEventListener("submit", (event) => {
  event.preventDefault();
  early.form = event.target;
  event.target.setAttribute("aria-busy", "true");
});
try {
  const { held = {} } = history.state || {}; // as in `storage.js`
  const { name } = JSON.parse(held["fives.kept"] || localStorage["fives.kept"] || "{}");
  const bringsSeat = /^#[^=]+$|[#,]\s*(back|seat)=/.test(location.hash); // as in `link.js`
  document.documentElement.toggleAttribute("data-known", !!name || bringsSeat);
} catch (error) { /* nothing is stored */ }
