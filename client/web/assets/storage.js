// What this browser keeps for the page. Where it keeps nothing, because its player or the program that shows the page
// does not let it, the history of the tab has it, which outlasts a reload. Browsers of TVs have to understand this.

let storage = null; // the browser's own, which may be missing without a word
try { storage = localStorage; } catch (error) { /* it is forbidden */ }

let unstored = (history.state || {}).held || {}; // what has no other place

const recall = (key) => (key in unstored || !storage ? unstored[key] : storage.getItem(key));

function keep(key, text) {
  try {
    storage.setItem(key, text);
    delete unstored[key];
  } catch (error) { // it is missing, or full
    unstored = Object.assign({}, unstored, { [key]: text });
    showAddress(location.href);
  }
}

// Whether what is kept ends with the tab.
const forgets = () => !storage || Object.keys(unstored).length > 0;

// Put this address into the address bar, and keep what the history has.
function showAddress(address) {
  history.replaceState({ held: unstored }, "", address);
}
