// A cup holds so many dice of each colour: once they are entered, that colour cannot be tapped.
// Without this file the referee says so after the tap.
(() => {
  const count = (pad) => {
    const inputs = [...pad.querySelectorAll("input[data-colour]")];
    const used = {};
    for (const { checked, dataset } of inputs) if (checked) used[dataset.colour] = (used[dataset.colour] ?? 0) + 1;
    for (const input of inputs) {
      const { colour, left } = input.dataset;
      const own = inputs.some((other) => other.name === input.name && other.checked && other.dataset.colour === colour);
      input.disabled = !own && (used[colour] ?? 0) >= Number(left);
    }
    for (const row of pad.querySelectorAll(".die")) {
      const own = row.querySelector("input:checked")?.dataset.colour;
      for (const shown of row.querySelectorAll(".left b")) {
        const { colour, left } = shown.parentElement.nextElementSibling.querySelector("input").dataset;
        shown.textContent = Number(left) - (used[colour] ?? 0) + (own === colour ? 1 : 0);
      }
    }
  };
  const all = () => { for (const pad of document.querySelectorAll("[data-cup]")) count(pad); };
  document.addEventListener("change", ({ target }) => { const pad = target.closest?.("[data-cup]"); if (pad) count(pad); });
  document.body.addEventListener("htmx:afterSettle", all);
  document.addEventListener("board:after", all);
  all();
})();
