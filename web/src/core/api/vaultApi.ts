/** The btc API's calls about the vault's past. Errors: see client.ts. */
import type { VaultAccountData, VaultPricesData, VaultSpan } from '@galx/protocol/http/vault'
import { callServer } from './client.ts'

/** What a share was worth over time, up to the newest indexed block. */
export function getZnPrices(span: VaultSpan) {
  return callServer<VaultPricesData>('btc', 'GET', '/api/getZnPrices', { query: { span }, background: true })
}

/** What an account put into the vault and took out of it. */
export function getZnAccount(address: string) {
  return callServer<VaultAccountData>('btc', 'GET', '/api/getZnAccount', {
    query: { address },
    background: true,
  })
}
