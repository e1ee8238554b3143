/** Turns the passes' events, in chain order, into new and changed rows. No I/O until `write`. */
import { NO_DETAILS } from '../../ledger/activityRows.ts'
import { InconsistentEventsError, type Batch, type Fold } from '../../ledger/source.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { PassEvent } from './events.ts'
import { insertPassChanges, writePasses, type Pass, type PassChange } from './passes.ts'

type MintEvent = Extract<PassEvent, { kind: 'mint' }>
type TransferEvent = Extract<PassEvent, { kind: 'transfer' }>
type PassActivity = 'mintPass' | 'unbondPass' | 'sendPass' | 'receivePass'

export class PassFold implements Fold<PassEvent> {
  readonly #batch: Batch
  /** by id, in their current state */
  readonly #passes: Map<bigint, Pass>
  readonly #changed = new Set<Pass>()
  readonly #changes: PassChange[] = []

  /** @param passes as stored, by id; this class changes them */
  constructor(batch: Batch, passes: Map<bigint, Pass>) {
    this.#batch = batch
    this.#passes = passes
  }

  apply(event: PassEvent): void {
    switch (event.kind) {
      case 'mint':
        return this.#mint(event)
      case 'transfer':
        return this.#transfer(event)
      case 'rename':
        this.#known(event).name = event.name
        return
      case 'unbonding':
      case 'unbondingCancelled': {
        const pass = this.#known(event)
        pass.unbondingUntil = event.kind === 'unbonding' ? event.until : null
        this.#note(pass, event)
        return
      }
      case 'unbonded': {
        const pass = this.#known(event)
        pass.holder = null
        pass.holderId = null
        this.#note(pass, event)
        this.#record(event, event.account, 'unbondPass', event.bond)
      }
    }
  }

  async write(sql: Transaction): Promise<void> {
    await writePasses(sql, [...this.#changed])
    await insertPassChanges(sql, this.#changes)
  }

  #mint(event: MintEvent): void {
    if (this.#passes.has(event.id))
      throw new InconsistentEventsError(`block ${event.block} mints the pass ${event.id} twice`)
    const { forest, timeOf } = this.#batch
    const pass: Pass = {
      id: event.id,
      holder: forest.member(event.account),
      holderId: null,
      name: event.name,
      mintedAt: timeOf(event.block),
      unbondingUntil: null,
    }
    this.#passes.set(event.id, pass)
    this.#changed.add(pass)
    this.#note(pass, event)
    this.#record(event, event.account, 'mintPass')
  }

  #transfer(event: TransferEvent): void {
    // Mints and repayments have events of their own, and a transfer to oneself moves nothing.
    if (event.from === null || event.to === null || event.from === event.to) return
    const pass = this.#known(event)
    pass.holder = this.#batch.forest.member(event.to)
    this.#note(pass, event)
    this.#record(event, event.from, 'sendPass')
    this.#record(event, event.to, 'receivePass')
  }

  #known(event: PassEvent): Pass {
    const pass = this.#passes.get(event.id)
    if (!pass) throw new InconsistentEventsError(`block ${event.block} names the unknown pass ${event.id}`)
    this.#changed.add(pass)
    return pass
  }

  #note({ holder, holderId, unbondingUntil, id }: Pass, event: PassEvent): void {
    this.#changes.push({
      id,
      block: event.block,
      logIndex: event.logIndex,
      at: this.#batch.timeOf(event.block),
      holder,
      holderId,
      live: unbondingUntil === null && (holder !== null || holderId !== null),
    })
  }

  #record(event: PassEvent, account: string, kind: PassActivity, amount: bigint | null = null): void {
    const { forest, timeOf, activity } = this.#batch
    activity.push({
      ...NO_DETAILS,
      block: event.block,
      logIndex: event.logIndex,
      member: forest.member(account),
      contract: 'NodePass',
      kind,
      subject: event.id,
      amount,
      txHash: event.txHash,
      at: timeOf(event.block),
    })
  }
}
