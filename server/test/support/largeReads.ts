/** Every read of the API that grows with accounts or events, and how many rows each may go through. */
import { countActivity, listActivity } from '../../src/activity/activityList.ts'
import { countOfProduct, listOfProduct, type Part } from '../../src/activity/productActivity.ts'
import { readUserInfo } from '../../src/accounts/userInfo.ts'
import { countFans, listFans } from '../../src/community/fans.ts'
import { BOARDS, listRanked, ownPlace } from '../../src/community/ranks.ts'
import { listPrices, PRICES, readVaultStanding } from '../../src/products/zn/prices.ts'
import { holdingOf } from '../../src/products/zn/holdings.ts'
import { listDirect, membersCalculation } from '../../src/rewards/calculation/members.ts'
import { readPaid } from '../../src/staking/earnings.ts'
import type { Queryable } from '../../src/platform/database/connection.ts'
import { addressOf, GREAT_INVITER, type BigForest } from './bigForest.ts'

const PAGE = 21
/** In which few of the great inviter's members were bound. */
const FIRST_EPOCH = { from: 1_700_000_000, to: 1_700_003_600, firstBlock: 1, lastBlock: 3_599 }

export type Read = {
  name: string
  /** rows that a node of its plan may go through */
  rows: number
  /** milliseconds at most for 99 of 100, warm */
  goal: number
  run(sql: Queryable, index: number): Promise<unknown>
}

export function readsOf({ accounts, longestHistory, vaultSince, now }: BigForest): Read[] {
  const great = addressOf(GREAT_INVITER)
  const anybody = (index: number) => addressOf(1 + ((index * 7_919 * 104_729) % accounts))
  const anywhere = (index: number) => ({
    blockNumber: ((index * 7_919) % 100) * (accounts / 100),
    logIndex: 0,
  })
  const pool: Part = { contract: 'StakingPools', pool: 1n }
  const vault: Part = { contract: 'ZnVault', pool: null }
  const page = 2 * PAGE
  return [
    { name: 'user info', rows: 5, goal: 5, run: (sql, index) => readUserInfo(sql, anybody(index), false) },
    { name: 'history, first page', rows: page, goal: 5, run: (sql) => listActivity(sql, great, null, PAGE) },
    {
      name: `history of ${longestHistory} rows, any page`,
      ...{ rows: page, goal: 5 },
      run: (sql, index) => listActivity(sql, great, anywhere(index), PAGE),
    },
    {
      name: 'history of anybody',
      ...{ rows: page, goal: 5 },
      run: (sql, index) => listActivity(sql, anybody(index), null, PAGE),
    },
    { name: 'history, total', rows: 5, goal: 5, run: (sql) => countActivity(sql, great) },
    {
      name: 'history in one pool, any page',
      ...{ rows: page, goal: 5 },
      run: (sql, index) => listOfProduct(sql, great, pool, anywhere(index), PAGE),
    },
    {
      name: 'history in the vault, any page',
      ...{ rows: page, goal: 5 },
      run: (sql, index) => listOfProduct(sql, great, vault, anywhere(index), PAGE),
    },
    { name: 'history in one pool, total', rows: 5, goal: 5, run: (sql) => countOfProduct(sql, great, pool) },
    {
      name: 'members, newest',
      rows: page,
      goal: 5,
      run: (sql) => listFans(sql, great, 'joined', null, PAGE),
    },
    {
      name: `members of ${Math.floor(accounts / 10)}, any page by hash power`,
      ...{ rows: page, goal: 5 },
      run: (sql, index) =>
        listFans(sql, great, 'hashPower', { value: `${(index % 100) * 100}${'0'.repeat(18)}`, id: 9 }, PAGE),
    },
    { name: 'members, total', rows: 5, goal: 5, run: (sql) => countFans(sql, great) },
    ...BOARDS.map((board): Read => ({
      name: `own place, ${board}`,
      ...{ rows: 1_500, goal: 5 },
      run: (sql, index) => ownPlace(sql, board, anybody(index)),
    })),
    {
      name: 'list of ranks, any page',
      ...{ rows: 5_000, goal: 20 },
      run: (sql, index) => listRanked(sql, 'staker', (index * 7_919) % Math.min(90_000, accounts / 10), PAGE),
    },
    {
      name: 'calculation of the first epoch, members',
      ...{ rows: 4_000, goal: 100 },
      run: (sql) => listDirect(sql, GREAT_INVITER, FIRST_EPOCH.to),
    },
    ...[false, true].map((ofVault): Read => ({
      name: `calculation of the first epoch, weights in ${ofVault ? 'the vault' : 'one pool'}`,
      ...{ rows: 4_000, goal: 200 },
      run: async (sql) => {
        const source = { pools: ofVault ? [] : [1n], vault: ofVault }
        const direct = await listDirect(sql, GREAT_INVITER, FIRST_EPOCH.to)
        return membersCalculation(sql, GREAT_INVITER, direct, source, FIRST_EPOCH)
      },
    })),
    {
      name: `payments among ${longestHistory} rows`,
      ...{ rows: 5_000, goal: 50 },
      run: (sql) => readPaid(sql, great, 1n, { time: vaultSince, accrual: null }, 86_400),
    },
    { name: 'vault, account', rows: 5, goal: 5, run: (sql, index) => holdingOf(sql, anybody(index)) },
    { name: 'vault, standing', rows: 5, goal: 5, run: readVaultStanding },
    {
      name: 'vault, prices of a quarter and of ten years',
      ...{ rows: 2 * (PRICES + 1), goal: 20 },
      run: (sql, index) => listPrices(sql, index % 2 === 0 ? now - 90 * 86_400 : vaultSince, now),
    },
  ]
}
