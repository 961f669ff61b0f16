// Keeps the board fresh. The stream is only a doorbell ("revision N"); the truth is fetched. Rung once
// more with the same revision, something lies otherwise without an entry: a tick. Polls find ticks, too.
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
      rung = Math.max(rung, revision());
      // An answer that was under way when the line went must not call it live again.
      status(!navigator.onLine ? "offline" : open() ? "live" : "poll");
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
  const heard = () => { if (rung > revision() && !asking) look(); };

  const listen = () => {
    if (document.hidden || (stream && stream.readyState !== EventSource.CLOSED)) return;
    stream = new EventSource(table.dataset.live);
    stream.onopen = look;
    stream.onmessage = ({ data }) => {
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
