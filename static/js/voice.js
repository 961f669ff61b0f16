// Reads aloud, where a phone or a big screen was asked to: whose turn it is, great moments, the end,
// and how close one is once it is near. The big screen has its own switch: a browser lets a page
// speak once it was touched.
(() => {
  const { speechSynthesis: voice } = window, button = document.querySelector(".tv-voice");
  if (!voice) return;
  const on = () => { try { return localStorage.getItem("voice") === "on"; } catch (error) { return false; } };
  const text = (one) => one.textContent.trim().replace(/\s+/g, " ");
  const found = (places) => [...document.querySelectorAll(places)].map(text).filter(Boolean);
  const peak = () => (document.getElementById("r-peak") || { dataset: {} }).dataset.at;

  // What is read, each with what tells it from the one before.
  const now = () => {
    const who = found(".tv .turn h2, .tv .turn p, .acts > .yours, .acts > .waiting").join(", ");
    const turn = who || found("#board .expected > header > h2").slice(0, 1).join("");
    const near = found(".threats .near, .threats .low"), over = found("#r-over > h2, #r-over > .big");
    const lines = [[peak(), found("#r-peak > *").join(". ")], [turn, over.length ? "" : turn]];
    return new Map([...lines, ...[...near, ...over].map((each) => [each, each])]);
  };
  const speak = (lines) => {
    if (!lines.length || !on()) return;
    voice.cancel();
    const said = new SpeechSynthesisUtterance(lines.join(". "));
    said.lang = document.documentElement.lang;
    voice.speak(said);
  };

  let heard = now();
  document.addEventListener("board:after", () => {
    const lines = now();
    speak([...lines].filter(([key, line]) => key && line && !heard.has(key)).map(([, line]) => line));
    heard = lines;
  });

  // Who has just switched it on hears at once that it works.
  const begin = () => speak([...now().values()].filter(Boolean).slice(0, 2));
  if (document.getElementById("voice")) begin();
  if (!button) return;
  const label = () => button.setAttribute("aria-pressed", on());
  button.hidden = false;
  button.addEventListener("click", () => {
    try { localStorage.setItem("voice", on() ? "off" : "on"); } catch (error) { /* private window */ }
    label();
    if (on()) begin(); else voice.cancel();
  });
  label();
})();
