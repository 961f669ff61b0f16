// Dark is the look of the table; a phone may prefer the light page and keeps it.
(() => {
  const root = document.documentElement;
  const stored = () => { try { return localStorage.getItem("look"); } catch { return null; } };
  if (stored() === "light") root.dataset.light = "";
  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("look");
    if (!button) return;
    const label = () => {
      button.querySelector("span").textContent = "light" in root.dataset ? button.dataset.dark : button.dataset.light;
    };
    button.hidden = false;
    label();
    button.addEventListener("click", () => {
      root.toggleAttribute("data-light");
      try { localStorage.setItem("look", "light" in root.dataset ? "light" : "dark"); } catch { /* private window */ }
      label();
    });
  });
})();
