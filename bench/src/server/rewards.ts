/**
 * Closes two epochs of the bonuses. A tenth of all accounts are inviters, and all inviters earn. A chain of 100 000 accounts hangs below the last
 * inviter, and 1 100 passes count the power of all accounts (rewardsTables.ts). In the second epoch weights, bindings and passes change, and
 * its bonuses add to the bonuses of the first epoch. Then a block with stakes of members is written, as in normal indexing. Team totals are
 * never summed.
 * Prints one JSON object.
 * Usage: node --import tsx bench/src/server/rewards.ts [--accounts 10000000], a multiple of 100 000
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase } from '@galx/stack/database/startDatabase'
import { parseRulesets } from '@galx/protocol/rulesets'
import { bonusEpochs } from '@galx/server/rewards/engine/epochs'
import { keepRuleset } from '@galx/server/rewards/engine/rulesetChange'
import { connect, type Sql } from '@galx/server/platform/database/connection'
import { migrate } from '@galx/server/platform/database/migrate'
import { transactWithSnapshot, type WithSnapshot } from '@galx/server/platform/database/transaction'
import { TIME_LIMITS } from '@galx/server/platform/database/timeLimits'
import type { Block } from '@galx/server/ledger/epochs'
import { tryToLead } from '@galx/server/indexer/engine/leaderLock'
import { writeBatch } from '@galx/server/indexer/engine/writeRange'
import { sourcesOf } from '@galx/server/indexer/sources'
import { PAPER_DEPLOYMENT } from '../../../server/test/api/paperDeployment.ts'
import { stakeRange } from '../../../server/test/support/stakeLogs.ts'
import { nameOf, startLargeServer } from './largeServer.ts'
import { fillTables, passEpoch, POOLS, PROGRAMS, QUALIFYING, sizeOf } from './rewardsTables.ts'

const index = process.argv.indexOf('--accounts')
const size = sizeOf(index < 0 ? 10_000_000 : Number(process.argv[index + 1]))
const { accounts, chain } = size
const FIRST = 20_000
const FIRST_BLOCK: Block = { number: 100, hash: `0x${'10'.repeat(32)}` }
/** Stakes in the block after the second closing. */
const STAKES = 100
const [ruleset] = PAPER_DEPLOYMENT.rulesets
const rulesets = [
  {
    ...ruleset!,
    firstEpoch: String(FIRST),
    programs: PROGRAMS.map((program, place) => ({
      ...program,
      pools: [...program.pools],
      id: String(place + 1),
    })),
    power: POOLS.map((pool) => ({ pool, coefficient: String(2_500 * Number(pool)) })),
    qualifying: POOLS.map((pool) => ({ pool, amount: QUALIFYING })),
    ladder: [{ members: 1, amount: '2000000000000000000' }],
  },
]
const epochs = bonusEpochs({ ...PAPER_DEPLOYMENT, rulesets })

function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000
}

/** @returns seconds of the closing, and of the node program's reads in it @param first the epoch's first block; null if the epoch has no block */
async function close(sql: Sql, epoch: number, first: Block | null): Promise<{ all: number; node: number }> {
  const started = performance.now()
  let node = 0
  const reader = { name: 'galx closing', limits: TIME_LIMITS.aggregate }
  await transactWithSnapshot(sql, reader, (transaction, read) => {
    const timed: WithSnapshot = async (work) => {
      const began = performance.now()
      const result = await read(work)
      node = secondsSince(began)
      return result
    }
    return epochs.close(transaction, { epoch, first, last: first, blockNumber: 1 }, timed)
  })
  return { all: secondsSince(started), node }
}

/**
 * Private memory of the database's connections while `work` runs. Their shared memory (shared_buffers) is a setting.
 * @returns the highest sum at one moment, MB
 */
async function mostOfConnections(server: number, work: () => Promise<void>): Promise<number> {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, privateMegabytes(server))
  }, 100)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.round(most)
}

/** Anonymous memory of the server's child processes, MB. */
function privateMegabytes(server: number): number {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ').filter(Boolean)
  let kilobytes = 0
  for (const child of children)
    try {
      kilobytes += Number(
        /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0,
      )
    } catch {
      // The process has ended since the list was read.
    }
  return kilobytes / 1_000
}

/** @returns seconds until the tables contain a block with stakes of members whose inviters earn */
async function writeOneBlock(sql: Sql): Promise<number> {
  if (!(await tryToLead(sql))) throw new Error('another indexer leads')
  const stakes = Array.from({ length: STAKES }, (_, place) => ({
    account: `0x${createHash('sha256')
      .update(String(place * 10 + 1))
      .digest('hex')
      .slice(0, 40)}`,
    inviter: null,
    position: accounts + place,
    amount: 10n ** 18n,
    weight: 10n ** 22n,
  }))
  // The new block is after all blocks of the closed epoch.
  const number = FIRST_BLOCK.number + accounts
  const range = stakeRange(PAPER_DEPLOYMENT.contracts.StakingPools.address, number, stakes)
  const started = performance.now()
  await writeBatch(sql, null, range, PAPER_DEPLOYMENT.genesisHash, sourcesOf(PAPER_DEPLOYMENT), epochs)
  return secondsSince(started)
}

const folder = await mkdtemp(join(tmpdir(), 'galx-rewards-'))
const database = await startLargeServer(join(folder, 'database'))
const sql = connect(database.url, { name: 'galx rewards bench', max: 1 })
try {
  await migrate(database.url)
  await fillTables(sql, size, FIRST * epochs.duration)
  await keepRuleset(sql, parseRulesets(rulesets)[0]!)
  const first = await close(sql, FIRST, null)
  await passEpoch(sql, size, (FIRST + 1) * epochs.duration, FIRST_BLOCK.number)
  let second = first
  const databaseMegabytes = await mostOfConnections(database.pid, async () => {
    second = await close(sql, FIRST + 1, FIRST_BLOCK)
  })
  const nextBlockSeconds = await writeOneBlock(sql)
  const [rows] = await sql<{ rows: number }[]>`
    select count(*) as rows from galx.epoch_rows where epoch = ${FIRST + 1}`
  const [epoch] = await sql<{ hash: string }[]>`select hash from galx.epochs where epoch = ${FIRST + 1}`
  process.stdout.write(
    `${JSON.stringify({
      server: nameOf(),
      accounts,
      inviters: Math.floor(accounts / 10),
      chain,
      rows: rows!.rows,
      hash: epoch!.hash,
      firstClosingSeconds: first.all,
      closingSeconds: second.all,
      nodeSeconds: second.node,
      nextBlockSeconds,
      megabytes: Math.round(process.resourceUsage().maxRSS / 1000),
      databaseMegabytes,
    })}\n`,
  )
} finally {
  await sql.end()
  await database.stop()
  removeDatabase(join(folder, 'database'))
  await rm(folder, { recursive: true, force: true })
}
