// Keeps the screen on while the table is open, unless the switch says no.
(() => {
  if (!("wakeLock" in navigator)) return;
  const button = document.getElementById("wake");
  const wanted = () => { try { return localStorage.getItem("wake") !== "off"; } catch { return true; } };
  let lock = null;

  const show = () => { if (button) { button.hidden = false; button.setAttribute("aria-pressed", !!lock); } };
  const drop = async () => { const held = lock; lock = null; if (held) await held.release().catch(() => {}); show(); };
  const take = async () => {
    if (document.hidden || lock || !wanted()) return show();
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; show(); });
    } catch { lock = null; }
    show();
  };

  if (button) button.addEventListener("click", () => {
    const off = !!lock;
    try { localStorage.setItem("wake", off ? "off" : "on"); } catch { /* private window */ }
    if (off) drop(); else take();
  });
  document.addEventListener("visibilitychange", take);
  take();
})();
