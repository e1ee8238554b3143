/** Lets so many in at a time. The others wait in a row, each for a stated time at most, so that a full pool answers nobody late. */
import { DatabaseBusy } from './faults.ts'

export class Turnstile {
  #free: number
  readonly #patience: number
  /** in the order in which they came */
  readonly #waiting = new Set<() => void>()

  /** @param patience milliseconds */
  constructor(places: number, patience: number) {
    this.#free = places
    this.#patience = patience
  }

  /** Calls `enter` once there is a place, which `leave` must give back, or else `refuse` after the patience. */
  pass(enter: () => void, refuse: (fault: DatabaseBusy) => void): void {
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
      refuse(new DatabaseBusy(`no connection was free for ${this.#patience} ms`))
    }, this.#patience)
    timer.unref()
    this.#waiting.add(called)
  }

  /** The place is given on a moment later: the driver settles a statement before its connection takes the next one. */
  leave(): void {
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
