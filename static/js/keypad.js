// Dice: one tap per die, then the next die. Without this file a keypad is plain rows of radios.
(() => {
  const dice = (pad) => [...pad.querySelectorAll(":scope > .die")];
  const shown = (die) => die.querySelector("input:checked")?.parentElement.querySelector("span") ?? null;

  const turn = (pad, index) => {
    const all = dice(pad);
    for (const [at, die] of all.entries()) die.classList.toggle("next", at === index);
    for (const [at, tab] of [...pad.firstElementChild.children].entries()) {
      const face = shown(all[at]);
      tab.querySelector("b").replaceChildren(...(face ? [...face.childNodes].filter((node) => node.nodeName !== "SMALL" || face.querySelector("svg") === null).map((node) => node.cloneNode(true)) : ["–"]));
      if (at === index) tab.setAttribute("aria-current", "true"); else tab.removeAttribute("aria-current");
    }
  };
  const next = (pad) => {
    const waiting = dice(pad).findIndex((die) => !shown(die));
    if (waiting >= 0) turn(pad, waiting);
    else { turn(pad, -1); pad.closest("form").querySelector(".btn.go")?.focus({ preventScroll: true }); }
  };

  const build = (pad) => {
    if (pad.classList.contains("on") || dice(pad).length < 2) return;
    const tray = document.createElement("div");
    tray.className = "tray";
    for (const [at, die] of dice(pad).entries()) {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.className = die.className.replace("die", "").trim();
      tab.append(document.createElement("b"), Object.assign(document.createElement("small"), { textContent: die.querySelector("legend").textContent }));
      tab.addEventListener("click", () => { turn(pad, at); dice(pad)[at].querySelector("input").focus(); });
      tray.append(tab);
    }
    pad.prepend(tray);
    pad.classList.add("on");
    next(pad);
  };

  document.addEventListener("click", (event) => {
    const pad = event.target.closest?.(".keypad.on");
    // A click made with the arrow keys has no detail: the eye stays on that die.
    if (!pad || event.target.type !== "radio") return;
    if (event.detail || event.pointerType) next(pad); else turn(pad, dice(pad).findIndex((die) => die.contains(event.target)));
  });
  document.addEventListener("keydown", (event) => {
    const pad = event.target.closest?.(".keypad.on");
    const face = pad && /^[1-9]$/.test(event.key) && pad.querySelectorAll(".die.next input")[event.key - 1];
    if (!face) return;
    event.preventDefault();
    face.checked = true;
    face.dispatchEvent(new Event("input", { bubbles: true }));
    next(pad);
    pad.querySelector(".die.next input")?.focus();
  });

  // What was typed for a step that is over goes; the dice wait for their faces again.
  document.addEventListener("reset", ({ target }) => setTimeout(() => { for (const pad of target.querySelectorAll(".keypad.on")) next(pad); }));

  const all = () => { for (const pad of document.querySelectorAll("[data-keypad]")) build(pad); };
  document.body.addEventListener("htmx:afterSettle", all);
  document.addEventListener("board:after", all);
  all();
})();
