/** Every read of the API that grows with accounts or events, and the most rows that each may read. */
import {
  countActivity,
  listActivity,
  countOfProduct,
  listOfProduct,
  type Part,
} from '../../src/activity/activityList.ts'
import { readTotals } from '../../src/activity/activityTotals.ts'
import { readUserInfo } from '../../src/accounts/userInfo.ts'
import { listAnnouncements } from '../../src/announcements/announcements.ts'
import { catalogueOf } from '../../src/http/context.ts'
import { listSessions, isSessionLive } from '../../src/http/sessions/sessionQueries.ts'
import { recentNonces } from '../../src/accounts/signIn/nonces.ts'
import { findInviter } from '../../src/accounts/registration.ts'
import { countFans, listFans, sumWeights } from '../../src/community/fans.ts'
import {
  listEpochRanked,
  ownEpochPlace,
  readEpochBoard,
  type EpochBoard,
} from '../../src/community/epochBoard.ts'
import { keyAt, listRanked, MINUTE_BOARDS, ownPlace, placesUpTo } from '../../src/community/ranks.ts'
import { listFlows } from '../../src/products/aaa/fundFlows.ts'
import { MOST_POINTS, readPriceHistory } from '../../src/products/exchange/pricePeriods.ts'
import { listPrices, PRICES, readVaultProgress } from '../../src/products/zn/prices.ts'
import { holdingOf } from '../../src/products/zn/holdings.ts'
import { listPasses, countPasses } from '../../src/products/passes/heldPasses.ts'
import { listUnsettled, readReport } from '../../src/activity/reports/reports.ts'
import { readSomeParts } from '../../src/ledger/epochFile.ts'
import { findAccount, listHistory, readGrants, rowsOfEpoch } from '../../src/ledger/accountBonuses.ts'
import { listDirect, membersCalculation } from '../../src/rewards/calculation/members.ts'
import { nodeCalculation } from '../../src/rewards/calculation/node.ts'
import { listEpochs, newestEpoch, readEpoch } from '../../src/ledger/closedEpochs.ts'
import { listVouchers, vouchersOf } from '../../src/rewards/vouchers.ts'
import { readEarningsIn, readPaid } from '../../src/staking/earnings.ts'
import { listPending } from '../../src/timelock/operations.ts'
import type { Queryable } from '../../src/platform/database/connection.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'
import { DAY, FIRST_WAITING, PAIR } from './bigBonuses.ts'
import { addressOf, GREAT_INVITER, inviteCodeOf, reportOf, sessionOf, type BigForest } from './bigForest.ts'

const PAGE = 21
/** A time before which few of the great inviter's members were bound. */
const FIRST_EPOCH = { from: 1_700_000_000, to: 1_700_003_600, firstBlock: 1, lastBlock: 3_599 }

export type Read = {
  name: string
  /** the greatest number of rows that a node of the read's plan may read */
  rows: number
  /** 99 of 100 warm calls take at most this many milliseconds */
  goal: number
  run(sql: Queryable, index: number): Promise<unknown>
}

