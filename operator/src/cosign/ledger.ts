/**
 * The second engine's grants up to the last settled epoch. An epoch is settled if EpochLog has the computed hash of this epoch and of every
 * earlier epoch. The engine's own sums include all closed epochs, so the ledger keeps the bonuses of unsettled epochs and subtracts them.
 */
import type { Address } from 'viem'
import type { EpochRecord } from '../audit/epochRecord.ts'
import type { ClosedEpoch, World } from '../audit/world.ts'
import type { CoSignFacts, LedgerStatus } from './mayCoSign.ts'

type Unsettled = {
  epoch: bigint
  /** wei, by program id and the number of the account */
  bonuses: ReadonlyMap<bigint, ReadonlyMap<number, bigint>>
}

export class CoSignLedger implements CoSignFacts {
  status: LedgerStatus | null = null
  readonly #world: World
  readonly #record: EpochRecord
  /** in order, without a gap, up to the last closed epoch; since the engine's start, or since its saved state */
  #unsettled: Unsettled[] = []

  constructor({ world, record }: { world: World; record: EpochRecord }) {
    this.#world = world
    this.#record = record
  }

  /** Must be called at each close, before further logs are applied. */
  close({ epoch, programs }: ClosedEpoch): void {
    const bonuses = new Map(programs.map(({ program, bonuses: paid }) => [program.id, paid]))
    this.#unsettled.push({ epoch, bonuses })
  }

  /** Must be called after each comparison in which the contracts agree with the logs. Sets `status`. */
  settle(): void {
    const { waits, settled } = this.#settlement()
    // The ledger knows the bonuses from epoch `first` on. If the last settled epoch is before `first` - 1, its grants are unknown. This happens
    // with a saved state, or after a hash in EpochLog was replaced.
    const first = this.#unsettled[0]?.epoch ?? this.#world.epoch
    const isKnown = settled !== null && settled >= first - 1n
    if (isKnown) this.#unsettled = this.#unsettled.filter(({ epoch }) => epoch > settled)
    this.status = {
      signersNonce: this.#record.signers.named.at(-1)?.nonce ?? 0n,
      settled: isKnown ? { epoch: settled, end: (settled + 1n) * this.#world.terms.epochDuration } : null,
      waits,
      fault: this.#fault(),
    }
  }

  granted(program: bigint, account: Address): { settled: bigint; closed: bigint } | null {
    const { rulesets } = this.#world.terms
    if (!rulesets.some(({ programs }) => programs.some(({ id }) => id === program))) return null
    const index = this.#world.accounts.find(account)
    const closed = index === undefined ? 0n : (this.#world.grants.get(program)?.cumulative.get(index) ?? 0n)
    if (index === undefined || closed === 0n) return { settled: 0n, closed: 0n }
    const unsettled = this.#unsettled.map(({ bonuses }) => bonuses.get(program)?.get(index) ?? 0n)
    return { settled: unsettled.reduce((rest, bonus) => rest - bonus, closed), closed }
  }

  /** The last settled epoch, and the reason why the next epoch is not settled. */
  #settlement(): { settled: bigint | null; waits: string | null } {
    const { computed, published } = this.#record
    let settled: bigint | null = null
    for (const [epoch, { hash }] of computed) {
      const found = published.get(epoch)
      if (found === undefined) return { settled, waits: `EpochLog has no final hash of epoch ${epoch}` }
      if (found.hash !== hash)
        return { settled, waits: `EpochLog has ${found.hash} for epoch ${epoch}, computed ${hash}` }
      settled = epoch
    }
    return { settled, waits: null }
  }

  #fault(): string | null {
    const { terms, epoch } = this.#world
    const used = terms.rulesets.filter(({ firstEpoch }) => firstEpoch < epoch)
    const disputed = used.find(
      ({ number }, index) => index >= this.#record.rulesets || this.#record.isDisputed(number),
    )
    if (disputed !== undefined)
      return `EpochLog does not have ruleset ${disputed.number} as the deployment file has it`
    const overdrawn = this.#record.overdrawn()
    if (overdrawn === null) return null
    return `${overdrawn.account} has drawn more of program ${overdrawn.program} than it was granted`
  }
}
