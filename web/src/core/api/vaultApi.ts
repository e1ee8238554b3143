/** The btc API's calls for the vault's history. Errors: see client.ts. */
import type { VaultAccountData, VaultPricesData, VaultSpan } from '@galx/protocol/http/vault'
import { callServer } from './client.ts'

/** The price of a share over time, up to the newest indexed block. */
export function getZnPrices(span: VaultSpan) {
  return callServer<VaultPricesData>('btc', 'GET', '/api/getZnPrices', { query: { span }, background: true })
}

/** The amounts that an account put into the vault and took out of it. */
export function getZnAccount(address: string) {
  return callServer<VaultAccountData>('btc', 'GET', '/api/getZnAccount', {
    query: { address },
    background: true,
  })
}
