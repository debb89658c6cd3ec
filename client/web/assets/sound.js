// Sounds, made of tones. Browsers allow sound only after the player has touched the page.

const GAP = 0.09; // seconds between two tones
const TUNES = JSON.parse("{{tunes}}"); // the tones of each sound, in hertz: TUNES of client/model/sounds.py
let audio = null, free = 0; // `free`: when the last sound ends
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => (audio ??= new AudioContext()));

function beep() {
  sound("turn", 0.12, 0.06);
}

// The sounds of new sentences, one after another; of many at once, the last ones.
function soundsOf(items) {
  for (const item of items.filter((item) => item.dataset.sound).slice(-4)) sound(item.dataset.sound, 0.05, 0.03);
}

function sound(name, loudness, decay) {
  if (!audio) return;
  audio.resume();
  let at = Math.max(audio.currentTime, free);
  for (const frequency of TUNES[name] ?? []) {
    const tone = new OscillatorNode(audio, { frequency }), volume = new GainNode(audio, { gain: loudness });
    volume.gain.setTargetAtTime(0, at, decay);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 5 * decay);
    at += GAP;
  }
  free = at;
}
