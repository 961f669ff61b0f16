// A floor as a picture instead of names with commas: a ring of spaces to tap, each named by typing
// ahead. Spaces nobody names are called by their number. The field itself says the same.
(() => {
  const START = [0, 24, 16, 6], LEAST = 3, SHOWN = 6, ROW = 6;
  const make = (tag, rest = {}, ...inside) => {
    const one = Object.assign(document.createElement(tag), rest);
    one.append(...inside);
    return one;
  };
  // Clockwise round a square from its top left corner; the Tower in rows from the Entrance up.
  const place = (n, side, floor) => {
    if (floor === 3) return [1 + (n % ROW), 1 + Math.floor(n / ROW)];
    const edge = Math.floor(n / (side - 1)), k = n % (side - 1);
    return [[1 + k, 1], [side, 1 + k], [side - k, side], [1, side - k]][edge];
  };

  const draw = (form) => {
    const field = form.elements.spaces, floor = Number(form.elements.floor.value);
    const label = form.querySelector(`label[for="${field.id}"]`)?.textContent.trim() ?? "";
    const known = [...field.list?.options ?? []].map((option) => option.value);
    const auto = (n) => `${floor}-${n + 1}`;
    let names = field.value.split(",").map((name) => name.trim()).filter(Boolean), at = 0;
    if (!names.length) names = Array(START[floor]).fill("");
    names = names.map((name, n) => (name === auto(n) ? "" : name));

    const cells = make("ol"), hints = make("p", { className: "btns" });
    const name = make("input", { type: "text", maxLength: 40, autocomplete: "off" });
    const step = (text, by) => make("button", { type: "button", className: "btn", textContent: text, ariaLabel: `${label}: ${text}1`, onclick: () => count(by) });
    const number = make("b"), inner = make("div", { className: "inner" }, make("p", { className: "steps" }, step("−", -1), number, step("+", 1)), name, hints);
    const picture = make("div", { className: `ring-picture fl${floor}` }, cells, inner);

    const keep = () => {
      field.value = names.map((each, n) => each || auto(n)).join(", ");
      form.dataset.touched = "1";
    };
    const show = () => {
      const side = Math.ceil(names.length / 4) + 1;
      keep();
      number.textContent = names.length;
      name.ariaLabel = `${label}: ${at + 1}`;
      name.placeholder = auto(at);
      cells.replaceChildren(...names.map((each, n) => {
        const button = make("button", { type: "button", ariaPressed: n === at, onclick: () => go(n) }, each || auto(n));
        const cell = make("li", {}, button), [col, row] = place(n, side, floor);
        cell.style.gridArea = `${row} / ${col}`;
        return cell;
      }));
      inner.style.gridArea = floor === 3 ? `${Math.ceil(names.length / ROW) + 1} / 1 / auto / -1` : `2 / 2 / ${side} / ${side}`;
      hint();
    };
    const hint = () => {
      const typed = name.value.trim().toLowerCase();
      const open = known.filter((each) => (typed || !names.includes(each)) && each.toLowerCase().includes(typed));
      hints.replaceChildren(...open.slice(0, SHOWN).map((each) => make("button", { type: "button", textContent: each, onclick: () => put(each) })));
    };
    const go = (n) => { at = n; name.value = names[n]; show(); };
    const put = (text) => {
      const other = names.indexOf(text);
      if (text && other >= 0 && other !== at) names[other] = "";
      names[at] = text;
      go((at + 1) % names.length);
    };
    const count = (by) => {
      if (by > 0) names.push(""); else if (names.length > LEAST) names.pop();
      go(Math.min(at, names.length - 1));
    };
    name.addEventListener("input", hint);
    name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      put(name.value.replaceAll(",", " ").trim());
    });
    // A tap elsewhere ends the typing first; what it is on must stay where it is.
    name.addEventListener("change", () => {
      names[at] = name.value.replaceAll(",", " ").trim();
      cells.children[at].firstChild.textContent = names[at] || auto(at);
      keep();
    });
    field.before(picture);
    field.hidden = true;
    show();
  };

  // The names that may be printed on a space, to tap; typing leaves those that fit.
  const offer = (field) => {
    const hints = make("p", { className: "names" });
    const known = [...field.list?.options ?? []].map((option) => option.value);
    const show = () => {
      const typed = field.value.trim().toLowerCase();
      const fitting = known.filter((each) => each.toLowerCase().includes(typed) && each !== field.value);
      hints.replaceChildren(...fitting.slice(0, SHOWN).map((each) => make("button", { type: "button", className: "btn", textContent: each, onclick: () => { field.value = each; show(); } })));
    };
    field.dataset.offered = "1";
    field.removeAttribute("list");
    field.after(hints);
    field.addEventListener("input", show);
    show();
  };

  // A dial that is open closes by a tap anywhere else.
  document.addEventListener("click", ({ target }) => {
    for (const dial of document.querySelectorAll(".mine details[open]")) if (!dial.contains(target)) dial.open = false;
  });

  const look = () => {
    for (const field of document.querySelectorAll("#p-space-name:not([data-offered])")) {
      const list = field.list;
      offer(field);
      list?.remove();
    }
    for (const field of document.querySelectorAll("details[open] form input[name=spaces]:not([hidden])")) if (field.form.elements.do?.value === "ring") draw(field.form);
  };
  document.addEventListener("toggle", look, true);
  document.addEventListener("board:after", look);
  look();
})();
