// A replay without loading pages: it is scrubbed, plays by itself, and jumps to its peaks.
(() => {
  const main = document.querySelector("main.replay");
  const scrub = document.getElementById("scrub");
  const run = document.getElementById("run");
  if (!main || !scrub) return;
  const pause = 1800;
  const total = Number(scrub.max);
  const peaks = [...main.querySelectorAll(".marks a")].map((mark) => Number(mark.dataset.n));
  const kept = new Map();
  let wanted = Number(scrub.value);
  let timer = 0;

  const at = (n) => main.dataset.step.replace(/0\/$/, `${n}/`);
  const fetched = (n) => {
    if (!kept.has(n)) {
      const page = fetch(at(n)).then(async (answer) => {
        if (!answer.ok) throw new Error(answer.status);
        return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("moment");
      });
      page.catch(() => kept.delete(n));
      kept.set(n, page);
    }
    return kept.get(n);
  };
  const next = (n) => peaks.find((peak) => peak > n) ?? total;
  const point = (id, n) => {
    const link = document.getElementById(id);
    link.href = at(n);
    link.dataset.n = n;
  };
  const settle = (n) => {
    scrub.value = n;
    point("earlier", Math.max(0, n - 1));
    point("later", Math.min(total, n + 1));
    point("peak", next(n));
  };
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    run.textContent = run.dataset.run;
  };
  const show = async (n) => {
    wanted = n;
    settle(n);
    try {
      const moment = await fetched(n);
      if (wanted !== n) return false;
      const scene = document.querySelector("#moment .scene")?.scrollTop ?? 0;
      document.getElementById("moment").replaceWith(document.importNode(moment, true));
      document.querySelector("#moment .scene")?.scrollTo(0, scene);
      document.dispatchEvent(new CustomEvent("board:after", { detail: {} }));
      history.replaceState(null, "", at(n));
      return true;
    } catch {
      stop();
      document.querySelector("#moment .told").textContent = main.dataset.failed;
      return false;
    }
  };
  const tick = () => {
    timer = setTimeout(async () => {
      if (wanted >= total) return stop();
      await show(wanted + 1);
      if (!timer) return;
      if (wanted < total) fetched(wanted + 1).catch(() => {});
      tick();
    }, pause);
    run.textContent = run.dataset.stop;
  };
  const start = () => {
    if (wanted >= total) show(1);
    tick();
  };

  scrub.hidden = run.hidden = false;
  settle(wanted);
  let resting = 0;
  scrub.addEventListener("input", () => {
    stop();
    const n = Number(scrub.value);
    clearTimeout(resting);
    resting = setTimeout(() => show(n), 60);
  });
  run.addEventListener("click", () => (timer ? stop() : start()));
  main.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-n]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    stop();
    show(Number(link.dataset.n));
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (location.hash === "#play" && !still) start();
})();
