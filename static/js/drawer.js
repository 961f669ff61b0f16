// The drawer: a dialog filled by htmx. Escape, the backdrop and the cross close it; focus returns.
(() => {
  const drawer = document.getElementById("drawer");
  if (!drawer?.showModal) return;
  let opener = "";

  document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.target === drawer && !drawer.open) opener = detail.elt.id;
  });
  document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target === drawer) {
      drawer.setAttribute("aria-labelledby", "drawer-h");
      if (!drawer.open) drawer.showModal();
      drawer.scrollTop = 0;
      drawer.querySelector("#drawer-h")?.focus();
    } else if (drawer.open && drawer.contains(detail.requestConfig?.elt)) drawer.close();
  });
  drawer.addEventListener("click", (event) => {
    if (event.target === drawer || event.target.closest("[data-close]")) drawer.close();
  });
  drawer.addEventListener("close", () => {
    drawer.replaceChildren();
    if (opener) document.getElementById(opener)?.focus();
  });
})();
