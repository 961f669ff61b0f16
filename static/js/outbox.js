// Keeps what was tapped while the line was down: shown on the page, sent in order with its keys
// when the line is back, and explained where the table no longer accepts it. A tap leaves only on
// Sidekick's own answer to its very key; what anything else answers (a proxy, a hotel's sign-in
// page, a server that starts) says nothing about the table.
(() => {
  const table = document.getElementById("table");
  const list = document.getElementById("outbox");
  if (!table || !list) return;
  const name = `outbox:${table.dataset.board}`;
  const notice = document.getElementById("notice");
  const CHANGES = /\/(act|undo|redo|back|wish)$/;
  const SOON = 4000, LATEST = 60000;
  let sending = false, pause = SOON, due = 0;

  const read = () => JSON.parse(localStorage.getItem(name) ?? "[]");
  const write = (items) => { localStorage.setItem(name, JSON.stringify(items)); draw(items); };
  const draw = (items) => {
    list.hidden = !items.length;
    list.querySelector("ol").replaceChildren(...items.map(({ label }) => {
      const line = document.createElement("li");
      line.textContent = label;
      return line;
    }));
  };
  const say = (text) => { notice.textContent = text; notice.hidden = !text; };
  const of = (pairs, wanted) => pairs.find(([field]) => field === wanted)?.[1] ?? "";

  const label = ({ triggeringEvent, elt }) => {
    const form = elt?.closest?.("form");
    const title = form?.closest("section, .prompt")?.querySelector("h2")?.textContent.trim();
    const pressed = triggeringEvent?.submitter?.textContent.trim();
    // Read aloud and looked for, a word has no hyphens in it.
    return [title, pressed].filter(Boolean).join(": ").replace("?:", "?").replace(/\u00ad/g, "") || "…";
  };

  // The same prompt of the same board is answered once: the newest answer takes the place of the
  // one that waits. Small taps that mean the same at any moment stand beside one another.
  const small = (pairs) => document.getElementById("board").dataset.small.split(" ").includes(of(pairs, "do"));
  const answers = (pairs, other) => of(pairs, "do") && !small(pairs)
    && ["prompt", "do", "revision"].every((field) => of(pairs, field) === of(other, field));

  const wait = (sent) => {
    const pairs = [...sent.formData.entries()].filter(([field]) => field !== "csrfmiddlewaretoken");
    const item = { path: sent.path, pairs, label: label(sent) };
    const items = read();
    const same = items.findIndex((other) => JSON.stringify(other.pairs) === JSON.stringify(pairs) || answers(pairs, other.pairs));
    if (same < 0) items.push(item); else items[same] = item;
    write(items);
    setTimeout(() => say(""));
  };
  const waits = ({ verb, path }) => verb === "post" && CHANGES.test(path);
  const ours = (header, pairs) => header !== null && header === of(pairs, "key");

  document.body.addEventListener("htmx:sendError", ({ detail: { requestConfig: sent } }) => { if (waits(sent)) wait(sent); });
  document.body.addEventListener("htmx:beforeOnLoad", (event) => {
    const { requestConfig: sent, xhr } = event.detail;
    if (!waits(sent) || ours(xhr.getResponseHeader("Sidekick-Answer"), [...sent.formData.entries()])) return;
    wait(sent);
    if (!xhr.getResponseHeader("HX-Refresh")) event.preventDefault();
  });

  const post = ({ path, pairs }) => fetch(path, {
    method: "POST",
    headers: { "HX-Request": "true", "X-CSRFToken": table.dataset.csrf },
    body: new URLSearchParams(pairs),
  });

  const told = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    const said = page.querySelector(".refusal h2, .question h2, .says") ?? page.querySelector("h1");
    return { revision: page.getElementById("board")?.dataset.revision, text: said?.textContent.trim() ?? "" };
  };

  // Taps that followed one another offline were all decided on the board of the first; where
  // nothing but this phone's own tap came between, the next one is about the newer board.
  const rebase = (items, before, now) => {
    if (+now !== +before + 1) return items;
    return items.map((item) => ({ ...item, pairs: item.pairs.map(([key, value]) => (key === "revision" && value === before ? [key, now] : [key, value])) }));
  };

  // A page that lay open for too long has to be loaded again before anything of it is trusted.
  const reload = () => {
    const last = +sessionStorage.getItem(`${name}:reload`);
    if (Date.now() - last < LATEST) return;
    sessionStorage.setItem(`${name}:reload`, Date.now());
    location.reload();
  };

  async function flush() {
    if (sending || document.hidden || !navigator.onLine) return;
    sending = true;
    const refused = [];
    try {
      for (let items = read(); items.length; items = read()) {
        const [first] = items;
        const answer = await post(first);
        if (!ours(answer.headers.get("Sidekick-Answer"), first.pairs)) {
          if (answer.headers.get("HX-Refresh")) reload();
          throw new Error("not an answer to this tap");
        }
        pause = SOON;
        const { revision, text } = told(await answer.text());
        const before = of(first.pairs, "revision");
        const rest = read().filter(({ pairs }) => JSON.stringify(pairs) !== JSON.stringify(first.pairs));
        if (answer.ok) write(rebase(rest, before, revision));
        else {
          refused.push(`${first.label} – ${text || answer.status}`);
          write(rest);
        }
      }
    } catch {
      // The line went down again, or something else answered: what is left stays in the list.
      due = Date.now() + pause;
      pause = Math.min(pause * 2, LATEST);
    } finally {
      sending = false;
    }
    if (refused.length) say(`${list.dataset.refused} ${refused.join(" · ")}`);
    if (refused.length || list.hidden) dispatchEvent(new Event("pageshow"));
  }

  const wake = () => { if (read().length) flush(); };
  const again = () => { if (Date.now() >= due) wake(); };
  addEventListener("online", wake);
  document.addEventListener("live:back", wake);
  addEventListener("load", wake);
  document.addEventListener("visibilitychange", again);
  setInterval(again, SOON);
  list.querySelector("button").addEventListener("click", () => write([]));
  draw(read());

  // What was ticked outlasts a visit to another page, while the table stands as this phone left it.
  const { revision, keep, restore } = window.Board, left = `left:${name}`;
  addEventListener("pagehide", () => { localStorage.setItem(left, JSON.stringify([revision(), keep()])); });
  const [at, kept] = JSON.parse(localStorage.getItem(left) ?? "[]");
  if (at === revision()) addEventListener("DOMContentLoaded", () => {
    restore(kept);
    document.dispatchEvent(new CustomEvent("board:after", { detail: {} }));
  });
})();
