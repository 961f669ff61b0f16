// What changed on the board moves: every mark that stood in the same place begins as it was and becomes
// what it is, so a tooth grows, a ring fills, a figure turns; another number lands, and so does a die or
// a card that is new.
(() => {
  const SHAPE = ["class", "transform", "d", "x", "y", "cx", "cy", "r", "width", "height", "stroke-dasharray"];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const shape = (one) => SHAPE.map((name) => one.getAttribute(name));
  const wear = (one, worn) => SHAPE.forEach((name, n) => (worn[n] === null ? one.removeAttribute(name) : one.setAttribute(name, worn[n])));
  const key = (one) => one.id || one.dataset.number || `${one.localName} ${one.classList[0] || ""}`;
  const LANDS = ".d:not(.slot), .pile, .cells > i, .card, .token, .disc";
  const matched = (some, others, key) => {
    const before = Map.groupBy(some, key);
    return [...Map.groupBy(others, key)].map(([kind, each]) => [before.get(kind) || [], each]);
  };
  const even = ([some, others]) => some.length === others.length;

  // What stands in the same place: all children where none came or went, else those of each kind of
  // which there are as many as before, else those that look the same.
  const pairs = (old, now) => {
    const [was, are] = [[...old.children], [...now.children]];
    const alike = was.length === are.length && was.every(({ localName }, n) => localName === are[n].localName);
    const sets = alike ? [[was, are]] : matched(was, are, key);
    return sets.flatMap((set) => (even(set) ? [set] : matched(...set, (one) => `${one.localName} ${one.getAttribute("class")}`).filter(even)))
      .flatMap(([some, others]) => some.flatMap((one, n) => [[one, others[n]], ...pairs(one, others[n])]));
  };

  // What may land and lay in none of the same places before, by how it looks.
  const landed = (stood) => stood.flatMap(([was, one]) => {
    if (was.children.length >= one.children.length) return [];
    const before = [...was.children].map((each) => each.outerHTML);
    return [...one.children].filter((each) => {
      const at = before.indexOf(each.outerHTML);
      if (at >= 0) before.splice(at, 1);
      return at < 0 && each.matches(LANDS);
    });
  });
  const land = (one) => one.animate({ scale: [1.2, 1] }, 450);

  window.Settle = (old, fresh) => {
    if (calm.matches || !Map.groupBy) return;
    const stood = pairs(old, fresh);
    landed([[old, fresh], ...stood]).forEach(land);
    const due = stood.filter(([was, one]) => `${shape(was)}` !== `${shape(one)}`).map(([was, one]) => [one, shape(was), shape(one)]);
    for (const [one, was] of due) wear(one, was);
    fresh.getBoundingClientRect();
    for (const [one, , worn] of due) { one.style.transition = "all .45s ease-out"; wear(one, worn); }
    setTimeout(() => { for (const [one] of due) one.style.transition = ""; }, 600);
    for (const [was, one] of stood) if (one.dataset.number && was.textContent !== one.textContent) land(one);
  };
})();
