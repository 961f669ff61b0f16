// Offline reading: style and scripts from the cache, pages from the network while there is one.
const SHELL = "sidekick-shell", PAGES = "sidekick-pages";
const READABLE = /^\/(t\/[^/]+\/(rules|log)?$|rules\/|boxes\/$|$)/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const shell = async (request) => {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
};

const page = async (request) => {
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) (await caches.open(PAGES)).put(request, answer.clone());
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
