// Holding a number of the board (a long press, a right click, the menu key), or tapping one that is
// good for nothing else, opens the sheet that puts it right. In the sheet − and + count at once, and
// what could explain the difference follows when the finger rests. Holding a choice opens the sheet
// that says what it would bring.
(() => {
  const HOLD = 500, REST = 350;
  const table = document.getElementById("table");
  let timer = 0, held = false;

  const number = (target) => target.closest?.("#board [data-number]");
  const choice = (target) => {
    const one = target.closest?.("#board button, #board label"), control = one?.control ?? one;
    return ["submit", "radio", "checkbox"].includes(control?.type) && control.form?.elements.do ? control : null;
  };
  const of = (target) => number(target) ?? choice(target);
  const where = (one) => {
    if (one.dataset.number) return `${table.dataset.count}?where=${encodeURIComponent(one.dataset.number)}`;
    const said = new FormData(one.form);
    said.delete("csrfmiddlewaretoken");
    if (one.name) said[one.type === "checkbox" ? "append" : "set"](one.name, one.value);
    return `${table.dataset.whatif}?${new URLSearchParams(said)}`;
  };
  const open = (one) => window.htmx.ajax("GET", where(one), { source: one, target: "#drawer", swap: "innerHTML" });
  const stop = () => clearTimeout(timer);

  document.addEventListener("pointerdown", (event) => {
    const one = of(event.target);
    held = false;
    stop();
    if (!one || event.button) return;
    timer = setTimeout(() => { held = true; open(one); }, HOLD);
  });
  // A finger that scrolls is a cancelled pointer.
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, stop);
  document.addEventListener("contextmenu", (event) => {
    const one = of(event.target);
    if (!one) return;
    event.preventDefault();
    stop();
    if (!held) open(one);
    held = event.pointerType === "touch";
  });
  document.addEventListener("click", (event) => {
    const one = of(event.target);
    if (!one) return;
    if (held) { event.preventDefault(); event.stopImmediatePropagation(); }
    else if (number(event.target) && !event.target.closest("a, button, label, summary, input, select, .lit, [data-take]")) open(one);
    held = false;
  }, true);

  const look = (input) => {
    clearTimeout(timer);
    const where = input.form.elements.tracker.value;
    timer = setTimeout(() => window.htmx.ajax("GET", `${table.dataset.count}?${new URLSearchParams({ where, counted: input.value })}`, { target: "#explained", swap: "outerHTML", select: "#explained" }), REST);
  };
  document.addEventListener("click", (event) => {
    const step = event.target.closest?.("[data-step]"), input = step?.closest("form").elements.value;
    if (!input) return;
    event.preventDefault();
    if (step.dataset.step > 0) input.stepUp(); else input.stepDown();
    look(input);
  });
  document.addEventListener("input", ({ target }) => { if (target.closest?.("[data-stepper]") && target.checkValidity()) look(target); });
})();
