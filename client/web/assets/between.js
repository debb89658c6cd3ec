// What sits between this page and its server. A TV has this, too, so it does with the language of 2018.

const FEW = 3; // failures of a page that was never connected, after which it asks

// Why the page was never connected, or "": a proxy may pass the page on and no WebSocket. Then the host still answers
// requests for files.
async function whatBlocks() {
  const answered = await fetch("/icon.svg", { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answered && answered.ok ? say("script.blocked", { name: location.hostname }) : "";
}
