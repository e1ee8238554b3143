/** Limits how many callers use a pool at once. The other callers wait in order, each for a limited time, so that no answer of a full pool is late. */
import { DatabaseBusyError } from './faults.ts'

export class Semaphore {
  #free: number
  readonly #timeout: number
  /** in the order of arrival */
  readonly #waiting = new Set<() => void>()

  /** @param timeout the longest time that a caller waits, milliseconds */
  constructor(places: number, timeout: number) {
    this.#free = places
    this.#timeout = timeout
  }

  /** Calls `enter` when a place is free; the caller gives the place back with `release`. Calls `refuse` if no place is free within the timeout. */
  acquire(enter: () => void, refuse: (fault: DatabaseBusyError) => void): void {
    if (this.#free > 0) {
      this.#free -= 1
      enter()
      return
    }
    const called = () => {
      clearTimeout(timer)
      enter()
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(called)
      refuse(new DatabaseBusyError(`no connection was free for ${this.#timeout} ms`))
    }, this.#timeout)
    timer.unref()
    this.#waiting.add(called)
  }

  /** Gives the place to the next caller a moment later, because the driver settles a statement before its connection takes the next statement. */
  release(): void {
    setImmediate(() => this.#give())
  }

  #give(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
