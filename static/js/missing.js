// An Enter that lacks something says what, in our own words, and leads there.
(() => {
  const { missing } = document.body.dataset;
  const text = (one) => one?.textContent.trim() ?? "";
  const label = (one) => text(one.closest(".die")?.querySelector("legend")) || (one.type === "radio" ? text(one.closest("fieldset")?.querySelector("legend")) : text(one.labels?.[0])) || one.ariaLabel || "";

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button"), form = button?.form;
    if (!form || button.type !== "submit") return;
    form.querySelector(".errors.missing")?.remove();
    const wrong = [...form.elements].filter((one) => one.willValidate && !one.validity.valid);
    if (!wrong.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const note = Object.assign(document.createElement("p"), { className: "errors missing", textContent: `${missing} ${[...new Set(wrong.map(label))].join(", ")}` });
    note.setAttribute("role", "alert");
    button.before(note);
    const [first] = wrong, pad = first.closest(".keypad.on");
    if (pad) pad.querySelectorAll(".tray button")[[...pad.querySelectorAll(":scope > .die")].indexOf(first.closest(".die"))].click();
    else first.focus();
  }, true);
  document.addEventListener("input", ({ target }) => target.form?.querySelector(".errors.missing")?.remove());
})();
