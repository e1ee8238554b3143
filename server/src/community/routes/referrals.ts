import { ReferralsData, ReferralsQuery } from '@galx/protocol/http/community'
import { PROGRAM_KEYS } from '@galx/protocol/products'
import { readTotalsAsOf } from '../../http/asOf.ts'
import { secondsOf } from '../../http/context.ts'
import { defineRoute, sessionOf } from '../../http/route.ts'
import { readGrants, rowsOfEpoch } from '../../ledger/accountBonuses.ts'
import { countJoined } from '../fans.ts'

const DAY = 86_400

export const referrals = defineRoute({
  method: 'GET',
  path: '/referrals',
  summary:
    'The caller’s invitations in the last days: members, their hash power, and the bonuses of the closed epochs',
  auth: 'required',
  query: ReferralsQuery,
  data: ReferralsData,
  handle: async (context, { query, caller }) => {
    const { read, deployment } = context
    const { address } = sessionOf(caller)
    const from = secondsOf(context) - query.days * DAY
    const before = Math.floor(from / deployment.epochDuration) - 1
    const asOf = await readTotalsAsOf(read)
    const [joined, granted, earlier] = await Promise.all([
      countJoined(read, address, from),
      readGrants(read, address),
      rowsOfEpoch(read, address, before, PROGRAM_KEYS),
    ])
    return {
      from,
      bound: joined.bound,
      pending: joined.pending,
      hashPower: joined.hashPower?.toString() ?? null,
      bonuses: granted
        .map(({ program, cumulative }) => ({
          program,
          amount: cumulative - (earlier.find((row) => row.program === program)?.cumulative ?? 0n),
        }))
        .filter(({ amount }) => amount > 0n)
        .map(({ program, amount }) => ({ program, amount: amount.toString() })),
      asOf,
    }
  },
})
