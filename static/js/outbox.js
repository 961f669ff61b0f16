// Keeps what was tapped while the line was down: shown on the page, sent in order with its keys
// when the line is back, and explained where the table no longer accepts it.
(() => {
  const table = document.getElementById("table");
  const list = document.getElementById("outbox");
  if (!table || !list) return;
  const name = `outbox:${table.dataset.board}`;
  const notice = document.getElementById("notice");
  let sending = false;

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

  const label = ({ triggeringEvent, elt }) => {
    const form = elt?.closest?.("form");
    const title = form?.closest("section, .prompt")?.querySelector("h2")?.textContent.trim();
    const pressed = triggeringEvent?.submitter?.textContent.trim();
    return [title, pressed].filter(Boolean).join(": ") || "…";
  };

  document.body.addEventListener("htmx:sendError", ({ detail: { requestConfig: sent } }) => {
    if (sent.verb !== "post" || !sent.path.endsWith("/act")) return;
    const pairs = [...sent.formData.entries()].filter(([key]) => key !== "csrfmiddlewaretoken");
    const items = read();
    const same = JSON.stringify(pairs);
    if (!items.some((item) => JSON.stringify(item.pairs) === same)) items.push({ path: sent.path, pairs, label: label(sent) });
    write(items);
    setTimeout(() => say(""));
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
    if (Number(now) !== Number(before) + 1) return items;
    return items.map((item) => ({ ...item, pairs: item.pairs.map(([key, value]) => (key === "revision" && value === before ? [key, now] : [key, value])) }));
  };

  async function flush() {
    if (sending || document.hidden || !navigator.onLine) return;
    sending = true;
    const refused = [];
    try {
      for (let items = read(); items.length; items = read()) {
        const [first, ...rest] = items;
        const answer = await post(first);
        const { revision, text } = told(await answer.text());
        const before = first.pairs.find(([key]) => key === "revision")?.[1];
        if (answer.ok) write(rebase(rest, before, revision));
        else {
          refused.push(`${first.label} – ${text || answer.status}`);
          write(rest);
        }
      }
    } catch {
      // The line went down again: what is left stays in the list.
    } finally {
      sending = false;
    }
    if (refused.length) say(`${list.dataset.refused} ${refused.join(" · ")}`);
    if (refused.length || list.hidden) dispatchEvent(new Event("pageshow"));
  }

  const wake = () => { if (read().length) flush(); };
  addEventListener("online", wake);
  addEventListener("load", wake);
  document.addEventListener("visibilitychange", wake);
  setInterval(wake, 4000);
  draw(read());
})();
