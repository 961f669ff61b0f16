// Calls the person whose turn it is: it flashes, says so, and buzzes or sounds where that
// is on.
(() => {
  const table = document.getElementById("table");
  const on = (what, otherwise) => { try { return (localStorage.getItem(what) || otherwise) === "on"; } catch { return otherwise === "on"; } };

  window.Nudge = () => {
    if (on("buzz", "on")) navigator.vibrate?.([200, 100, 200, 100, 200]);
    if (on("chime", "off")) window.Chime?.call();
    table.animate({ opacity: [1, 0.1, 1] }, { duration: 350, iterations: 3 });
    for (const id of ["notice", "live"]) Object.assign(document.getElementById(id), { textContent: table.dataset.nudged, hidden: false });
  };
})();
