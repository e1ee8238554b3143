import { expect, test } from 'vitest'
import { planMarket } from '../src/demo/market.ts'
import { inviters, parcelsOf, Purse, type Parcel } from '../src/demo/person.ts'

const PARCEL: Parcel = { GALX: 5_000n, AAA: 1_000n, BTCB: 1n, MCM: 20_000n, USDT: 2_000n }

test('fees are distributed only if some have arrived since the last time, in a demo world of any size', () => {
  for (let accounts = 10; accounts <= 200; accounts += 1) {
    const people = inviters(accounts).map((inviter, account) => {
      const parcels = parcelsOf(account)
      return { account, inviter, ready: parcels, purse: new Purse(PARCEL, BigInt(parcels)) }
    })
    let fees = false
    // Ordered like the plan of the whole world: by moment, and within a moment as planned.
    for (const { action } of planMarket(people).sort((one, other) => one.at - other.at)) {
      if (action.kind === 'swap') fees ||= action.from === 'AAA' || action.to === 'AAA'
      if (action.kind !== 'distribute') continue
      expect(fees, `with ${accounts} accounts`).toBe(true)
      fees = false
    }
  }
})
