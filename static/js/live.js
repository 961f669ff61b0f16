// Keeps the board fresh. The stream is only a doorbell ("revision N"); the truth is fetched.
// Polls every 3 s while the stream is cut and every 20 s while it is open.
(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const region = document.getElementById("live");
  const link = document.getElementById("link");
  let stream = null, timer = 0, fetching = false, again = false, touching = false, asking = 0, rung = 0, told = table.dataset.revision;

  const board = () => document.getElementById("board");
  const revision = () => Number(board()?.dataset.revision ?? -1);
  const open = () => stream?.readyState === EventSource.OPEN;

  const status = (how) => {
    if (link.dataset.link === how) return;
    link.dataset.link = how;
    link.textContent = link.dataset[how];
  };

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

  // What was typed or opened but not sent yet survives a swap made by somebody else.
  const keep = () => {
    const forms = [...board().querySelectorAll("form[id]")].filter((form) => form.dataset.touched);
    const filled = forms.map((form) => [form.id, [...new FormData(form)]]);
    const shown = [...board().querySelectorAll("details[id]")].map((one) => [one.id, one.open]);
    const focus = document.activeElement?.closest("#board") && document.activeElement.id;
    return { filled, shown, focus };
  };
  const restore = ({ filled, shown, focus }) => {
    for (const [id, open] of shown) { const one = document.getElementById(id); if (one) one.open = open; }
    for (const [id, pairs] of filled) {
      const form = document.getElementById(id);
      if (!form) continue;
      form.dataset.touched = "1";
      for (const input of form.elements) {
        const values = pairs.filter(([name]) => name === input.name).map(([, value]) => value);
        if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
        else if (values.length && input.type !== "hidden") [input.value] = values;
      }
    }
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  };

  const swap = (html) => {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("board");
    if (!fresh || Number(fresh.dataset.revision) < revision()) return;
    const kept = keep(), top = scrollY;
    document.dispatchEvent(new CustomEvent("board:before"));
    board().replaceWith(document.adoptNode(fresh));
    window.htmx?.process(board());
    restore(kept);
    scrollTo({ top, behavior: "instant" });
    document.dispatchEvent(new CustomEvent("board:after"));
    tell(false);
  };

  async function look() {
    if (fetching) { again = true; return; }
    if (document.hidden) return;
    fetching = true;
    clearTimeout(timer);
    try {
      const answer = await fetch(`${table.dataset.board}?have=${revision()}`, { headers: { "HX-Request": "true" }, cache: "no-store" });
      if (answer.redirected || answer.status === 403 || answer.status === 404) { location.reload(); return; }
      if (answer.status === 200) {
        const html = await answer.text();
        while (touching) await new Promise((done) => setTimeout(done, 50));
        swap(html);
      }
      status(open() ? "live" : "poll");
    } catch {
      status("offline");
    } finally {
      fetching = false;
      timer = setTimeout(look, open() ? 20000 : 3000);
      if (again) { again = false; look(); }
    }
  }

  // While this phone's own tap is under way, its answer brings the revision just rung for.
  const heard = () => { if (rung > revision() && !asking) look(); };

  const listen = () => {
    if (stream && stream.readyState !== EventSource.CLOSED) return;
    stream = new EventSource(table.dataset.live);
    stream.onopen = look;
    stream.onmessage = ({ data }) => { rung = Number(data); heard(); };
    stream.onerror = () => {
      const gone = stream.readyState === EventSource.CLOSED;
      look();
      // The browser has given up: try again ourselves, not all phones in the same moment.
      if (gone) setTimeout(() => { if (!document.hidden) listen(); }, 3000 + Math.random() * 4000);
    };
  };
  const wake = () => { if (!document.hidden) { listen(); look(); } };
  const sleep = () => { stream?.close(); clearTimeout(timer); };

  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", wake);
  addEventListener("online", wake);
  addEventListener("offline", () => status("offline"));
  addEventListener("pointerdown", () => { touching = true; });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { touching = false; }, 250));
  document.addEventListener("input", ({ target }) => { if (target.form) target.form.dataset.touched = "1"; });
  document.body.addEventListener("htmx:beforeRequest", () => { asking += 1; });
  document.body.addEventListener("htmx:afterRequest", () => { asking -= 1; setTimeout(heard, 200); });
  // What was unfolded stays so after this phone's own tap, too.
  let unfolded = [];
  document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
    unfolded = detail.target?.id === "board" ? [...board().querySelectorAll("details[id][open]")].map(({ id }) => id) : [];
  });
  document.body.addEventListener("htmx:afterSwap", () => {
    for (const id of unfolded.splice(0)) { const one = document.getElementById(id); if (one) one.open = true; }
  });

  // After this phone's own tap: say what came of it, and bring what is asked next into view.
  const answered = () => {
    tell(true);
    const acts = document.getElementById("acts");
    if (!acts) return;
    if (document.activeElement === document.body) acts.focus({ preventScroll: true });
    const { top } = acts.getBoundingClientRect();
    if (top < 0 || top > innerHeight * 0.7) acts.scrollIntoView({ block: "start" });
  };
  document.body.addEventListener("htmx:afterSettle", ({ detail }) => { if (detail.target?.id === "board" || detail.elt?.id === "board") answered(); });
})();
