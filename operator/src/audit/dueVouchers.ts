/**
 * The vouchers that must have been published (rule 16). Epochs are signed in order and each as a whole (rule 15): if an epoch has
 * vouchers, every grant up to its end must have a voucher. A later epoch without vouchers may wait for its signing. A published epoch that
 * granted something has a file of vouchers, even if the file is empty.
 */
import type { Address } from 'viem'
import type { PublishedVoucher } from './compareFiles.ts'
import type { Differ } from './differences.ts'
import type { ClosedEpoch, World } from './world.ts'

type Due = { epoch: bigint; program: string; id: bigint; account: number; cumulative: bigint }

export class DueVouchers {
  /** by program id and account: grants that rose and have no voucher so far */
  readonly #risen = new Map<string, Due>()
  /** by the same keys: grants of signed epochs that have no voucher */
  readonly #missing = new Map<string, Due>()
  /** epochs without a file of vouchers, in order, each with the number of bonuses that it granted */
  readonly #withoutFile: { epoch: bigint; grants: number }[] = []
  /** the last epoch with a file of vouchers */
  #lastFile = -1n

  /**
   * Must be called at each epoch's close, in order.
   * @param vouchers of the epoch; null: it has no such file
   */
  close({ epoch, programs }: ClosedEpoch, world: World, vouchers: readonly PublishedVoucher[] | null): void {
    let grants = 0
    for (const { program, bonuses } of programs)
      for (const [account, bonus] of bonuses) {
        if (bonus === 0n) continue
        grants++
        const cumulative = world.grantsOf(program.id).cumulative.get(account)!
        const due = { epoch, program: program.key, id: program.id, account, cumulative }
        this.#risen.set(keyOf(program.id, account), due)
      }
    if (vouchers === null) {
      this.#withoutFile.push({ epoch, grants })
      return
    }
    this.#lastFile = epoch
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

  /**
   * Called once all final logs have been applied: a drawn grant no longer needs a voucher.
   * @param published whether EpochLog has the epoch
   */
  finish(world: World, published: (epoch: bigint) => boolean, differ: Differ): void {
    for (const { epoch, grants } of this.#withoutFile)
      if (grants > 0 && published(epoch))
        differ({
          epoch,
          program: null,
          account: null,
          what: 'file of vouchers',
          found: 'missing',
          computed: `${grants} bonuses above 0`,
        })
    // A missing file may contain vouchers for grants of its own epoch and of earlier epochs. An unpublished epoch has no file of vouchers.
    const hidden = this.#withoutFile.findLast(
      ({ epoch }) => epoch < this.#lastFile || published(epoch),
    )?.epoch
    for (const { epoch, program, id, account, cumulative } of this.#missing.values()) {
      if (hidden !== undefined && epoch <= hidden) continue
      if ((world.grantsOf(id).drawn.get(account) ?? 0n) >= cumulative) continue
      differ({
        epoch,
        program,
        account: world.accounts.addressOf(account) as Address,
        what: 'voucher',
        found: 'missing',
        computed: cumulative.toString(),
      })
    }
  }
}

function keyOf(program: bigint, account: number): string {
  return `${program} ${account}`
}
