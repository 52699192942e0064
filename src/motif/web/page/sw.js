/* Keeps the files of the page, and no data: what the server says is asked of the server, always. */
const KEPT = 'motif-page';
const NAMED_AFTER_CONTENT = '/assets/';

self.addEventListener('install', event => {
  event.waitUntil(caches.open(KEPT).then(cache => fetched(cache, '/')).then(() => self.skipWaiting()));
});
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', event => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/') || url.search) return;
  if (url.pathname === '/' || url.pathname.startsWith(NAMED_AFTER_CONTENT) || /^\/(icon|manifest)/.test(url.pathname)) {
    event.respondWith(answer(event.request, url.pathname));
  }
});

/** A file that is named after its content never changes; of the others the server is asked first. */
async function answer(request, path) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(path);
  if (kept && path.startsWith(NAMED_AFTER_CONTENT)) return kept;
  try {
    return await fetched(cache, path, request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function fetched(cache, path, request = path) {
  const response = await fetch(request);
  if (!response.ok || response.redirected) return response;
  await cache.put(path, response.clone());
  if (path === '/') await forget(cache, await response.clone().text());
  return response;
}

/** Files of a page of before are of no use to the page of now; those of now are fetched, since the first visit ran without this. */
async function forget(cache, page) {
  const named = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(match => match[1]);
  const old = (await cache.keys()).filter(key => new URL(key.url).pathname.startsWith(NAMED_AFTER_CONTENT) && !named.includes(new URL(key.url).pathname));
  await Promise.all(old.map(key => cache.delete(key)));
  const held = (await cache.keys()).map(key => new URL(key.url).pathname);
  await cache.addAll(named.filter(path => !held.includes(path)));
}
