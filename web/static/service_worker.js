// Keeps the files of the static edition in the browser, so that it works without a connection, and gives them the
// headers for threads, which a host of files does not send. The build puts VERSION and FILES before this text:
// VERSION changes with any file, FILES are the addresses of all of them, those of the first page first.
/* global VERSION, FILES */

const NAME = "komadai ";
const cacheName = NAME + VERSION;

const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** The address of a file, as the cache has it: the folder itself is index.html. */
const addressOf = (file) => new URL(file, self.registration.scope).href;

/** Vite's names hold a hash of the content: such a file is the same in every version. */
const isHashed = (file) => /-[\w-]{8}\.\w+$/.test(file);

/** Puts the file into the cache, from another version's cache if it is the same file there. */
async function keep(cache, file) {
  const address = addressOf(file);
  const known = isHashed(file) ? await caches.match(address) : undefined;
  const response = known ?? (await fetch(address, { cache: "no-cache" }));
  if (!response.ok) throw new Error(`${response.status} ${file}`);
  await cache.put(address, response);
}

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      // All or nothing: a version that is kept is whole.
      for (const file of FILES) await keep(cache, file);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      // An open page goes on with the files of the version before.
      const others = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== cacheName);
      await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

/** The answer with the headers for threads. */
function isolated(response) {
  if (response.type === "opaque" || response.type === "error" || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

async function answer(request) {
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  const wanted = request.mode === "navigate" ? addressOf("index.html") : address.href;
  const here = await (await caches.open(cacheName)).match(wanted);
  return isolated(here ?? (await caches.match(wanted)) ?? (await fetch(request)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});
