/** The chain's own record: EpochLog's hashes, rulesets and replacements, the signers, and draws beyond grants. */
import type { Address, Hex } from 'viem'
import type { Differ, Difference } from './differences.ts'
import { hashOf, rulesetBytes } from './epochBytes.ts'
import { AuditError, type AuditEvent, type EventOf } from './events.ts'
import { SignerHistory } from './signerHistory.ts'
import type { World } from './world.ts'

type ComputedEpoch = {
  hash: Hex
  /** the last block before the epoch's end */
  blockNumber: bigint
}

/** By "program id account": the greatest known draw of the account beyond its grants, wei; possible only if both keys were stolen. */
export type KnownStolen = ReadonlyMap<string, bigint>

export function stolenKey(program: bigint, account: Address): string {
  return `${program} ${account}`
}

export class EpochRecord {
  /** every closed epoch */
  readonly computed = new Map<bigint, ComputedEpoch>()
  readonly published = new Map<bigint, ComputedEpoch>()
  /** the number of rulesets in EpochLog */
  rulesets = 0
  /** the numbers of the rulesets that differ in EpochLog, and of rulesets that closed epochs but are missing in EpochLog */
  readonly disputedRulesets = new Set<number>()
  readonly signers = new SignerHistory()
  /** all differences so far, in order, each with the epoch that was open when its log was applied */
  readonly differences: { at: bigint; difference: Difference }[] = []
  readonly #world: World
  readonly #differ: Differ
  readonly #stolen: KnownStolen

  constructor(world: World, differ: Differ, stolen: KnownStolen) {
    this.#world = world
    this.#differ = (difference) => {
      this.differences.push({ at: world.epoch, difference })
      differ(difference)
    }
    this.#stolen = stolen
  }

  /** Applies an event to the world and compares the event with the computed values. */
  apply(event: AuditEvent): void {
    const excess = this.#world.apply(event)
    if (event.kind === 'claimed') this.#compareClaim(event.program, event.account, excess)
    else if (event.kind === 'signersSet') this.signers.name(event)
    else if (event.kind === 'rulesetAdded') this.#compareRuleset(event.index, event.hash, event.firstEpoch)
    else if (event.kind === 'epochPublished' || event.kind === 'epochReplaced') this.#compareEpoch(event)
  }

  /** Call it after all final logs have been applied. */
  finish(): void {
    for (const ruleset of this.#world.terms.rulesets.slice(this.rulesets)) {
      if (ruleset.firstEpoch >= this.#world.epoch) continue
      this.disputedRulesets.add(ruleset.number)
      this.#differ({
        epoch: ruleset.firstEpoch,
        program: null,
        account: null,
        what: `ruleset ${ruleset.number} in EpochLog`,
        found: 'missing',
        computed: hashOf(rulesetBytes(ruleset)),
      })
    }
  }

  /**
   * Whether the epoch was computed by rules that differ from EpochLog's rules. The epoch's hash then proves nothing. A disputed earlier ruleset
   * counts too, because an epoch contains earlier grants. Draws and EpochLog's hashes do not count: the epoch follows from logs alone.
   * @param number of the epoch's ruleset
   */
  isDisputed(number: number): boolean {
    return [...this.disputedRulesets].some((disputed) => disputed <= number)
  }

  /** @returns an account whose draw beyond its grants exceeds the known theft; null: there is none */
  overdrawn(): { program: string; account: Address } | null {
    for (const [program, grants] of this.#world.grants) {
      if (grants.deficit === 0n) continue
      for (const [index, drawn] of grants.drawn) {
        const account = this.#world.accounts.addressOf(index)
        const excess = drawn - (grants.cumulative.get(index) ?? 0n)
        if (excess > 0n && excess > (this.#stolen.get(stolenKey(program, account)) ?? 0n))
          return { program: this.programName(program), account }
      }
    }
    return null
  }

  programName(id: bigint): string {
    const programs = this.#world.terms.rulesets.flatMap((ruleset) => ruleset.programs)
    return programs.find((program) => program.id === id)?.key ?? id.toString()
  }

  #compareClaim(program: bigint, account: Address, excess: bigint): void {
    if (excess <= (this.#stolen.get(stolenKey(program, account)) ?? 0n)) return
    const grants = this.#world.grantsOf(program)
    const index = this.#world.accounts.indexOf(account)
    this.#differ({
      epoch: this.#world.epoch,
      program: this.programName(program),
      account,
      what: 'drawn by Claimed logs',
      found: `${grants.drawn.get(index) ?? 0n}`,
      computed: `${grants.cumulative.get(index) ?? 0n} granted`,
    })
  }

  #compareRuleset(index: bigint, hash: Hex, firstEpoch: bigint): void {
    const known = this.#world.terms.rulesets[Number(index)]
    if (index !== BigInt(this.rulesets))
      throw new AuditError(`ruleset ${index + 1n} is added to EpochLog after ${this.rulesets} rulesets`)
    this.rulesets++
    if (!known)
      throw new AuditError(
        `the deployment file does not have ruleset ${index + 1n} (${hash}), which EpochLog has from epoch ${firstEpoch} on`,
      )
    const place = { epoch: firstEpoch, program: null, account: null }
    const what = `ruleset ${known.number} in EpochLog`
    const computed = hashOf(rulesetBytes(known))
    if (hash !== computed || firstEpoch !== known.firstEpoch) this.disputedRulesets.add(known.number)
    if (hash !== computed) this.#differ({ ...place, what, found: hash, computed })
    if (firstEpoch !== known.firstEpoch)
      this.#differ({
        ...place,
        what: `first epoch of ${what}`,
        found: `${firstEpoch}`,
        computed: `${known.firstEpoch}`,
      })
  }

  #compareEpoch({ epoch, time, hash, blockNumber }: EventOf<'epochPublished' | 'epochReplaced'>): void {
    const found = { hash, blockNumber }
    this.published.set(epoch, found)
    const place = { epoch, program: null, account: null }
    const computed = this.computed.get(epoch)
    if (!computed) {
      this.#differ({
        ...place,
        what: 'epoch in EpochLog',
        found: found.hash,
        computed: 'none, it begins before the first ruleset',
      })
      return
    }
    if (hash === computed.hash) this.signers.publish(epoch, BigInt(time))
    else this.#differ({ ...place, what: 'hash in EpochLog', found: found.hash, computed: computed.hash })
    if (found.blockNumber !== computed.blockNumber)
      this.#differ({
        ...place,
        what: 'block in EpochLog',
        found: `${found.blockNumber}`,
        computed: `${computed.blockNumber}`,
      })
  }
}
