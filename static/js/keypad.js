// Dice: one tap a die, then the next die; the last one enters the roll. For five seconds Undo takes
// it back and the dice lie there as before. Without this file a keypad is plain rows of radios.
(() => {
  const FRESH = 5000;
  const dice = (pad) => [...pad.querySelectorAll(":scope > .die")];
  const chosen = (die) => die.querySelector("input:checked");
  const shown = (die) => chosen(die)?.parentElement.querySelector("span") ?? null;

  const turn = (pad, index) => {
    const all = dice(pad);
    for (const [at, die] of all.entries()) die.classList.toggle("next", at === index);
    for (const [at, tab] of [...pad.firstElementChild.children].entries()) {
      const face = shown(all[at]);
      tab.querySelector("b").replaceChildren(...(face ? face.cloneNode(true).childNodes : ["–"]));
      tab.ariaCurrent = at === index || null;
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

  // A roll enters itself only if a finger has put every die of it there, one by one, for this very
  // step: not from the keyboard, not from what a page kept, not from a change of what was entered.
  const tapped = new Map();
  const forget = ({ target }) => tapped.delete(target.id);
  const whole = (pad) => {
    const form = pad.closest("form"), put = tapped.get(form.id);
    const only = [...form.elements].every((one) => one.type === "hidden" || one.closest(".keypad") || ["BUTTON", "FIELDSET"].includes(one.tagName));
    return only && dice(pad).every((die) => put?.has(chosen(die)?.name));
  };
  let ready = null;
  document.addEventListener("pointerdown", ({ target }) => {
    const pad = target.closest?.(".keypad.on"), open = pad && dice(pad).filter((die) => !shown(die));
    ready = open?.length === 1 && open[0].contains(target) ? pad : null;
  });
  document.addEventListener("click", (event) => {
    const { target } = event, pad = target.closest?.(".keypad.on");
    // A click made with the arrow keys has no detail: the eye stays on that die.
    if (!pad || target.type !== "radio") return;
    if (!event.detail && !event.pointerType) { turn(pad, dice(pad).findIndex((die) => die.contains(target))); return; }
    const form = pad.closest("form");
    if (event.isTrusted) tapped.set(form.id, (tapped.get(form.id) ?? new Set()).add(target.name));
    next(pad);
    if (ready === pad && whole(pad)) {
      const go = form.querySelector(".btn.go");
      if (form.requestSubmit) form.requestSubmit(go); else go.click();
    }
  });
  document.addEventListener("keydown", (event) => {
    const pad = event.target.closest?.(".keypad.on");
    const face = pad && /^\d$/.test(event.key) && pad.querySelectorAll(".die.next input")[(+event.key + 9) % 10];
    if (!face) return;
    event.preventDefault();
    face.checked = true;
    face.dispatchEvent(new Event("input", { bubbles: true }));
    next(pad);
    pad.querySelector(".die.next input")?.focus();
  });

  // What was typed for a step that is over goes; the dice wait for their faces again.
  document.addEventListener("reset", (event) => {
    forget(event);
    setTimeout(() => { for (const pad of event.target.querySelectorAll(".keypad.on")) next(pad); });
  });
  addEventListener("pageshow", () => tapped.clear());

  // Undo lights up after a roll of this phone, until it rests or anybody goes on.
  let rolled = null, again = null;
  document.addEventListener("submit", (event) => {
    const form = event.target, now = window.Board?.revision();
    forget(event);
    rolled = form.querySelector(".keypad, .faces") ? { at: now + 1, id: form.id, pairs: [...new FormData(form)] } : null;
    again = form.querySelector("#undo[data-fresh]") && again?.at === now ? { ...again, at: now + 1, back: true } : null;
  });
  const fill = ({ id, pairs }) => {
    const form = document.getElementById(id);
    for (const one of form?.querySelectorAll(".keypad input") ?? []) one.checked = pairs.some(([name, value]) => name === one.name && value === one.value);
    if (form) form.dataset.touched = "1";
  };
  const all = () => { for (const pad of document.querySelectorAll("[data-keypad]")) build(pad); };
  document.addEventListener("board:after", ({ detail: { own } }) => {
    const undo = document.getElementById("undo"), now = window.Board.revision();
    undo?.removeAttribute("data-fresh");
    if (again?.back && again.at === now) { fill(again); again = null; }
    all();
    if (!undo || !own || rolled?.at !== now) return;
    again = rolled;
    rolled = null;
    undo.dataset.fresh = "";
    setTimeout(() => undo.removeAttribute("data-fresh"), FRESH);
  });
  document.body.addEventListener("htmx:afterSettle", all);
  all();
})();
