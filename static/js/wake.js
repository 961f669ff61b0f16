// Keeps the screen on while the table is open, unless the switch says no.
(() => {
  if (!("wakeLock" in navigator)) return;
  const button = document.getElementById("wake");
  const read = (what) => { try { return localStorage.getItem(what); } catch { return null; } };
  let lock = null;

  const show = () => { if (button) { button.hidden = false; button.setAttribute("aria-pressed", !!lock); } };
  const take = async () => {
    if (!document.hidden && !lock && read("wake") !== "off") {
      try {
        lock = await navigator.wakeLock.request("screen");
        lock.addEventListener("release", () => { lock = null; show(); });
      } catch { lock = null; }
    }
    show();
  };

  if (button) button.addEventListener("click", () => {
    try { localStorage.setItem("wake", lock ? "off" : "on"); } catch { /* private window */ }
    if (lock) lock.release(); else take();
  });
  document.addEventListener("visibilitychange", take);
  take();
})();
