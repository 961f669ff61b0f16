// The board answers for the form that is chosen in the sheet: a tap on a tile or a tablet aims at it,
// another tap on the space lays one cube more. Asked which cubes become wounds, the spaces answer, a tap
// a cube. Everything is a field or a button of the sheet as well.
(() => {
  const form = () => (document.querySelector("#r-asked .choice > .pick:checked")?.parentElement ?? document.querySelector("#r-asked .choice.ready"))?.querySelector("form");
  const tick = (radio) => { radio.checked = true; radio.dispatchEvent(new Event("input", { bubbles: true })); };
  const aimed = ({ value }) => (value.startsWith("tile:") ? value.slice(0, value.lastIndexOf(":")) : value);
  const targets = (at) => [...form()?.querySelectorAll('[name="target"]') ?? []].filter((radio) => aimed(radio) === at);

  // The ways of taking cubes that the question still leaves, each as cubes by space.
  let taken = {};
  const parsed = (button) => ({ button, cubes: Object.fromEntries(button.value.split("+").map((part) => part.split(":")).map(([space, n = 1]) => [space, +n])) });
  const ways = () => [...document.querySelectorAll(".question [name^='answer:WOUND_FROM']")].map(parsed)
    .filter(({ cubes }) => Object.keys(taken).every((space) => taken[space] <= cubes[space]));
  const takes = () => {
    const open = ways();
    for (const space of document.querySelectorAll(".tablet[open]:not(.post) [data-number] .space")) {
      const name = space.closest("[data-number]").dataset.number.split(".").at(-1);
      const more = open.some(({ cubes }) => cubes[name] > (taken[name] ?? 0));
      if (more) space.dataset.take = name;
      else delete space.dataset.take;
    }
  };
  const take = (name) => {
    const next = ways().find(({ button }) => button.value === name);
    taken[name] = (taken[name] ?? 0) + 1;
    const left = next ? [next] : ways();
    if (left.length === 1) left[0].button.click();
    else takes();
  };

  const light = () => {
    for (const thing of document.querySelectorAll("#board [data-aim]")) {
      const there = targets(thing.dataset.aim);
      thing.classList.toggle("lit", there.length > 0);
      thing.classList.toggle("sel", there.some((radio) => radio.checked));
    }
    const chosen = document.querySelector("#r-asked .choice > .pick:checked"), said = form()?.parentElement.querySelector(".aim");
    // The fields that the board stands for step back; what they say stays in sight.
    for (const field of form()?.querySelectorAll(".on-board") ?? []) field.dataset.touch = "";
    if (said) {
      const ticked = [...form().querySelectorAll(".on-board :checked")];
      said.textContent = ticked.map((one) => `${one.name === "cubes" ? `${one.closest("fieldset").querySelector("legend").textContent}: ` : ""}${one.nextElementSibling.textContent}`).join(" · ");
      said.hidden = false;
    }
    // A chip says what is chosen under it; no more successes are offered than the dice can show.
    for (const chip of form()?.querySelectorAll(".assumed > details") ?? []) {
      const { of, none } = chip.firstElementChild.dataset, ticked = [...chip.querySelectorAll(":checked + span")].map((one) => one.textContent);
      chip.firstElementChild.textContent = `${of} ${ticked.join(", ") || chip.querySelector("[type=number]")?.value || none}`.trim();
    }
    for (const dice of document.querySelectorAll("#r-asked [data-spare]")) {
      const roll = dice.closest("form"), unpushed = roll.querySelector('[name="push"]:not(:checked)') ? 1 : 0;
      const most = 4 * ((roll.querySelector('[name="cubes"]:checked')?.value ?? 9) - unpushed) + +dice.dataset.spare;
      for (const one of dice.querySelectorAll("button")) one.hidden = +one.value > most;
    }
    for (const space of document.querySelectorAll("#board label.space")) space.classList.toggle("sel", space.htmlFor === chosen?.id);
  };

  // A number in steps: the first step up from "?" is 1, the first step down 0.
  const turn = (button) => {
    const list = button.parentElement.querySelector("select"), by = +button.dataset.tally;
    const unknown = list.value === "-1";
    if (!unknown && list.selectedIndex + by < 1) return;
    list.selectedIndex = Math.min(list.selectedIndex + (unknown && by > 0 ? 2 : unknown ? 1 : by), list.length - 1);
    list.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // An opened tablet lies below those that stay folded: if its spaces are out of sight there, it comes up.
  const unfolded = (tablet) => {
    const { bottom, height } = (tablet.querySelector(".spaces") ?? tablet).getBoundingClientRect();
    if (tablet.open && bottom - height / 4 > document.querySelector(".scene").getBoundingClientRect().bottom) tablet.scrollIntoView({ block: "start" });
  };

  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-tally]"), fold = event.target.closest(".tablet > summary");
    if (fold && !fold.parentElement.open) requestAnimationFrame(() => unfolded(fold.parentElement));
    // What unfolds at the foot of the sheet comes into sight.
    const more = event.target.closest("#r-asked summary")?.parentElement;
    if (more && !more.open) requestAnimationFrame(() => more.scrollIntoView({ block: "nearest" }));
    if (step) turn(step);
    const thing = event.target.closest("[data-aim].lit"), space = event.target.closest("label.space.sel");
    const given = event.target.closest("[data-take]");
    if (given) {
      event.preventDefault();
      take(given.dataset.take);
    } else if (thing) {
      event.preventDefault();
      const there = targets(thing.dataset.aim), at = there.findIndex((radio) => radio.checked);
      tick(there[(at + 1) % there.length]);
    } else if (space) {
      event.preventDefault();
      const cubes = [...form()?.querySelectorAll('[name="cubes"]') ?? []];
      const next = cubes[cubes.findIndex((radio) => radio.checked) + 1];
      if (next) tick(next);
    }
  });
  // A form that opens has its targets in sight: one of them is proposed already.
  const aim = () => {
    const lit = [...document.querySelectorAll("#board [data-aim].lit")], scene = document.querySelector(".scene").getBoundingClientRect();
    const seen = (one) => { const { top, bottom } = one.getBoundingClientRect(); return top < scene.bottom && bottom > scene.top; };
    if (lit.length && !lit.some(seen)) lit[0].scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("input", ({ target }) => { light(); if (target.matches(".pick")) aim(); });
  document.addEventListener("board:after", () => { taken = {}; takes(); light(); });
  // What was sent is done: the sheet decides anew what stands open.
  document.addEventListener("submit", ({ target }) => {
    const picks = document.getElementById("picks");
    if (picks && target.closest(".choice")) delete picks.dataset.touched;
  });
})();
