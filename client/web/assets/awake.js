// Keeps the screen on while a match runs and the page is in sight, where the browser can: over https, and at localhost.

let isRunning = false, isAsking = false, lock = null;

export function stayAwake(runs) {
  isRunning = runs;
  settle();
}
document.addEventListener("visibilitychange", settle); // a page out of sight loses its lock

async function settle() {
  if (isAsking || !navigator.wakeLock) return;
  const isWanted = isRunning && !document.hidden;
  if (isWanted && (!lock || lock.released)) {
    isAsking = true;
    lock = await navigator.wakeLock.request("screen").catch(() => null); // refused, perhaps to save the battery
    isAsking = false;
    if (lock) settle(); // the match may have ended meanwhile
  } else if (!isWanted && lock) {
    lock.release();
    lock = null;
  }
}
