/** Node passes: an account counts as a node while it holds at least one live pass, that is, a pass that is not unbonding. */
import { NONE } from './bindings.ts'

type Pass = { holder: number; unbonding: boolean }

/** An account begins or ceases to hold a live pass. */
export type LiveChange = { account: number; live: boolean }

export class Passes {
  readonly passes = new Map<bigint, Pass>()
  readonly #liveCounts = new Map<number, number>()

  isLive(account: number): boolean {
    return this.#liveCounts.has(account)
  }

  liveHolders(): IterableIterator<number> {
    return this.#liveCounts.keys()
  }

  /**
   * @param from `NONE`: the pass is minted; @param to `NONE`: it is burned
   * @throws Error if `from` does not hold the pass
   */
  move(id: bigint, from: number, to: number): LiveChange[] {
    const pass = this.passes.get(id) ?? { holder: NONE, unbonding: false }
    if (pass.holder !== from) throw new Error(`pass ${id} moves from an account that does not hold it`)
    const changes = this.#countLive(pass, -1)
    if (to === NONE) {
      this.passes.delete(id)
      return changes
    }
    const moved = { ...pass, holder: to }
    this.passes.set(id, moved)
    return [...changes, ...this.#countLive(moved, 1)]
  }

  /** @throws Error if there is no such pass, or if its cool-down already has this state */
  setUnbonding(id: bigint, unbonding: boolean): LiveChange[] {
    const pass = this.passes.get(id)
    if (!pass || pass.unbonding === unbonding)
      throw new Error(`pass ${id} cannot ${unbonding ? 'start' : 'end'} a cool-down now`)
    const changes = this.#countLive(pass, -1)
    pass.unbonding = unbonding
    return [...changes, ...this.#countLive(pass, 1)]
  }

  #countLive({ holder, unbonding }: Pass, change: 1 | -1): LiveChange[] {
    if (holder === NONE || unbonding) return []
    const before = this.#liveCounts.get(holder) ?? 0
    const after = before + change
    if (after === 0) this.#liveCounts.delete(holder)
    else this.#liveCounts.set(holder, after)
    return before === 0 || after === 0 ? [{ account: holder, live: after > 0 }] : []
  }
}
