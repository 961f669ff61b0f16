// Offline reading: style and scripts from the cache, pages from the network while there is one.
const SHELL = "sidekick-shell", PAGES = "sidekick-pages";
const READABLE = /^\/(t\/[^/]+\/(rules|log)?$|rules\/|boxes\/$|$)/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const PAGES_KEPT = 40;
const trim = async (cache, stale) => {
  const kept = await cache.keys();
  await Promise.all(kept.filter((request, n) => stale(request.url, kept.length - n)).map((request) => cache.delete(request)));
};
// A file of another release has another hash in its name.
const stem = (url) => url.replace(/\.[0-9a-f]{12}(?=\.\w+$)/, "");

const shell = async (request) => {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(SHELL), copy = answer.clone();
    await trim(cache, (url) => stem(url) === stem(request.url));
    await cache.put(request, copy);
  }
  return answer;
};

const page = async (request) => {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) {
      const cache = await caches.open(PAGES), copy = answer.clone();
      await cache.put(request, copy);
      await trim(cache, (url, newest) => newest > PAGES_KEPT);
    }
    return answer;
  } catch (error) {
    const found = (await caches.match(request)) ?? (await caches.match(new URL(request.url).pathname));
    if (found) return found;
    throw error;
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(shell(request));
  else if (READABLE.test(url.pathname)) event.respondWith(page(request));
});
