/** ZnVault for the indexer: every account's shares through every transfer, deposits and withdrawals, bindings, and the price of a share. */
import type { Deployment } from '@galx/protocol/deployment'
import { assetsOf, vaultAt, type VaultTotals } from '@galx/protocol/vault'
import { NO_DETAILS } from '../../ledger/activityRows.ts'
import type { Member } from '../../ledger/forest.ts'
import { InconsistentEvents, type Source } from '../../ledger/source.ts'
import { VAULT_TOPICS, decodeVaultEvent, type VaultEvent } from './events.ts'
import { loadHoldings, writeHoldings, type Holding } from './holdings.ts'
import { HOUR, loadVault, writeHours } from './prices.ts'

/** Tables that only this source writes: `reindex` empties them. */
export const VAULT_TABLES = ['vault_accounts', 'vault_hours']

export function vaultSource({ contracts }: Deployment): Source<VaultEvent> {
  return {
    name: 'ZnVault',
    address: contracts.ZnVault.address,
    topics: Object.values(VAULT_TOPICS),
    decoderVersion: 2,
    decode: decodeVaultEvent,
    accountsOf: holdersOf,
    bindingOf: (event) =>
      event.kind === 'inviter' && event.inviter ? { account: event.account, inviter: event.inviter } : null,
    async begin(sql, { forest, timeOf, activity, weightChanges }, events) {
      const ids = new Map<number, string>()
      for (const address of new Set(events.flatMap(holdersOf))) {
        const id = forest.idOf(address)
        if (id !== null) ids.set(id, address)
      }
      const [held, newest] = await Promise.all([loadHoldings(sql, [...ids.keys()]), loadVault(sql)])
      const holdings = new Map<string, Holding>()
      for (const { accountId, ...holding } of held) holdings.set(ids.get(accountId)!, holding)
      const changed = new Map<string, Member>()
      let vault: VaultTotals = newest
      const hours = new Map<number, VaultTotals>()

      const holdingOf = (address: string): Holding => {
        const holding = holdings.get(address) ?? { shares: 0n, paidIn: 0n, takenOut: 0n }
        holdings.set(address, holding)
        changed.set(address, forest.member(address))
        return holding
      }
      const move = (address: string, by: bigint, event: VaultEvent): void => {
        const holding = holdingOf(address)
        const after = holding.shares + by
        if (after < 0n)
          throw new InconsistentEvents(`block ${event.block} takes more shares from ${address} than it holds`)
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
      /** The vault after an event of it: what the next one in this hour, or in a later one, begins from. */
      const become = (after: VaultTotals) => {
        if (after.assets < 0n || after.shares < 0n)
          throw new InconsistentEvents(`the vault pays more than it holds at ${after.at}`)
        vault = after
        hours.set(Math.floor(after.at / HOUR), after)
      }
      return {
        apply(event) {
          const at = timeOf(event.block)
          vault = vaultAt(vault, at)
          if (event.kind === 'funded')
            return become({ ...vault, rewardRate: event.rewardRate, rewardEnd: event.rewardEnd })
          if (event.kind === 'transfer') {
            const { from, to, shares } = event
            // A transfer to oneself, or of nothing, changes nothing.
            if (from === to || shares === 0n) return
            if (from !== null) move(from, -shares, event)
            if (to !== null) move(to, shares, event)
            // What is minted and burned is paid for: the event that follows in the same call says how much.
            if (from === null) vault = { ...vault, shares: vault.shares + shares }
            else if (to === null) vault = { ...vault, shares: vault.shares - shares }
            else {
              const worth = assetsOf(shares, vault)
              holdingOf(from).takenOut += worth
              holdingOf(to).paidIn += worth
            }
            return
          }
          const member = forest.member(event.account)
          if (event.kind === 'inviter') {
            forest.bind(member, event.inviter, at, event.block)
            return
          }
          const { assets } = event
          if (event.kind === 'deposit') {
            holdingOf(event.account).paidIn += assets
            become({ ...vault, assets: vault.assets + assets })
          } else {
            holdingOf(event.account).takenOut += assets
            become({ ...vault, assets: vault.assets - assets })
          }
          activity.push({
            ...NO_DETAILS,
            block: event.block,
            logIndex: event.logIndex,
            member,
            contract: 'ZnVault',
            kind: event.kind,
            amount: assets,
            txHash: event.txHash,
            at,
          })
        },
        async write(writing) {
          await Promise.all([
            writeHoldings(
              writing,
              [...changed].map(([address, member]) => ({ member, ...holdings.get(address)! })),
            ),
            writeHours(writing, [...hours.values()]),
          ])
        },
      }
    },
  }
}

/** The accounts that an event concerns. */
function holdersOf(event: VaultEvent): string[] {
  switch (event.kind) {
    case 'funded':
      return []
    case 'transfer':
      return [event.from, event.to].filter((address) => address !== null)
    case 'inviter':
      return event.inviter ? [event.account, event.inviter] : [event.account]
    default:
      return [event.account]
  }
}
