/** ZnVault for the indexer: every account's shares through every transfer, deposits and withdrawals, and bindings. */
import type { Deployment } from '@galx/protocol/deployment'
import { NO_DETAILS } from '../../activity/activityRows.ts'
import type { Member } from '../../community/forest.ts'
import { InconsistentEvents, type Source } from '../../indexer/engine/source.ts'
import { VAULT_TOPICS, decodeVaultEvent, type VaultEvent } from './events.ts'
import { loadShares, writeShares } from './holdings.ts'

/** Tables that only this source writes: `reindex` empties them. */
export const VAULT_TABLES = ['vault_accounts']

export function vaultSource({ contracts }: Deployment): Source<VaultEvent> {
  return {
    name: 'ZnVault',
    address: contracts.ZnVault.address,
    topics: Object.values(VAULT_TOPICS),
    decoderVersion: 1,
    decode: decodeVaultEvent,
    accountsOf: (event) => {
      if (event.kind === 'transfer') return [event.from, event.to].filter((address) => address !== null)
      return event.kind === 'inviter' && event.inviter ? [event.account, event.inviter] : [event.account]
    },
    bindingOf: (event) =>
      event.kind === 'inviter' && event.inviter ? { account: event.account, inviter: event.inviter } : null,
    async begin({ sql, forest, timeOf, activity, weightChanges }, events) {
      const holders = new Set<string>()
      for (const event of events) {
        if (event.kind !== 'transfer') holders.add(event.account)
        else for (const address of [event.from, event.to]) if (address !== null) holders.add(address)
      }
      const ids = new Map<number, string>()
      for (const address of holders) {
        const id = forest.idOf(address)
        if (id !== null) ids.set(id, address)
      }
      const shares = new Map<string, bigint>()
      for (const row of await loadShares(sql, [...ids.keys()]))
        shares.set(ids.get(row.accountId)!, row.shares)
      const changed = new Map<string, Member>()

      const move = (address: string, by: bigint, event: VaultEvent): void => {
        const after = (shares.get(address) ?? 0n) + by
        if (after < 0n)
          throw new InconsistentEvents(`block ${event.block} takes more shares from ${address} than it holds`)
        shares.set(address, after)
        const member = forest.member(address)
        changed.set(address, member)
        weightChanges.push({
          member,
          poolId: null,
          block: event.block,
          logIndex: event.logIndex,
          at: timeOf(event.block),
          weight: after,
          perWeight: null,
        })
      }
      return {
        apply(event) {
          if (event.kind === 'transfer') {
            // A transfer to oneself, or of nothing, changes nothing.
            if (event.from === event.to || event.shares === 0n) return
            if (event.from !== null) move(event.from, -event.shares, event)
            if (event.to !== null) move(event.to, event.shares, event)
            return
          }
          const member = forest.member(event.account)
          const at = timeOf(event.block)
          if (event.kind === 'inviter') {
            forest.bind(member, event.inviter, at, event.block)
            return
          }
          activity.push({
            ...NO_DETAILS,
            block: event.block,
            logIndex: event.logIndex,
            member,
            contract: 'ZnVault',
            kind: event.kind,
            amount: event.assets,
            weight: shares.get(event.account) ?? 0n,
            txHash: event.txHash,
            at,
          })
        },
        write: () =>
          writeShares(
            sql,
            [...changed].map(([address, member]) => ({ member, shares: shares.get(address)! })),
          ),
      }
    },
  }
}
