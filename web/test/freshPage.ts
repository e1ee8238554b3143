/**
 * The files of a worker share its page, and each file begins with an empty page: without another file's elements, stored values, listeners, timers and
 * replaced functions. A timer that another file has left would otherwise change this file's page.
 */
import { vi } from 'vitest'

/** Call it when a file begins. @returns a function that empties the page when the file ends */
export function watchPage(): () => void {
  const undo = [watchListeners(window), watchListeners(document), watchTimers(), keepNames()]
  const replaced = [document, navigator, Node.prototype, Element.prototype, HTMLElement.prototype].map(
    keepProperties,
  )
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    for (const work of [...undo, ...replaced]) work()
    for (const part of [document.head, document.body]) part.replaceChildren()
    for (const element of [document.documentElement, document.body])
      for (const { name } of [...element.attributes]) element.removeAttribute(name)
    for (const storage of [window.localStorage, window.sessionStorage]) storage.clear()
    window.history.replaceState(null, '', '/')
  }
}

/** @returns a function that removes every listener that was added since */
function watchListeners(target: EventTarget): () => void {
  const own = Object.getOwnPropertyDescriptor(target, 'addEventListener')
  const add = target.addEventListener
  const added: Parameters<typeof add>[] = []
  Object.defineProperty(target, 'addEventListener', {
    configurable: true,
    writable: true,
    value: (...listener: Parameters<typeof add>) => {
      added.push(listener)
      add.apply(target, listener)
    },
  })
  return () => {
    if (own === undefined) Reflect.deleteProperty(target, 'addEventListener')
    else Object.defineProperty(target, 'addEventListener', own)
    for (const listener of added) target.removeEventListener(...listener)
  }
}

/** @returns a function that stops every timer that was started since */
function watchTimers(): () => void {
  const { setTimeout, setInterval } = globalThis
  const started = new Set<ReturnType<typeof setTimeout>>()
  const watched = <F extends (...parameters: never[]) => ReturnType<typeof setTimeout>>(start: F) =>
    Object.assign((...parameters: Parameters<F>) => {
      const timer = start(...parameters)
      started.add(timer)
      return timer
    }, start)
  Object.assign(globalThis, { setTimeout: watched(setTimeout), setInterval: watched(setInterval) })
  return () => {
    Object.assign(globalThis, { setTimeout, setInterval })
    for (const timer of started) clearTimeout(timer)
  }
}

/** @returns a function that gives back an object's own properties, such as a function that the app or a test has replaced */
function keepProperties(target: object): () => void {
  const before = Object.getOwnPropertyDescriptors(target) as Record<PropertyKey, PropertyDescriptor>
  return () => {
    for (const name of Reflect.ownKeys(target)) {
      const kept = before[name]
      if (kept === undefined) Reflect.deleteProperty(target, name)
      else if (kept.configurable === true) Object.defineProperty(target, name, kept)
    }
  }
}

/** @returns a function that removes every name that a test has added to the window, such as a wallet's; Vitest's own names begin with __ */
function keepNames(): () => void {
  const before = new Set(Object.keys(globalThis))
  return () => {
    for (const name of Object.keys(globalThis))
      if (!before.has(name) && !name.startsWith('__')) Reflect.deleteProperty(globalThis, name)
  }
}
