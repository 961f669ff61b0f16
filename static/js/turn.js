// Tells whoever holds this phone that it is their turn, in the page's title and by a buzz, and shows
// a great moment for a breath; a tap on it skips it.
(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const plain = document.title;
  const quiet = () => { try { return localStorage.getItem("buzz") === "off"; } catch { return false; } };
  const peak = () => document.getElementById("r-peak");
  let told = document.getElementById("board").dataset.turn, shown = peak()?.dataset.at;

  const look = () => {
    const { turn } = document.getElementById("board").dataset, now = peak();
    document.title = turn ? `${turn} · ${plain}` : plain;
    if (turn && !told && !quiet()) navigator.vibrate?.([90, 60, 90]);
    told = turn;
    if (now?.dataset.at && now.dataset.at !== shown) now.classList.add("now");
    shown = now?.dataset.at;
  };
  document.addEventListener("board:after", look);
  document.addEventListener("click", ({ target }) => target.closest("#r-peak")?.classList.remove("now"));

  // The switch lies in a drawer and may come and go.
  const label = (button) => {
    button.hidden = !navigator.vibrate;
    button.setAttribute("aria-pressed", !quiet());
  };
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("#buzz");
    if (!button) return;
    try { localStorage.setItem("buzz", quiet() ? "on" : "off"); } catch { /* private window */ }
    label(button);
  });
  document.body.addEventListener("htmx:afterSwap", () => { const button = document.getElementById("buzz"); if (button) label(button); });
  look();
})();