export function readsOf({ accounts, longestHistory, vaultSince, now, lastEpoch }: BigForest): Read[] {
  const catalogue = catalogueOf(PAPER_DEPLOYMENT)
  const great = addressOf(GREAT_INVITER)
  const anybody = (index: number) => addressOf(1 + ((index * 7_919 * 104_729) % accounts))
  const anywhere = (index: number) => ({
    blockNumber: ((index * 7_919) % 100) * (accounts / 100),
    logIndex: 0,
  })
  const pool: Part = { contract: 'StakingPools', pool: 1n }
  const vault: Part = { contract: 'ZnVault', pool: null }
  const page = 2 * PAGE
  const anyTenth = (index: number) => 1 + 10 * ((index * 7_919) % Math.floor(accounts / 10))
  /** The newest members of the great inviter are pending. The newest bound member is after this place. */
  const beforeBound = {
    value: String(1_700_000_000 + GREAT_INVITER + Math.floor(accounts / 10)),
    id: accounts,
  }
  return [
    // This read shows the time of the machine and the driver alone.
    {
      name: 'nothing at all, for comparison',
      rows: 1,
      goal: 5,
      run: (sql) => sql`
    select 1`,
    },
    {
      name: 'user info',
      rows: 5,
      goal: 5,
      run: (sql, index) => readUserInfo(sql, catalogue, anybody(index), false),
    },
    { name: 'history, first page', rows: page, goal: 5, run: (sql) => listActivity(sql, great, null, PAGE) },
    {
      name: `history of ${longestHistory} rows, any page`,
      rows: page,
      goal: 5,
      run: (sql, index) => listActivity(sql, great, anywhere(index), PAGE),
    },
    {
      name: 'history of anybody',
      rows: page,
      goal: 5,
      run: (sql, index) => listActivity(sql, anybody(index), null, PAGE),
    },
    { name: 'history, total', rows: 5, goal: 5, run: (sql) => countActivity(sql, great) },
    {
      name: 'history in one pool, any page',
      rows: page,
      goal: 5,
      run: (sql, index) => listOfProduct(sql, great, pool, anywhere(index), PAGE),
    },
    {
      name: 'history in the vault, any page',
      rows: page,
      goal: 5,
      run: (sql, index) => listOfProduct(sql, great, vault, anywhere(index), PAGE),
    },
    { name: 'history in one pool, total', rows: 5, goal: 5, run: (sql) => countOfProduct(sql, great, pool) },
    {
      name: 'members, newest, who are pending',
      rows: page,
      goal: 5,
      run: (sql) => listFans(sql, great, 'joined', null, PAGE),
    },
    {
      name: 'members, newest who are bound, with weights in one pool',
      rows: page,
      goal: 5,
      run: (sql) => listFans(sql, great, 'joined', beforeBound, PAGE, 1n),
    },
    {
      name: 'members by hash power, any page, with weights in one pool',
      rows: page,
      goal: 5,
      run: (sql, index) =>
        listFans(
          sql,
          great,
          'hashPower',
          { value: `${(index % 100) * 100}${'0'.repeat(18)}`, id: 9 },
          PAGE,
          1n,
        ),
    },
    {
      name: 'members, weights in one pool of more than are added up',
      rows: 1_100,
      goal: 20,
      run: (sql) => sumWeights(sql, great, 1n),
    },
    {
      name: `members of ${Math.floor(accounts / 10)}, any page by hash power`,
      rows: page,
      goal: 5,
      run: (sql, index) =>
        listFans(sql, great, 'hashPower', { value: `${(index % 100) * 100}${'0'.repeat(18)}`, id: 9 }, PAGE),
    },
    { name: 'members, total', rows: 5, goal: 5, run: (sql) => countFans(sql, great) },
    ...MINUTE_BOARDS.map((board): Read => ({
      name: `own place, ${board}`,
      rows: 1_500,
      goal: 5,
      run: (sql, index) => ownPlace(sql, board, anybody(index)),
    })),
    {
      name: 'list of ranks, any page',
      rows: 5_000,
      goal: 20,
      run: (sql, index) => listRanked(sql, 'staker', (index * 7_919) % Math.min(90_000, accounts / 10), PAGE),
    },
    {
      name: 'going on behind a place of a board',
      rows: 1_500,
      goal: 5,
      run: async (sql, index) => {
        const key = await keyAt(sql, 'staker', 1 + ((index * 7_919) % Math.min(90_000, accounts / 10)))
        return placesUpTo(sql, 'staker', key!)
      },
    },
    {
      name: 'own place, epoch',
      rows: 1_500,
      goal: 10,
      run: async (sql, index) => ownEpochPlace(sql, await epochBoard(sql), anybody(index)),
    },
    {
      name: 'list of ranks of the epoch, any page',
      rows: 5_000,
      goal: 20,
      run: async (sql, index) =>
        listEpochRanked(sql, await epochBoard(sql), (index * 7_919) % Math.min(90_000, accounts / 20), PAGE),
    },
    {
      name: 'calculation of the first epoch, members',
      rows: 4_000,
      goal: 100,
      run: (sql) => listDirect(sql, GREAT_INVITER, FIRST_EPOCH.to),
    },
    ...[false, true].map((ofVault): Read => ({
      name: `calculation of the first epoch, weights in ${ofVault ? 'the vault' : 'one pool'}`,
      rows: 4_000,
      goal: 200,
      run: async (sql) => {
        const source = { pools: ofVault ? [] : [1n], vault: ofVault }
        const direct = await listDirect(sql, GREAT_INVITER, FIRST_EPOCH.to)
        return membersCalculation(sql, GREAT_INVITER, direct, source, FIRST_EPOCH)
      },
    })),
    {
      name: 'calculation of the first epoch, when a pass was live',
      rows: 5_100,
      goal: 100,
      run: (sql) => nodeCalculation(sql, GREAT_INVITER, FIRST_EPOCH),
    },
    {
      name: 'calculation of an epoch, which epoch and account it is about',
      rows: 5,
      goal: 5,
      run: (sql, index) =>
        Promise.all([
          readEpoch(sql, lastEpoch - (index % 3_000)),
          findAccount(sql, anybody(index)),
          newestEpoch(sql),
        ]),
    },
    {
      name: `payments among ${longestHistory} rows`,
      rows: 5_000,
      goal: 50,
      run: (sql) => readPaid(sql, great, 1n, { time: vaultSince, accrual: null }, 86_400),
    },
    {
      name: `sums of ${longestHistory} rows of history, the newest 100 000`,
      // The newest rows are read in each of the two parts of the history.
      rows: 200_000,
      goal: 200,
      run: (sql) => readTotals(sql, { pools: new Map(), programs: new Map() }, great),
    },
    {
      name: 'earnings in one pool, sixty days',
      rows: 5_000,
      goal: 50,
      run: (sql) => readEarningsIn(sql, great, 1n, 86_400, 60),
    },
    {
      name: 'bonuses, granted in all, with vouchers',
      rows: 5,
      goal: 5,
      run: (sql, index) =>
        Promise.all([readGrants(sql, anybody(index)), vouchersOf(sql, anybody(index), ['galx', 'node'])]),
    },
    {
      name: 'granted in all, where the only bonus waits for another node',
      rows: 5,
      goal: 5,
      run: (sql, index) =>
        readGrants(sql, addressOf(FIRST_WAITING + 1_000 * ((index * 7_919) % Math.floor(accounts / 1_000)))),
    },
    {
      name: 'bonuses epoch by epoch, any page',
      rows: 2 * page,
      goal: 5,
      run: (sql, index) => listHistory(sql, great, 'galx', 86_400, lastEpoch - (index % 3_000), PAGE),
    },
    {
      name: 'bonuses epoch by epoch, of somebody without any in ten years',
      rows: 8_000,
      goal: 100,
      run: (sql) => listHistory(sql, addressOf(1), 'galx', 86_400, null, PAGE),
    },
    {
      name: 'bonuses of one epoch',
      rows: 10,
      goal: 5,
      run: (sql, index) => rowsOfEpoch(sql, anybody(index), lastEpoch, ['galx', 'node']),
    },
    {
      name: 'vouchers of one epoch, any page',
      rows: page,
      goal: 5,
      run: (sql, index) => listVouchers(sql, lastEpoch, { account: anybody(index), program: 'galx' }, PAGE),
    },
    {
      name: 'one part of an epoch file',
      rows: accounts / 500,
      goal: 100,
      run: (sql, index) => readSomeParts(sql, lastEpoch, ['galx', 'node'], [index % 256]),
    },
    {
      name: 'epochs, any page',
      rows: 2 * page,
      goal: 5,
      run: (sql, index) => listEpochs(sql, 86_400, ['galx', 'node'], lastEpoch - (index % 3_000), PAGE),
    },
    ...(['month', 'all'] as const).map((range): Read => ({
      name: `prices of a pair, range ${range}`,
      rows: MOST_POINTS,
      goal: 5,
      run: (sql) => readPriceHistory(sql, PAIR, range, now),
    })),
    {
      name: 'fund, any page of flows',
      rows: page,
      goal: 5,
      run: (sql, index) => listFlows(sql, anywhere(index), PAGE),
    },
    {
      name: 'passes of a holder of hundreds, any page, and how many',
      // All passes of the holder are counted.
      rows: 250,
      goal: 5,
      run: (sql, index) =>
        Promise.all([listPasses(sql, great, BigInt(1_000 + (index % 180)), PAGE), countPasses(sql, great)]),
    },
    {
      name: 'inviter, by code',
      rows: 5,
      goal: 5,
      run: (sql, index) => findInviter(sql, inviteCodeOf(anyTenth(index))),
    },
    {
      name: 'session, whether it is live',
      rows: 5,
      goal: 5,
      run: (sql, index) => isSessionLive(sql, sessionOf(anyTenth(index))),
    },
    {
      name: 'sessions of an account with a thousand',
      // All sessions of the account may be sorted. A hundred are shown, and ended sessions leave the table after a month.
      rows: 1_100,
      goal: 5,
      run: (sql) => listSessions(sql, great, now),
    },
    {
      name: 'texts to sign of an address with as many as it can have',
      rows: page,
      goal: 5,
      run: (sql) => recentNonces(sql, great, '0x'),
    },
    {
      name: 'report of a transaction',
      rows: 5,
      goal: 5,
      run: (sql, index) =>
        readReport(sql, addressOf(anyTenth(index)), 'galxStake', reportOf(anyTenth(index))),
    },
    {
      name: 'reports of an account with a thousand, unsettled',
      // All reports of a day are read.
      rows: 150,
      goal: 5,
      run: (sql) => listUnsettled(sql, great, now),
    },
    {
      name: 'what the timelock has announced',
      rows: page,
      goal: 5,
      run: (sql) => listPending(sql, PAGE),
    },
    { name: 'announcements', rows: 50, goal: 5, run: (sql) => listAnnouncements(sql, 'en_US', now) },
    { name: 'vault, account', rows: 5, goal: 5, run: (sql, index) => holdingOf(sql, anybody(index)) },
    { name: 'vault, standing', rows: 5, goal: 5, run: readVaultProgress },
    {
      name: 'vault, prices of a quarter and of ten years',
      rows: 2 * (PRICES + 1),
      goal: 20,
      run: (sql, index) => listPrices(sql, index % 2 === 0 ? now - 90 * 86_400 : vaultSince, now),
    },
  ]
}

async function epochBoard(sql: Queryable): Promise<EpochBoard> {
  return (await readEpochBoard(sql, DAY))!
}
