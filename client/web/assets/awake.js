// Keeps the screen on while a match runs and the page is in sight, where the browser can: over https, and at localhost.

let isRunning = false, isAskingForLock = false, lock = null;

function stayAwake(runs) {
  isRunning = runs;
  settleLock();
}
document.addEventListener("visibilitychange", settleLock); // a page out of sight loses its lock

async function settleLock() {
  if (isAskingForLock || !navigator.wakeLock) return;
  const isWanted = isRunning && !document.hidden;
  if (isWanted && (!lock || lock.released)) {
    isAskingForLock = true;
    lock = await navigator.wakeLock.request("screen").catch(() => null); // refused, perhaps to save the battery
    isAskingForLock = false;
    if (lock) settleLock(); // the match may have ended meanwhile
  } else if (!isWanted && lock) {
    lock.release();
    lock = null;
  }
}
