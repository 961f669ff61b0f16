// Registers the service worker where the browser allows one, and keeps the newest board for it.
(() => {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  if (!document.getElementById("table")) return;
  const keep = async () => {
    const pages = await caches.open("sidekick-pages");
    const html = `<!doctype html>${document.documentElement.outerHTML}`;
    await pages.put(location.pathname, new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  };
  document.addEventListener("board:after", keep);
  document.body.addEventListener("htmx:afterSettle", keep);
})();
