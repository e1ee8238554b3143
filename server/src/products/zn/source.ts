/** ZnVault for the indexer: every account's shares after every transfer, deposits and withdrawals, bindings, and the price of a share. */
import type { Deployment } from '@galx/protocol/deployment'
import type { Source } from '../../ledger/source.ts'
import { VAULT_TOPICS, decodeVaultEvent, type VaultEvent } from './events.ts'
import { VaultFold } from './fold.ts'
import { loadHoldings, type Holding } from './holdings.ts'
import { loadVault } from './prices.ts'

/** Tables that only this source writes. `reindex` empties them. */
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
    async begin(sql, batch, events) {
      const ids = new Map<number, string>()
      for (const address of new Set(events.flatMap(holdersOf))) {
        const id = batch.forest.idOf(address)
        if (id !== null) ids.set(id, address)
      }
      const [held, newest] = await Promise.all([loadHoldings(sql, [...ids.keys()]), loadVault(sql)])
      const holdings = new Map<string, Holding>()
      for (const { accountId, ...holding } of held) holdings.set(ids.get(accountId)!, holding)
      return new VaultFold(batch, holdings, newest)
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
