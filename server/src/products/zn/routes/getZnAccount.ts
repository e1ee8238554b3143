import { VaultAccountData, VaultAccountQuery } from '@galx/protocol/http/vault'
import { readAddress } from '../../../api/address.ts'
import { defineRoute } from '../../../api/route.ts'
import { holdingOf } from '../holdings.ts'
import { readVaultStanding } from '../prices.ts'

export const getZnAccount = defineRoute({
  method: 'GET',
  path: '/getZnAccount',
  summary: 'What an account has put into the vault and taken out of it; zeros for one that never did',
  auth: 'none',
  query: VaultAccountQuery,
  data: VaultAccountData,
  handle: async ({ read: sql }, { query }) => {
    const address = readAddress(query.address)
    const [{ paidIn, takenOut }, { asOf }] = await Promise.all([
      holdingOf(sql, address),
      readVaultStanding(sql),
    ])
    return { address, paidIn: paidIn.toString(), takenOut: takenOut.toString(), asOf }
  },
})
