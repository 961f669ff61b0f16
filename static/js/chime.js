// Two notes, for who wants to hear whose turn it is. A browser lets a page sound once it was touched.
(() => {
  const audio = new AudioContext();
  window.Chime = {
    unlock: () => audio.resume(),
    call: () => {
      if (audio.state !== "running") return;
      for (const [n, pitch] of [660, 880].entries()) {
        const tone = audio.createOscillator(), loud = audio.createGain(), at = audio.currentTime + n * 0.16;
        tone.frequency.value = pitch;
        loud.gain.setValueAtTime(0.25, at);
        loud.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
        tone.connect(loud).connect(audio.destination);
        tone.start(at);
        tone.stop(at + 0.3);
      }
    },
  };
})();
