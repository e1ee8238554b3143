/** Turns the vault's events, in chain order, into new and changed rows. No I/O until `write`. */
import { assetsOf, vaultAt, type VaultTotals } from '@galx/protocol/vault'
import { NO_DETAILS } from '../../ledger/activityRows.ts'
import type { Member } from '../../ledger/forest.ts'
import { InconsistentEventsError, type Batch, type Fold } from '../../ledger/source.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { VaultEvent } from './events.ts'
import { writeHoldings, type Holding } from './holdings.ts'
import { HOUR, writeHours } from './prices.ts'

type TransferEvent = Extract<VaultEvent, { kind: 'transfer' }>
type PaymentEvent = Extract<VaultEvent, { kind: 'deposit' | 'withdraw' }>

export class VaultFold implements Fold<VaultEvent> {
  readonly #batch: Batch
  /** by address, in their current state */
  readonly #holdings: Map<string, Holding>
  readonly #changed = new Map<string, Member>()
  /** the vault after its last event in each hour */
  readonly #hours = new Map<number, VaultTotals>()
  #vault: VaultTotals

  /**
   * @param holdings as stored, by address; this class changes them
   * @param vault after its newest stored event
   */
  constructor(batch: Batch, holdings: Map<string, Holding>, vault: VaultTotals) {
    this.#batch = batch
    this.#holdings = holdings
    this.#vault = vault
  }

  apply(event: VaultEvent): void {
    const { forest, timeOf } = this.#batch
    const at = timeOf(event.block)
    this.#vault = vaultAt(this.#vault, at)
    switch (event.kind) {
      case 'funded':
        return this.#become({ ...this.#vault, rewardRate: event.rewardRate, rewardEnd: event.rewardEnd })
      case 'transfer':
        return this.#transfer(event)
      case 'inviter':
        forest.bind(forest.member(event.account), event.inviter, at, event.block)
        return
      default:
        this.#pay(event, at)
    }
  }

  async write(sql: Transaction): Promise<void> {
    await Promise.all([
      writeHoldings(
        sql,
        [...this.#changed].map(([address, member]) => ({ member, ...this.#holdings.get(address)! })),
      ),
      writeHours(sql, [...this.#hours.values()]),
    ])
  }

  #transfer(event: TransferEvent): void {
    const { from, to, shares } = event
    // A transfer to oneself or of no shares changes nothing.
    if (from === to || shares === 0n) return
    if (from !== null) this.#move(from, -shares, event)
    if (to !== null) this.#move(to, shares, event)
    const vault = this.#vault
    // The account pays for minted shares, and gets a payment for burned shares. The next event of the same call has the amount.
    if (from === null) this.#vault = { ...vault, shares: vault.shares + shares }
    else if (to === null) this.#vault = { ...vault, shares: vault.shares - shares }
    else {
      const worth = assetsOf(shares, vault)
      this.#holdingOf(from).takenOut += worth
      this.#holdingOf(to).paidIn += worth
    }
  }

  /** A deposit or a withdrawal. */
  #pay(event: PaymentEvent, at: number): void {
    const { forest, activity } = this.#batch
    const { account, assets, kind } = event
    const member = forest.member(account)
    const vault = this.#vault
    if (kind === 'deposit') {
      this.#holdingOf(account).paidIn += assets
      this.#become({ ...vault, assets: vault.assets + assets })
    } else {
      this.#holdingOf(account).takenOut += assets
      this.#become({ ...vault, assets: vault.assets - assets })
    }
    activity.push({
      ...NO_DETAILS,
      block: event.block,
      logIndex: event.logIndex,
      member,
      contract: 'ZnVault',
      kind,
      amount: assets,
      txHash: event.txHash,
      at,
    })
  }

  #move(address: string, by: bigint, event: VaultEvent): void {
    const { forest, timeOf, weightChanges } = this.#batch
    const holding = this.#holdingOf(address)
    const after = holding.shares + by
    if (after < 0n)
      throw new InconsistentEventsError(
        `block ${event.block} takes more shares from ${address} than it holds`,
      )
    const before = holding.shares
    holding.shares = after
    weightChanges.push({
      member: forest.member(address),
      poolId: null,
      block: event.block,
      logIndex: event.logIndex,
      at: timeOf(event.block),
      before,
      weight: after,
      perWeight: null,
    })
  }

  #holdingOf(address: string): Holding {
    const holding = this.#holdings.get(address) ?? { shares: 0n, paidIn: 0n, takenOut: 0n }
    this.#holdings.set(address, holding)
    this.#changed.set(address, this.#batch.forest.member(address))
    return holding
  }

  /** Sets the state of the vault after an event. The next event continues from this state. */
  #become(after: VaultTotals): void {
    if (after.assets < 0n || after.shares < 0n)
      throw new InconsistentEventsError(`the vault pays more than it holds at ${after.at}`)
    this.#vault = after
    this.#hours.set(Math.floor(after.at / HOUR), after)
  }
}
