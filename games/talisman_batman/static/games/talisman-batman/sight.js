// What a tap brought is in sight on a short screen: a fight that begins, what it came to, what was
// unfolded. Lit spaces come first: those the board shows by itself.
(() => {
  const clash = () => document.querySelector(".stage .clash");
  const show = (one) => one?.scrollIntoView({ block: "nearest" });
  let fought = clash(), sent = "";

  // What was entered from a fold is done, unless the referee has something to say about it.
  const close = () => {
    const fold = document.getElementById(sent), acts = document.querySelector(".acts");
    sent = "";
    if (!fold || acts.querySelector(".says")) return;
    fold.open = false;
    acts.scrollTop = 0;
  };

  document.addEventListener("board:after", ({ detail }) => {
    const now = clash();
    if (!document.querySelector(".scene .lit")) {
      if (now && !fought) show(now);
      if (fought && !now) show(document.querySelector(".scene .last"));
    }
    fought = now;
    if (detail.own && sent) close();
  });
  document.addEventListener("submit", ({ target }) => { sent = target.closest(".acts details")?.id ?? ""; });
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest(".acts summary")?.parentElement;
    if (fold && !fold.open) requestAnimationFrame(() => show(fold));
  });
})();
