// Counts taps, and finds on the page what has to be tapped for an action.
(() => {
  window.benchTaps = 0;
  addEventListener("pointerdown", () => { window.benchTaps += 1; }, true);
  addEventListener("keydown", () => { window.benchTaps += 1; }, true);
  addEventListener("change", ({ target }) => { if (target.tagName === "SELECT") window.benchTaps += 2; }, true);

  const SAID = { true: ["on", "True"], false: ["False"] };
  const same = (one, other) => (typeof other === "boolean" ? SAID[other].includes(one) : one === String(other));

  // What is tapped for an input: the picture that stands for it, its label, or itself.
  const shown = (one) => one?.checkVisibility();
  const labels = (one) => [one.closest("label"), ...document.querySelectorAll(`label[for="${CSS.escape(one.id)}"]`)];
  const finger = (one) => [aimed(one), ...labels(one), one].find(shown) ?? one.closest("label") ?? one;
  // What is chosen in the picture: a target by its tile or tablet, more cubes by their space.
  const aimed = ({ name, value }) => name === "target" ? document.querySelector(`[data-aim="${CSS.escape(value.replace(/^(tile:.*):.*/, "$1"))}"]`) : null;
  const opener = (one) => one.closest(".choice")?.querySelector(":scope > .pick");

  // One cube more lies on the space with each tap on it.
  const laid = (cubes, place) => {
    const inOrder = cubes.sort((one, other) => one.value - other.value);
    const from = inOrder.findIndex((one) => one.checked);
    const space = labels(opener(place)).find(shown);
    return inOrder.slice(from + 1, inOrder.indexOf(place) + 1).map(() => ({ how: "tap", place, on: space }));
  };

  // The steps that give one input its value; null if the form cannot.
  const give = (inputs, name, value) => {
    const named = inputs.filter((one) => one.name === name).sort((one, other) => shown(finger(other)) - shown(finger(one)));
    if (Array.isArray(value)) {
      const hidden = named.filter((one) => one.type === "hidden").map((one) => one.value);
      if (hidden.length) return hidden.join() === value.join() ? [] : null;
      const boxes = named.filter((one) => one.type === "checkbox");
      if (boxes.length || !value.length) {
        if (value.some((each) => !boxes.some((box) => same(box.value, each)))) return null;
        return boxes.filter((box) => box.checked !== value.some((each) => same(box.value, each))).map((place) => ({ how: "tap", place }));
      }
      const parts = value.map((each, n) => give(inputs, `${name}.${n}`, each));
      return parts.includes(null) ? null : parts.flat();
    }
    for (const place of named) {
      if (place.type === "hidden" && same(place.value, value)) return [];
      if (place.type === "checkbox" && typeof value === "boolean") return place.checked === value ? [] : [{ how: "tap", place }];
      if (place.type === "radio" && same(place.value, value)) return place.checked ? [] : place.name === "cubes" && place.closest(".on-board") ? laid(named, place) : [{ how: "tap", place }];
      if (place.tagName === "BUTTON" && same(place.value, value) && !place.disabled) return [{ how: "send", place }];
      if (place.tagName === "SELECT" && [...place.options].some((one) => same(one.value, value))) return place.value === String(value) ? [] : [{ how: "choose", place, value: String(value) }];
      if (place.type === "text" || place.type === "number") {
        if (place.value === String(value ?? "")) return [];
        const known = [...place.form.querySelectorAll(".names button[type=button]")].find((one) => one.textContent.trim() === value);
        return [known ? { how: "tap", place: known } : { how: "type", place, value: String(value) }];
      }
    }
    return null;
  };

  const inForm = (form, action, values, given) => {
    const inputs = [...form.elements];
    if (!inputs.some((one) => one.name === "do" && one.value === action)) return null;
    const steps = [];
    for (const [name, value] of Object.entries(values)) {
      const there = inputs.some((one) => one.name === name || one.name.startsWith(`${name}.`));
      // A list of nothing is told by a form that asks for nothing.
      const some = there ? give(inputs, name, value) : given.includes(name) && String(value) ? null : [];
      // What was left at its default may have no choice of its own.
      if (some === null && (given.includes(name) || inputs.some((one) => one.name === name && one.type === "hidden"))) return null;
      steps.push(...(some ?? []));
    }
    const send = steps.findIndex(({ how }) => how === "send");
    if (send >= 0) return [...steps.filter((_, n) => n !== send), steps[send]];
    // The last die of a roll enters it.
    if (steps.length && form.querySelector(".keypad.on") && steps.every(({ place }) => place.closest(".keypad"))) {
      return [...steps.slice(0, -1), { how: "enter", place: steps.at(-1).place }];
    }
    const button = inputs.find((one) => one.type === "submit" && !one.name && !one.disabled);
    return button ? [...steps, { how: "send", place: button }] : null;
  };

  const unfolded = (steps) => {
    const all = [], open = new Set();
    for (const step of steps) {
      const folds = [];
      for (let one = step.place.closest("details"); one; one = one.parentElement.closest("details")) folds.unshift(one);
      for (const fold of folds) {
        if (fold.open || open.has(fold)) continue;
        open.add(fold);
        all.push({ how: "tap", place: fold.querySelector("summary") });
      }
      const pick = opener(step.place);
      if (pick && !pick.checked && !open.has(pick)) {
        open.add(pick);
        all.push({ how: "tap", place: pick });
      }
      const choices = step.place.closest("[popover]:not(:popover-open)");
      if (choices) all.push({ how: "tap", place: document.querySelector(`[popovertarget="${choices.id}"]`) });
      all.push(step);
    }
    return all;
  };

  // Marks what has to be tapped, in order, and tells how; null if no form of the page can do it.
  window.benchPlan = (action, values, given) => {
    document.querySelectorAll("[data-bench]").forEach((one) => one.removeAttribute("data-bench"));
    const plans = [...document.querySelectorAll("#board form, #drawer form")].map((form) => inForm(form, action, values, given));
    const asked = (steps) => steps.at(-1).place.form?.elements.length ?? 0;
    const [best] = plans.filter(Boolean).map(unfolded).sort((one, other) => one.length - other.length || asked(one) - asked(other));
    return best?.map(({ how, place, value, on }, n) => {
      const target = on ?? (how === "tap" || how === "enter" ? finger(place) : place);
      // What is tapped more than once keeps its first number.
      target.dataset.bench ??= n;
      return { n: target.dataset.bench, how, value };
    }) ?? null;
  };
})();
