// A service worker. While the host does not answer, it gives the app's files that this device has loaded from the host before, so that
// a reload does not lose the app. While the host answers, every file comes from the host. The copy is of one version, and ends a week after the
// host last answered; the app deletes it if a signed release says that the version is not safe (src/core/release/offlineCopy.ts).
const COPY = 'galx-app'
const WEEK = 7 * 86_400_000
/** Milliseconds after which a kept file replaces the answer of a silent host. */
const SILENT = 10_000
/** The paths of the app's files. The empty path is the page. All other requests are not touched. */
const FILES = /^(?:assets\/[^?]+|boot\.js|config\.json|icon\.svg|manifest\.webmanifest|)$/
const { scope } = self.registration
/** The entry that says when the host last answered. Its address is no file of the app. */
const SEEN = `${scope}offline-copy-seen`

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const { navigationPreload } = self.registration
  event.waitUntil(Promise.all([self.clients.claim(), navigationPreload && navigationPreload.enable()]))
})
self.addEventListener('message', (event) => event.waitUntil(makeCopy(event.data)))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const path = request.url.startsWith(scope) ? request.url.slice(scope.length).replace(/[?#].*$/, '') : null
  if (request.method === 'GET' && path !== null && FILES.test(path)) event.respondWith(answer(event, path))
})

async function answer(event, path) {
  const asked = askHost(event)
  const [response, kept] = await Promise.race([
    asked.then(
      (given) => [given],
      () => [],
    ),
    // A slow network is no reason to fail: without a copy, the host's answer is awaited.
    delay(SILENT).then(async () => [undefined, await read(path)]),
  ])
  if (response === undefined || response.status >= 500) return kept || (await read(path)) || asked
  if (response.ok) event.waitUntil(note(path, response.clone()))
  return response
}

async function askHost(event) {
  return (await event.preloadResponse) || fetch(event.request)
}

function delay(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Adds a later part of the app to the copy, and notes that the host answers. The page itself is only replaced together with its parts. */
async function note(path, response) {
  if (!(await caches.has(COPY))) return
  const cache = await caches.open(COPY)
  if (path === '') await cache.put(SEEN, new Response(String(Date.now())))
  else await cache.put(scope + path, response)
}

/**
 * Copies the page, its configuration and its loaded files. A page of another version replaces the whole copy.
 * @param {{ start: string, files: string[] }} page the page's start script and the addresses of its loaded files
 */
async function makeCopy({ start, files }) {
  const paths = files.filter((url) => url.startsWith(scope)).map((url) => url.slice(scope.length))
  const wanted = new Set(['', 'config.json', ...paths.filter((path) => FILES.test(path))])
  const copies = await Promise.all(
    [...wanted].map(async (path) => ({ path, response: await fetch(scope + path) })),
  )
  if (copies.some(({ response }) => !response.ok)) return
  const page = await copies[0].response.clone().text()
  // The host has another version by now: its parts are not those that were loaded.
  if (!page.includes(start.replace(/^\.\//, ''))) return
  const before = await (await caches.open(COPY)).match(scope)
  if (before !== undefined && (await before.text()) !== page) await caches.delete(COPY)
  const cache = await caches.open(COPY)
  await Promise.all(copies.map(({ path, response }) => cache.put(scope + path, response)))
  await cache.put(SEEN, new Response(String(Date.now())))
}

/** @returns the kept file; undefined if there is none, or if the host has been away for a week */
async function read(path) {
  if (!(await caches.has(COPY))) return undefined
  const cache = await caches.open(COPY)
  const seen = await cache.match(SEEN)
  if (seen === undefined || Date.now() - Number(await seen.text()) > WEEK) {
    await caches.delete(COPY)
    return undefined
  }
  return cache.match(scope + path)
}
