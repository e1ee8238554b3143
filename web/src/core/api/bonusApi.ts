/** The main API's calls about bonuses; they need no sign-in. Errors: see client.ts. */
import type {
  AccountEpochData,
  BonusesData,
  BonusHistoryData,
  BonusHistoryQuery,
} from '@galx/protocol/http/bonuses'
import { callServer } from './client.ts'

/** The amount that each program has granted to an account, with the vouchers that claim it. */
export function getBonuses(address: string) {
  return callServer<BonusesData>('main', 'GET', '/api/bonuses', { query: { address }, background: true })
}

/** The epochs in which a program granted an account something, newest first. */
export function getBonusHistory(query: BonusHistoryQuery) {
  return callServer<BonusHistoryData>('main', 'GET', '/api/bonusHistory', {
    query: { ...query },
    background: true,
  })
}

let calculation: Promise<unknown> = Promise.resolve()

/**
 * The calculation of an account's bonuses of one epoch. Waits for the answer to an earlier call: the server makes one calculation at a time for a
 * network.
 */
export function getAccountEpoch(epoch: number, address: string): Promise<AccountEpochData> {
  const ask = () =>
    callServer<AccountEpochData>('main', 'GET', `/api/epochs/${epoch}/account/${address}`, {
      background: true,
    })
  const answer = calculation.then(ask, ask)
  calculation = answer
  return answer
}
