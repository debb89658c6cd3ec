// What this browser keeps for the page. Where it keeps nothing, because its player or the program that shows the page
// does not let it, the history of the tab has it, which outlasts a reload. Browsers of TVs have to understand this.

let storage = null; // the browser's own, which may be missing without a word
try { storage = localStorage; } catch (error) { /* it is forbidden */ }

let held = (history.state || {}).held || {}; // what has no other place

export const recall = (key) => (key in held || !storage ? held[key] : storage.getItem(key));

export function keep(key, text) {
  try {
    storage.setItem(key, text);
    delete held[key];
  } catch (error) { // it is missing, or full
    held = Object.assign({}, held, { [key]: text });
    show(location.href);
  }
}

// Whether what is kept ends with the tab.
export const forgets = () => !storage || Object.keys(held).length > 0;

// Put this address into the address bar, and keep what the history has.
export function show(address) {
  history.replaceState({ held }, "", address);
}
