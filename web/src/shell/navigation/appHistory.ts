/**
 * Hash routing: the route is the part of the address after the `#`. Links are plain `<a href="#/galx">`, which the browser follows by
 * itself. This file notices such navigations, and also lets code navigate. (A measured router library costs 14 kB before the first paint,
 * for nested routes, loaders and parameters that this app does not have.)
 */
export type AppLocation = {
  /** The route, e.g. `/galx`; always begins with a slash. */
  readonly pathname: string
  /** The query after the route, with its `?`, or ''. */
  readonly search: string
  /** Different for every navigation, even to the same route. */
  readonly key: number
  /** pop: back, forward, or a typed address; the browser then restores the scroll position. */
  readonly how: 'start' | 'push' | 'replace' | 'pop'
  /** The id of the element to scroll to once the page is on the screen; the page's top by default. */
  readonly part?: string | undefined
}

type Listener = (location: AppLocation) => void

const listeners = new Set<Listener>()
let key = 0
let current = read('start')
let listening = false

function read(how: AppLocation['how'], part?: string): AppLocation {
  const address = decodeHash(window.location.hash)
  const question = address.indexOf('?')
  const pathname = question < 0 ? address : address.slice(0, question)
  key += 1
  return {
    pathname: pathname.startsWith('/') ? pathname : `/${pathname}`,
    search: question < 0 ? '' : address.slice(question),
    key,
    how,
    part,
  }
}

/** Removes the `#`. Some messengers escape the rest of a link, all of it or only its question mark (`#%2Fstart%3FinviteCode%3D…`), also twice. */
function decodeHash(hash: string): string {
  const address = hash.replace(/^#/, '')
  if (!/^[^?]*%(25)*[23]f/i.test(address)) return address
  try {
    return decodeHash(decodeURIComponent(address))
  } catch {
    return address
  }
}

/** Marks the history entries that this app has seen. An entry without a mark is new and came from a link. */
function markEntry() {
  window.history.replaceState({ ...(window.history.state as object | null), visited: true }, '')
}

function onHashChange() {
  const state: unknown = window.history.state
  arrive(typeof state === 'object' && state !== null && 'visited' in state ? 'pop' : 'push')
}

function arrive(how: AppLocation['how'], part?: string) {
  markEntry()
  current = read(how, part)
  for (const listener of listeners) listener(current)
}

/** The present location; read from the browser each time while no listener follows the navigations. */
export function currentLocation(): AppLocation {
  if (listeners.size === 0) current = read('start')
  return current
}

/** Goes to a route such as `/start?inviteCode=…`, and there to a part of the page. `replace` removes the present history entry. */
export function goTo(
  path: string,
  { replace = false, part }: { replace?: boolean; part?: string | undefined } = {},
): void {
  // A sheet's own history entry must not stay below the new page.
  const state: unknown = window.history.state
  const inOverlay = typeof state === 'object' && state !== null && 'overlayGuard' in state
  if (replace || inOverlay) window.history.replaceState(null, '', `#${path}`)
  else window.history.pushState(null, '', `#${path}`)
  arrive(replace ? 'replace' : 'push', part)
}

/** Calls `listener` when a navigation starts, before the page's code is looked for. */
export function listenToNavigation(listener: Listener): () => void {
  if (!listening) {
    listening = true
    window.addEventListener('hashchange', onHashChange)
    markEntry()
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}
