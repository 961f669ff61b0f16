// The big screen in the browser of a television that keeps no gap between things in a row (Chromium
// before 84): each but the last gets a margin instead. Before 105 it also measures no container:
// a card with room for one line only is told so.
(() => {
  const probe = document.createElement("div");
  Object.assign(probe.style, { display: "flex", flexDirection: "column", rowGap: "1px", position: "absolute" });
  probe.append(document.createElement("i"), document.createElement("i"));
  document.body.append(probe);
  const kept = probe.scrollHeight === 1;
  probe.remove();
  const measures = CSS.supports("container-type: size");

  const lies = (one) => (one.nodeType === 1
    ? one.getClientRects().length && !/absolute|fixed/.test(getComputedStyle(one).position) : one.textContent.trim());
  const low = () => {
    const line = 3 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    for (const card of document.querySelectorAll(".cards > .card")) card.classList.toggle("one-line", card.clientHeight <= line);
  };
  const part = () => {
    for (const row of document.querySelectorAll("#board *")) {
      const { display, flexDirection, columnGap, rowGap } = getComputedStyle(row);
      if (!/flex/.test(display)) continue;
      const [side, gap] = flexDirection.startsWith("row") ? ["marginRight", columnGap] : ["marginBottom", rowGap];
      const things = [...row.childNodes].filter(lies).slice(0, -1);
      if (parseFloat(gap)) for (const one of things) if (one.style) one.style[side] = gap;
    }
  };
  for (const [does, needed] of [[part, !kept], [low, !measures]]) {
    if (!needed) continue;
    document.addEventListener("board:after", does);
    for (const event of ["load", "resize"]) addEventListener(event, does);
  }
})();
