// Dark is the look of the table. A phone that prefers the light page has it, until someone chooses
// there; the big screen stays dark.
(() => {
  const root = document.documentElement, bright = matchMedia("(prefers-color-scheme: light)");
  const read = (what) => { try { return localStorage.getItem(what); } catch { return null; } };
  const look = () => {
    const { matches } = bright, screen = document.querySelector(".tv");
    const light = (read("look") || (matches && !screen && "light")) === "light";
    root.toggleAttribute("data-light", light);
    const button = document.getElementById("look");
    if (!button) return light;
    button.hidden = false;
    button.querySelector("span").textContent = button.dataset[light ? "dark" : "light"];
    button.onclick = () => {
      try { localStorage.setItem("look", light ? "dark" : "light"); } catch { /* private window */ }
      look();
    };
  };
  look();
  bright.onchange = look;
  addEventListener("DOMContentLoaded", look);
})();
