// Keeps the board fresh. The stream is a doorbell ("revision N") that may bring what changed; the truth
// is fetched. Rung once more with the same revision, something lies otherwise without an entry: a tick. Polls find ticks, too.
// Polls every 3 s while the stream is cut and every 20 s while it is open.
(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const link = document.getElementById("link");
  let stream = null, timer = 0, fetching = false, again = false, busy = false, asking = 0, rung = 0;

  const { revision, held, swap, free } = window.Board;
  const open = () => !!stream && stream.readyState === EventSource.OPEN;

  // Heard by the outbox: not every browser says at once that the line is back.
  const status = (how) => {
    if (link.dataset.link === how) return;
    link.dataset.link = how;
    link.textContent = link.dataset[how];
    if (how !== "offline") document.dispatchEvent(new Event("live:back"));
  };
  const late = () => rung > revision();
  const how = () => (!navigator.onLine ? "offline" : late() ? "late" : open() ? "live" : "poll");

  async function look() {
    if (fetching) { again = true; return; }
    if (document.hidden) return;
    fetching = true;
    clearTimeout(timer);
    try {
      const { laid } = document.getElementById("board").dataset;
      const answer = await fetch(`${table.dataset.board}?have=${revision()}&laid=${laid}`, { headers: { "HX-Request": "true", "X-Held": held() }, cache: "no-store" });
      if (answer.redirected || answer.status === 403 || answer.status === 404) { location.reload(); return; }
      busy = answer.status === 503;
      if (answer.status === 200) {
        const html = await answer.text();
        await free(250);
        swap(html, false);
      }
      rung = busy || again ? Math.max(rung, revision()) : revision();
      // An answer that was under way when the line went must not call it live again.
      status(how());
    } catch {
      status("offline");
    } finally {
      fetching = false;
      // Whoever is told to come again does so soon, not all phones in the same moment.
      timer = setTimeout(look, busy ? 1000 + Math.random() * 2000 : open() ? 20000 : 3000);
      if (again) { again = false; look(); }
    }
  }

  // While this phone's own tap is under way, its answer brings the revision just rung for.
  const heard = () => {
    if (!late()) return;
    setTimeout(() => { if (late()) status(how()); }, 2000);
    if (!asking) look();
  };

  // The sum of what this phone shows: what is brought was drawn for phones that show just that.
  const sum = () => [...held().split(",").sort().join()].reduce((all, letter) => (all * 256 + letter.charCodeAt(0)) % 34359738337, 0);

  // Chances that were brought go into the place that the board they are of has for them.
  const foretell = (html) => {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("r-ahead"), old = document.getElementById("r-ahead");
    if (old && old.dataset.h === fresh.dataset.h) old.replaceWith(document.adoptNode(fresh));
  };

  // What changed was drawn for phones that show just that revision and those pieces; any other fetches.
  const brought = async ([from, of, to], html) => {
    rung = Math.max(rung, to);
    await free(250);
    if (!navigator.onLine || asking || fetching || +from !== revision() || +of !== sum()) { heard(); return; }
    // What several phones were brought has no key: each makes its own.
    swap(html.replace('data-key=""', `data-key="${`${Math.random()}`.slice(2)}"`), false);
    status("live");
    clearTimeout(timer);
    timer = setTimeout(look, 20000);
  };

  const listen = () => {
    if (document.hidden || (stream && stream.readyState !== EventSource.CLOSED)) return;
    stream = new EventSource(table.dataset.live);
    stream.onopen = look;
    stream.addEventListener("nudge", () => window.Fetched("nudge").then(() => window.Nudge()));
    stream.onmessage = ({ data }) => {
      const cut = data.indexOf("\n");
      if (cut >= 0) { cut ? brought(data.slice(0, cut).split(" "), data.slice(cut)) : foretell(data); return; }
      const ticked = rung === +data;
      rung = +data;
      ticked ? look() : heard();
    };
    stream.onerror = () => {
      look();
      // The browser has given up: try again ourselves, not all phones in the same moment.
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000 + Math.random() * 4000);
    };
  };
  const wake = () => { listen(); look(); };
  const sleep = () => { if (stream) stream.close(); clearTimeout(timer); };

  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", wake);
  addEventListener("online", wake);
  addEventListener("offline", () => status("offline"));
  // Not htmx:afterRequest: no such event comes from what was taken off the page meanwhile.
  document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
    if (requestConfig.verb === "get") return;
    asking += 1;
    xhr.addEventListener("loadend", () => { asking -= 1; setTimeout(heard, 200); });
  });
})();
