// The drawer: a dialog filled by htmx. Escape, the backdrop and the cross close it; focus returns.
(() => {
  const drawer = document.getElementById("drawer");
  if (!drawer?.showModal) return;
  let opener = "";

  document.body.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.target === drawer && !drawer.open) opener = detail.elt.id;
  });
  document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target !== drawer) return;
    if (!drawer.open) drawer.showModal();
    drawer.scrollTop = 0;
    drawer.querySelector("#drawer-h")?.focus();
  });
  // Not on the swap: the stream may have renewed the board before this answer came.
  document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
    const answered = [200, 409, 422].includes(detail.xhr.status);
    if (answered && detail.target.id === "board" && drawer.open) drawer.close();
  });
  drawer.addEventListener("click", (event) => {
    if (event.target === drawer || event.target.closest("[data-close]")) drawer.close();
  });
  drawer.addEventListener("close", () => {
    drawer.replaceChildren();
    if (opener) document.getElementById(opener)?.focus();
  });
})();
