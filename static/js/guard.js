// Protects against the second tap, the tap on a button that has just changed under the finger,
// and the tap nobody meant (data-hold: press again to confirm).
(() => {
  const PAUSE = 300, ARMED = 6000;
  const notice = document.getElementById("notice");
  let before = new Set();

  const name = (button) => `${button.id}|${button.textContent.trim()}`;
  const buttons = () => document.querySelectorAll("#board button");
  const remember = () => { before = new Set([...buttons()].map(name)); };
  const hold = (button) => { button.dataset.new = ""; button.ariaDisabled = "true"; };
  const free = (button) => { delete button.dataset.new; button.ariaDisabled = null; };
  const pause = () => {
    for (const button of buttons()) if (!before.has(name(button)) && !button.disabled) hold(button);
    setTimeout(() => document.querySelectorAll("[data-new]").forEach(free), PAUSE);
  };
  const live = document.getElementById("live");
  const say = (text) => {
    if (notice) { notice.textContent = text; notice.hidden = !text; }
    if (live && text) live.textContent = text;
  };

  // What is ticked in another form would be about nothing once this is entered: the first tap says so.
  const ticked = (one) => one.checked && !one.defaultChecked && (one.closest(".keypad") || one).checkVisibility?.() !== false;
  const act = (form) => form.querySelector("[name=do]")?.value;
  const drops = ({ form, type }) => {
    if (type !== "submit" || !form?.closest("#board")) return false;
    const [small, taught] = ["small", "taught"].map((name) => (document.getElementById("board").dataset[name] ?? "").split(" "));
    // What only tells of a card leaves the step open, unless it is what the step asks.
    if (!act(form) || small.includes(act(form)) || (taught.includes(act(form)) && !form.closest(".expected"))) return false;
    return [...document.querySelectorAll("#board form[data-touched]")].some((one) => one !== form && act(one) && [...one.elements].some(ticked));
  };
  let asked = null;
  const ask = (button) => {
    asked = button;
    say(document.getElementById("table").dataset.drops);
    hold(button);
    setTimeout(() => free(button), PAUSE * 2);
    setTimeout(() => { if (asked === button) { asked = null; say(""); } }, ARMED);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const stop = () => { event.preventDefault(); event.stopImmediatePropagation(); };
    if ("new" in button.dataset) { stop(); return; }
    if (button !== asked && drops(button)) { stop(); ask(button); return; }
    if (!button.dataset.hold || "armed" in button.dataset) return;
    stop();
    const { textContent } = button;
    const spoken = button.getAttribute("aria-label");
    button.textContent = button.dataset.hold;
    button.removeAttribute("aria-label");
    // The second tap of a double tap must not be the confirmation.
    hold(button);
    setTimeout(() => { free(button); button.dataset.armed = ""; }, PAUSE * 2);
    setTimeout(() => {
      button.textContent = textContent;
      if (spoken) button.setAttribute("aria-label", spoken);
      delete button.dataset.armed;
    }, ARMED);
  }, true);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if ("busy" in form.dataset) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    form.dataset.busy = "";
  }, true);
  const release = () => { for (const form of document.querySelectorAll("[data-busy]")) delete form.dataset.busy; };
  addEventListener("pageshow", release);
  const body = document.body;
  body.addEventListener("htmx:beforeSwap", remember);
  body.addEventListener("htmx:afterSwap", ({ detail }) => { if (detail.target?.id !== "drawer") pause(); });
  document.addEventListener("board:before", remember);
  document.addEventListener("board:after", pause);
  // What a board fetches by itself was tapped by nobody, and is missed by nobody.
  const tapped = (event, then) => body.addEventListener(`htmx:${event}`, ({ detail }) => {
    if (!/^load/.test(detail.elt.getAttribute("hx-trigger"))) then(detail);
  });
  tapped("beforeRequest", () => say(""));
  tapped("afterRequest", release);
  tapped("sendError", () => say(document.getElementById("link")?.dataset.unsent ?? ""));
  tapped("responseError", (detail) => {
    const answer = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
    say((answer.querySelector(".says") ?? answer.querySelector("h1"))?.textContent.trim() || `${detail.xhr.status}`);
  });
})();
