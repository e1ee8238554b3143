/** Bindings of accounts to inviters. A binding is made once and never changes, so the inviters form trees, and trees only merge. */

/** No inviter. */
export const NONE = -1

export class Bindings {
  /** by account; `NONE` or missing: no inviter */
  readonly #inviters: number[] = []
  /** by account: a step towards the root of its tree, shortened at each walk (union-find) */
  readonly #towardsRoot: number[] = []

  inviterOf(account: number): number {
    return this.#inviters[account] ?? NONE
  }

  /**
   * Rule 3: binds unless the account has an inviter, names itself, or names one of its descendants. An account without an inviter
   * is the root of its tree, and its descendants are the accounts with this root. The check takes near constant time at any depth.
   * @returns whether the binding was made
   */
  bind(account: number, inviter: number): boolean {
    if (this.inviterOf(account) !== NONE || this.#rootOf(inviter) === account) return false
    this.#inviters[account] = inviter
    this.#towardsRoot[account] = inviter
    return true
  }

  #rootOf(account: number): number {
    let at = account
    for (;;) {
      const next = this.#towardsRoot[at]
      if (next === undefined) return at
      const afterNext = this.#towardsRoot[next]
      if (afterNext === undefined) return next
      this.#towardsRoot[at] = afterNext
      at = afterNext
    }
  }
}
