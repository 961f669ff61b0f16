// The board of a phone: puts in the pieces that changed, keeps what was typed, tells what happened.
// A tap gets the revision and key of the board it was made on. The big screen loads this too, in the
// browser of a television: ES2019.
(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const region = document.getElementById("live");
  let told = table.dataset.revision;

  const board = () => document.getElementById("board");
  const revision = () => (board() ? +board().dataset.revision : -1);
  const focus = (one) => { if (one) one.focus({ preventScroll: true }); };

  const speak = (text) => {
    if (!text) return;
    region.textContent = "";
    setTimeout(() => { region.textContent = text; }, 60);
  };

  // Announces each new revision once; an answer to this phone's own tap always.
  const tell = (own) => {
    const { revision: now, say } = board().dataset;
    if (own || now !== told) speak(say);
    told = now;
  };

  // What was typed or opened but not sent yet survives a swap made by somebody else, unless the
  // step it was typed for has been entered meanwhile, by anybody: then it is about nothing.
  // A roll that is entered is over: the next question has the focus, not the pad it was tapped on.
  const keep = (own) => {
    const forms = [...board().querySelectorAll("form[id]")].filter((form) => form.dataset.touched);
    const filled = forms.map((form) => [form.id, [...new FormData(form)]]);
    const shown = [...board().querySelectorAll("details[id]")].map((one) => [one.id, one.open]);
    const active = document.activeElement;
    return { filled, shown, focused: active && active.matches(own ? "#board :not(.keypad *, .go)" : "#board *") && active.id };
  };
  const restore = ({ filled, shown, focused }) => {
    for (const [id, open] of shown) { const one = document.getElementById(id); if (one) one.open = open; }
    const [stale, taught] = ["stale", "taught"].map((name) => board().dataset[name].split(" "));
    const gone = (act) => stale.includes(act) || (act && stale[0] === "*" && !taught.includes(act));
    for (const [id, pairs] of filled) {
      const form = document.getElementById(id);
      if (!form) continue;
      // A piece that did not change still holds what was typed: it goes, too.
      const act = form.elements.namedItem("do");
      if (act && gone(act.value)) { form.reset(); delete form.dataset.touched; continue; }
      form.dataset.touched = "1";
      for (const input of form.elements) {
        const values = pairs.filter(([name]) => name === input.name).map(([, value]) => value);
        if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
        else if (values.length && input.type !== "hidden") [input.value] = values;
      }
    }
    if (focused) focus(document.getElementById(focused));
  };

  // What this phone shows, so that only what differs is sent: pieces by name and hash.
  const held = () => [...board().querySelectorAll("[data-h]")].map(({ id, dataset }) => `${id.slice(2)}:${dataset.h}`).join(",");

  // Nothing moves when a board comes: its places keep how far they were scrolled. Only what this
  // phone is asked next begins at its beginning.
  const first = () => (document.querySelector(".acts [id]:not(#coach, #coach *)") || {}).id;
  const stand = (own) => {
    const places = [".scene", ".acts"].map((place) => [place, (document.querySelector(place) || {}).scrollTop]), asked = first();
    return () => {
      for (const [place, top] of places) {
        const one = document.querySelector(place);
        if (one && (place === ".scene" || !own || first() === asked)) one.scrollTop = top;
      }
    };
  };

  // Scripts that not every phone needs: fetched once, when they are first wanted.
  const fetched = {};
  window.Fetched = (name) => (fetched[name] = fetched[name] || new Promise((done) => {
    const script = document.createElement("script");
    script.src = table.dataset[name];
    script.onload = done;
    document.head.append(script);
  }));

  if (!("popover" in HTMLElement.prototype && CSS.supports("selector(:has(a))")) && table.dataset.older) window.Fetched("older");

  // What changed moves; how is fetched once the board has changed, where motion is wanted.
  const lively = (old, fresh) => {
    if (window.Settle) return window.Settle(old, fresh);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) window.Fetched("settle");
  };

  const put = (old, fresh) => {
    old.replaceWith(document.adoptNode(fresh));
    lively(old, fresh);
    if (window.htmx) window.htmx.process(fresh);
  };

  // No board takes a button from under the finger that presses it: its tap would be lost. After two
  // seconds it is no tap, or nobody has told that the finger was lifted.
  let lifted = 0;
  addEventListener("pointerdown", () => { lifted = Infinity; });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { lifted = Date.now(); });
  const free = async (after) => {
    for (let n = 40; n-- && Date.now() < lifted + after;) await new Promise((done) => setTimeout(done, 50));
  };

  // The whole board, or only those of its pieces that this phone does not have yet.
  const swap = (html, own) => {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("board");
    if (!fresh || (!own && fresh.dataset.revision < revision())) return;
    const kept = keep(own), still = stand(own);
    document.dispatchEvent(new CustomEvent("board:before"));
    if ("part" in fresh.dataset) {
      for (const { name, value } of fresh.attributes) if (name.startsWith("data-") && name !== "data-part") board().setAttribute(name, value);
      for (const piece of [...fresh.children]) { const old = document.getElementById(piece.id); if (old) put(old, piece); }
    } else put(board(), fresh);
    restore(kept);
    still();
    document.dispatchEvent(new CustomEvent("board:after", { detail: { own } }));
    if (own) answered(); else tell(false);
  };

  document.addEventListener("input", ({ target }) => { if (target.form) target.form.dataset.touched = "1"; });

  // What is left unanswered is gone, and what was ticked before it is there as it was.
  document.addEventListener("click", (event) => {
    const leave = event.target.closest("[data-leave]");
    if (!leave || !board() || !board().contains(leave)) return;
    event.preventDefault();
    leave.closest(".says").remove();
    for (const one of board().querySelectorAll(".behind")) one.classList.remove("behind");
    focus(document.getElementById("r-asked"));
  });

  // After this phone's own tap: say what came of it.
  const answered = () => {
    tell(true);
    if (document.activeElement === document.body) focus(document.getElementById("r-asked"));
  };

  // Forms of the board carry no revision and no key: pieces outlive both. Every tap gets those of
  // the board it was made on, and says what the phone shows.
  document.body.addEventListener("htmx:configRequest", ({ detail: { elt, headers, parameters, verb } }) => {
    headers["X-Held"] = held();
    if (verb !== "post" || !elt.closest("#board")) return;
    headers["X-CSRFToken"] = table.dataset.csrf;
    parameters.revision = board().dataset.revision;
    parameters.key = board().dataset.key;
  });
  document.body.addEventListener("htmx:beforeOnLoad", async (event) => {
    const { xhr } = event.detail;
    if (event.defaultPrevented || xhr.getResponseHeader("X-Board") !== "board") return;
    event.preventDefault();
    if (Date.now() < lifted) await free(0);
    swap(xhr.responseText, true);
  });

  // What is possible besides is fetched when it is opened, and anew when the table has moved on.
  const besides = async () => {
    const fold = document.getElementById("r-more");
    if (!fold || !fold.open || !fold.dataset.also || fold.dataset.of === board().dataset.revision) return;
    fold.dataset.of = board().dataset.revision;
    try {
      const answer = await fetch(fold.dataset.also, { headers: { "HX-Request": "true" }, cache: "no-store" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("r-also");
      await free(0);
      const old = document.querySelector("#r-more > summary ~ *"), kept = keep();
      if (fresh && old) { put(old, fresh); restore(kept); }
    } catch {
      // Without a line what was opened before stays; the next opening asks again.
      delete fold.dataset.of;
    }
  };
  document.addEventListener("toggle", besides, true);
  document.addEventListener("board:after", besides);

  window.Board = { revision, held, swap, free, keep, restore };
})();
