// What older browsers lack: sheets that a button opens (Safari before 17, Firefox before 125), and the
// look of what is chosen (:has(): Firefox before 121, Chrome before 105).
(() => {
  if (!("popover" in HTMLElement.prototype)) {
    const close = () => { for (const one of document.querySelectorAll("[popover].open")) one.classList.remove("open"); };
    document.addEventListener("click", ({ target }) => {
      const button = target.closest("[popovertarget]");
      const sheet = button && document.getElementById(button.getAttribute("popovertarget"));
      const opens = sheet && !sheet.classList.contains("open");
      if (sheet || !target.closest(".editor.open")) close();
      if (opens) sheet.classList.add("open");
    });
    document.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
  }
  if (!CSS.supports("selector(:has(a))")) {
    document.body.classList.add("fixed");
    const mark = () => {
      for (const one of document.querySelectorAll(".tile, .pick, .picks, .besides, .dice")) {
        one.classList.toggle("chosen", !!one.querySelector(":checked"));
      }
    };
    for (const event of ["input", "change", "board:after"]) document.addEventListener(event, mark);
    document.body.addEventListener("htmx:afterSettle", mark);
    mark();
  }
})();
