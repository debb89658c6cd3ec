// What the page says by itself: messages of the catalogue, which the document has in the reader's language (`own_words.py`).
// A TV has this, too, so it does with the language of 2018.

const WORDS = JSON.parse(document.getElementById("words").textContent);

// The message with its facts.
function say(key, facts = {}) {
  return (WORDS[key] || key).replace(/\{(\w+)\}/g, (gap, name) => name in facts ? facts[name] : gap);
}
