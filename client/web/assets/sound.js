// The sound of a turn. Browsers allow sound only after the player has touched the page.

let audio = null;
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => (audio ??= new AudioContext()));

export function beep() {
  if (!audio) return;
  audio.resume();
  const tone = new OscillatorNode(audio, { frequency: 660 }), volume = new GainNode(audio, { gain: 0.12 });
  volume.gain.setTargetAtTime(0, audio.currentTime, 0.06);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.3);
}
