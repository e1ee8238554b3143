// The service worker, with a host that answers, is slow, fails or is away.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const CODE = readFileSync(join(import.meta.dirname, '../../../public/offline.js'), 'utf8')
const SCOPE = 'https://app.example/'
const WEEK = 7 * 86_400_000

type Listener = (event: object) => void

let store: Map<string, Map<string, string>>
let listeners: Record<string, Listener>
let host: (url: string) => Promise<Response>

/** The Cache API, as far as the worker uses the API. */
function fakeCaches() {
  const opened = (name: string) => {
    const entries = store.get(name) ?? new Map<string, string>()
    store.set(name, entries)
    return {
      put: async (url: string, response: Response) => void entries.set(url, await response.text()),
      match: async (url: string) => (entries.has(url) ? new Response(entries.get(url)) : undefined),
    }
  }
  return {
    has: async (name: string) => store.has(name),
    open: async (name: string) => opened(name),
    delete: async (name: string) => store.delete(name),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  store = new Map()
  listeners = {}
  const worker = {
    registration: { scope: SCOPE },
    addEventListener: (name: string, listener: Listener) => (listeners[name] = listener),
  }
  const fetched = (request: string | { url: string }) =>
    host(typeof request === 'string' ? request : request.url)
  new Function('self', 'caches', 'fetch', CODE)(worker, fakeCaches(), fetched)
})
afterEach(() => vi.useRealTimers())

/** @returns the worker's answer; undefined if the worker leaves the request to the browser */
function ask(path: string, method = 'GET'): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined
  listeners.fetch!({
    request: { method, url: SCOPE + path },
    preloadResponse: Promise.resolve(undefined),
    respondWith: (given: Promise<Response>) => (answer = given),
    waitUntil: () => {},
  })
  return answer
}
function keep(files: Record<string, string>, seen = Date.now()) {
  const entries = Object.entries(files).map(([path, text]) => [SCOPE + path, text] as const)
  store.set('galx-app', new Map([...entries, [`${SCOPE}offline-copy-seen`, String(seen)]]))
}
function away() {
  return Promise.reject(new TypeError('Failed to fetch'))
}
function silent() {
  return new Promise<Response>(() => {})
}

it('gives the host’s answer while the host answers, whatever the copy has', async () => {
  keep({ '': 'kept' })
  host = async () => new Response('new')
  expect(await (await ask(''))!.text()).toBe('new')
})

it('gives the copy if the host is away, fails, or has been silent for ten seconds', async () => {
  keep({ 'assets/a.js': 'kept' })
  for (const answer of [away, async () => new Response('bad gateway', { status: 502 })]) {
    host = answer
    expect(await (await ask('assets/a.js'))!.text()).toBe('kept')
  }
  host = silent
  const answer = ask('assets/a.js')!
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await (await answer).text()).toBe('kept')
})

it('waits for a slow host, and passes on its failure, if there is no copy', async () => {
  let arrive!: (response: Response) => void
  host = () => new Promise((resolve) => (arrive = resolve))
  const slow = ask('assets/a.js')!
  await vi.advanceTimersByTimeAsync(60_000)
  arrive(new Response('late'))
  expect(await (await slow).text()).toBe('late')
  host = async () => new Response('bad gateway', { status: 502 })
  expect((await ask('')!).status).toBe(502)
  host = away
  await expect(ask('')).rejects.toThrow('Failed to fetch')
})

it('deletes a copy whose host has been away for a week', async () => {
  keep({ '': 'kept' }, Date.now() - WEEK - 1)
  host = away
  await expect(ask('')).rejects.toThrow('Failed to fetch')
  expect(store.has('galx-app')).toBe(false)
})

it('leaves requests to servers, release.json and everything but GET alone', () => {
  host = away
  for (const path of ['api/bonuses?address=0x1', 'release.json', 'version.json', 'offline.js'])
    expect(ask(path)).toBeUndefined()
  expect(ask('', 'POST')).toBeUndefined()
})
