import { VaultAccountData, VaultAccountQuery } from '@galx/protocol/http/vault'
import { readAddress } from '../../../http/address.ts'
import { readAsOf } from '../../../http/asOf.ts'
import { defineRoute } from '../../../http/route.ts'
import { holdingOf } from '../holdings.ts'

export const getZnAccount = defineRoute({
  method: 'GET',
  path: '/getZnAccount',
  summary:
    'The sums of an account’s deposits into the vault and withdrawals from it; zeros for an account without either',
  auth: 'none',
  query: VaultAccountQuery,
  data: VaultAccountData,
  handle: async ({ read: sql }, { query }) => {
    const address = readAddress(query.address)
    // Read before the holding, which then contains everything up to that block.
    const asOf = await readAsOf(sql)
    const { paidIn, takenOut } = await holdingOf(sql, address)
    return { address, paidIn: asOf && paidIn.toString(), takenOut: asOf && takenOut.toString(), asOf }
  },
})
