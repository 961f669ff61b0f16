// Tells whoever holds this phone that it is their turn: in the page's title, by a buzz and, if asked
// to, by two notes or a voice; and shows a great moment for a breath; a tap on it skips it. Keeps the switches.
(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const plain = document.title;
  const read = (what) => { try { return localStorage.getItem(what); } catch { return null; } };
  const on = (what) => (read(what) || { buzz: "on" }[what]) === "on";
  const peak = () => document.getElementById("r-peak");
  let told = document.getElementById("board").dataset.turn, shown = peak()?.dataset.at;

  // What sounds is fetched by those who want it.
  const sound = () => window.Fetched("chime").then(() => window.Chime.unlock());
  document.addEventListener("pointerup", () => { if (on("chime")) sound(); });
  const call = () => {
    if (on("buzz")) navigator.vibrate?.([90, 60, 90]);
    if (on("chime")) window.Chime?.call();
  };

  // If all that is expected now lies out of sight, the first of it comes into view; where a turn
  // begins, the first of it in any case. A phone that waits looks at what it likes.
  // What is folded away has a place as well, but no one sees it there.
  const show = (begins) => {
    const scene = document.querySelector(".scene").getBoundingClientRect();
    const [one, ...more] = document.querySelectorAll(".scene .lit:not(details:not([open]) ul *)");
    const seen = (one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top < scene.bottom && (begins ? top : bottom) > scene.top;
    };
    if (one && !seen(one) && (begins || !more.some(seen))) one.scrollIntoView({ block: "nearest" });
  };

  const look = ({ detail } = {}) => {
    const { turn } = document.getElementById("board").dataset, now = peak();
    document.title = turn ? `${turn} · ${plain}` : plain;
    if (detail?.own ? !document.querySelector(".acts .waiting") : detail && turn && !told) show(!detail.own);
    if (turn && !told) call();
    told = turn;
    if (now?.dataset.at && now.dataset.at !== shown) now.classList.add("now");
    shown = now?.dataset.at;
  };
  document.addEventListener("board:after", look);

  // The switches lie in a drawer and may come and go.
  const can = { buzz: "vibrate" in navigator, chime: "AudioContext" in window, soon: "Soon" in window, voice: "speechSynthesis" in window };
  const label = () => {
    for (const what in can) {
      const button = document.getElementById(what);
      if (!button) continue;
      button.hidden = !can[what];
      button.setAttribute("aria-pressed", on(what));
    }
  };
  const wanted = () => { if (on("voice")) window.Fetched("voice"); };
  document.addEventListener("click", ({ target }) => {
    target.closest("#r-peak")?.classList.remove("now");
    const what = target.closest("[aria-pressed]")?.id;
    if (!(what in can)) return;
    try { localStorage.setItem(what, on(what) ? "off" : "on"); } catch { /* private window */ }
    label();
    if (what === "chime" && on(what)) sound().then(() => window.Chime.call());
    wanted();
  });
  document.body.addEventListener("htmx:afterSwap", label);
  wanted();
  look();
})();
