// What was typed before a search was ready, or put back by the browser, is looked up as well.
document.addEventListener("htmx:load", ({ target }) => {
  for (const field of target.querySelectorAll("[type=search][hx-get]")) {
    if (!field.ready && field.value !== field.defaultValue) htmx.trigger(field, "search");
    field.ready = true;
  }
});
