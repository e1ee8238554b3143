/**
 * Which vouchers must be among the published ones (rule 16). Epochs are signed in order and each as a whole (rule 15): where one has
 * vouchers, every grant up to its end must have one. A later epoch without vouchers may wait for its signing.
 */
import type { Address } from 'viem'
import type { PublishedVoucher } from './compareFiles.ts'
import type { Differ } from './differences.ts'
import type { ClosedEpoch, World } from './world.ts'

type Due = { epoch: bigint; program: string; id: bigint; account: number; cumulative: bigint }

export class DueVouchers {
  /** by program id and account: what rose, and had no voucher so far */
  readonly #risen = new Map<string, Due>()
  /** those of them whose epoch is signed */
  readonly #missing = new Map<string, Due>()

  /**
   * To be called at each epoch's close, in order.
   * @param vouchers of the epoch; null: it has no such file, and newest vouchers may be anywhere in it
   */
  close({ epoch, programs }: ClosedEpoch, world: World, vouchers: readonly PublishedVoucher[] | null): void {
    for (const { program, bonuses } of programs)
      for (const [account, bonus] of bonuses) {
        if (bonus === 0n) continue
        const cumulative = world.grantsOf(program.id).cumulative.get(account)!
        const due = { epoch, program: program.key, id: program.id, account, cumulative }
        this.#risen.set(keyOf(program.id, account), due)
      }
    if (vouchers === null) {
      this.#risen.clear()
      this.#missing.clear()
      return
    }
    for (const { program, account, cumulative } of vouchers) {
      const id = world.programId(program)
      if (id === undefined) continue
      const index = world.accounts.indexOf(account)
      if (world.grantsOf(id).cumulative.get(index) !== cumulative) continue
      const key = keyOf(id, index)
      this.#risen.delete(key)
      this.#missing.delete(key)
    }
    if (vouchers.length === 0) return
    for (const [key, due] of this.#risen) this.#missing.set(key, due)
    this.#risen.clear()
  }

  /** Once all final logs have been applied: what was drawn needs no voucher any more. */
  finish(world: World, differ: Differ): void {
    for (const { epoch, program, id, account, cumulative } of this.#missing.values()) {
      if ((world.grantsOf(id).drawn.get(account) ?? 0n) >= cumulative) continue
      differ({
        ...{ epoch, program, account: world.accounts.addressOf(account) as Address },
        ...{ what: 'voucher', found: 'missing', computed: cumulative.toString() },
      })
    }
  }
}

function keyOf(program: bigint, account: number): string {
  return `${program} ${account}`
}
