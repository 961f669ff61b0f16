// A symbol pad: a tap on a symbol adds it to the price, a tap on one in the row takes it off. Without
// this file the pad is a number beside each symbol.
(() => {
  const draw = (pad) => {
    const row = pad.querySelector(".row");
    row.replaceChildren();
    for (const input of pad.querySelectorAll("input")) {
      for (let n = 0; n < Number(input.value); n += 1) {
        const one = document.createElement("button");
        one.type = "button";
        const drawn = input.parentElement.querySelector("svg");
        one.className = drawn ? "btn icon" : "btn";
        one.append((drawn ?? input.parentElement.querySelector("span")).cloneNode(true));
        one.setAttribute("aria-label", `− ${input.parentElement.textContent.trim()}`);
        one.addEventListener("click", () => { change(pad, input, -1); pad.querySelector(".row button, .add").focus(); });
        row.append(one);
      }
    }
  };
  const change = (pad, input, by) => {
    input.value = Math.min(9, Math.max(0, Number(input.value) + by));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    draw(pad);
  };
  const build = (pad) => {
    if (pad.querySelector(".row")) return;
    for (const input of pad.querySelectorAll("input")) {
      const add = document.createElement("button");
      add.type = "button";
      add.className = "btn add";
      add.append(...[...input.parentElement.children].filter((one) => one !== input).map((one) => one.cloneNode(true)));
      add.addEventListener("click", () => change(pad, input, 1));
      pad.querySelector(".tiles").append(add);
    }
    pad.append(Object.assign(document.createElement("div"), { className: "row" }));
    pad.classList.add("on");
    draw(pad);
  };

  // A name is typed ahead: a tap on a chip saves it, known cards first. Without this file there is a list
  // of the browser and a button.
  const chip = (text, value, kind) => {
    const one = Object.assign(document.createElement("button"), { className: "btn", name: "name", textContent: text, value });
    if (kind) one.dataset.kind = kind;
    return one;
  };
  const ahead = (input) => {
    const form = input.form, place = form.querySelector(".names"), typed = input.value.trim(), wanted = typed.toLocaleLowerCase();
    const fits = ({ value, dataset: { kind } }) => value.toLocaleLowerCase().includes(wanted) && (!form.dataset.named || !kind || kind === form.dataset.named);
    const names = [...document.querySelectorAll("#known-names option")].filter(fits);
    const begins = ({ value }) => (value.toLocaleLowerCase().startsWith(wanted) ? 0 : 1);
    names.sort((one, other) => begins(one) - begins(other));
    const known = names.slice(0, 5).map(({ value, dataset: { kind } }) => chip(value, value, kind));
    const other = typed && !names.some(({ value }) => value.toLocaleLowerCase() === wanted);
    place.replaceChildren(...known, ...(other ? [chip(`${place.dataset.other} “${typed}”`, typed)] : []));
  };
  document.addEventListener("input", ({ target }) => { if (target.form?.matches("[data-named]")) ahead(target); });
  // The chip is the name: what was typed as far as it goes is not sent beside it.
  document.body.addEventListener("htmx:configRequest", ({ detail: { elt, parameters, triggeringEvent } }) => {
    const one = triggeringEvent?.submitter;
    if (elt.matches("[data-named]") && one?.value) parameters.name = one.value;
  });

  // A sheet stays open while its card is asked about; the one of a card that has just come opens by
  // itself, once.
  let sheet = "", typing = false;
  const opened = new Set();
  const show = (one) => { if (one.showPopover) one.showPopover(); else one.classList.add("open"); };
  document.addEventListener("board:before", () => {
    const one = [...document.querySelectorAll(".editor")].find((each) => each.getClientRects().length);
    sheet = one?.id ?? "";
    typing = !!one?.contains(document.activeElement) && document.activeElement.matches("input[name=name]");
  });
  document.addEventListener("board:after", ({ detail: { own } }) => {
    const fresh = own && document.querySelector(".editor[data-fresh]"), still = sheet && document.getElementById(sheet);
    const one = still || (fresh && !opened.has(fresh.id) && fresh);
    if (!one) return;
    opened.add(one.id);
    show(one);
    if (typing) one.querySelector("input[name=name]")?.focus();
  });

  // Several sets on a card: − and + in place of a box for each number, which stay without this file.
  const told = (place) => [...place.querySelectorAll("input")].findIndex((box) => box.checked) + 2;
  const say = (place) => { place.querySelector("output").textContent = `×${told(place)}`; };
  const tell = (place, n) => {
    place.querySelectorAll("input").forEach((box, at) => { box.checked = at + 2 === n; });
    say(place);
  };
  const sets = (place) => {
    const boxes = place.querySelectorAll("input"), hit = place.closest(".card").querySelector(".picks [name=hits]");
    const button = (sign, label, by) => {
      const one = Object.assign(document.createElement("button"), { type: "button", className: "btn", textContent: sign });
      one.setAttribute("aria-label", label);
      one.addEventListener("click", () => {
        const n = told(place) + by;
        // One set less than one is no hit; the buttons go with it, the focus must not.
        if (!n) {
          hit.checked = false;
          hit.focus();
        }
        tell(place, Math.min(boxes.length + 1, Math.max(1, n)));
        if (n) end(boxes[0].form);
      });
      return one;
    };
    place.append(button("−", place.dataset.less, -1), document.createElement("output"), button("+", place.dataset.more, 1));
    place.classList.add("on");
    hit.addEventListener("input", () => { if (!hit.checked) tell(place, 1); });
  };

  // A fold that is opened below the edge of the question comes into sight.
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest(".acts summary")?.parentElement;
    if (fold) setTimeout(() => { if (fold.open) fold.scrollIntoView({ block: "nearest" }); });
  });

  // Most unknown cards are Heroes: one tap ticks all, another takes the tick of a Villain away.
  document.addEventListener("click", ({ target }) => {
    const form = target.closest("[data-tick]")?.form;
    for (const box of form?.elements ?? []) if (box.type === "checkbox" && !box.checked) box.click();
  });

  const all = () => {
    for (const place of document.querySelectorAll(".sets")) {
      if (!place.matches(".on")) sets(place);
      say(place);
    }
    for (const one of document.querySelectorAll("[data-tick]")) one.hidden = false;
    for (const pad of document.querySelectorAll("[data-pad]")) build(pad);
    for (const input of document.querySelectorAll("[data-named] input[name=name]")) ahead(input);
  };
  document.addEventListener("reset", ({ target }) => setTimeout(() => { for (const pad of target.querySelectorAll(".on[data-pad]")) draw(pad); }));
  document.addEventListener("board:after", all);
  document.body.addEventListener("htmx:afterSettle", all);
  all();

  // On phones that want it (a switch among more), the turn ends by itself once something is ticked, or
  // the last die lies on a card: five seconds, and any tap takes them back. What was taken back waits
  // for its button.
  window.Soon = true;
  const wanted = () => { try { return localStorage.getItem("soon") === "on"; } catch { return false; } };
  let timer = 0, ending = null, entered = false;
  const wait = () => {
    clearTimeout(timer);
    ending?.classList.remove("soon");
    ending = null;
  };
  const end = (form) => {
    if (!wanted() || document.querySelector(".dread")) return;
    ending = form;
    ending.classList.add("soon");
    document.getElementById("live").textContent = form.dataset.soon;
    timer = setTimeout(() => {
      const go = form.querySelector(".go");
      wait();
      if (form.requestSubmit) form.requestSubmit(go); else go.click();
    }, 5000);
  };
  document.addEventListener("pointerdown", wait, true);
  document.addEventListener("keydown", wait, true);
  document.addEventListener("visibilitychange", wait);
  document.addEventListener("board:before", wait);
  document.addEventListener("input", ({ isTrusted, target }) => {
    const form = target.form;
    if (!isTrusted || !form?.matches("[data-soon]") || !form.querySelector(".go")) return;
    wait();
    if ([...form.elements].some((one) => one.checked)) end(form);
  });
  document.body.addEventListener("htmx:configRequest", ({ detail: { path, verb } }) => { if (verb === "post") entered = path.endsWith("/act"); });
  document.addEventListener("board:after", ({ detail: { own } }) => {
    const form = document.querySelector("[data-soon][data-last]");
    if (own && entered && form) end(form);
  });
})();
