/**
 * Closing an epoch of the bonuses: a tenth of all accounts are inviters with nine members each, a chain of 100 000 lies below them, every
 * member has a position, one in ten a position that qualifies for the promotion, a thousand accounts hold passes. Every inviter earns.
 * Two epochs are closed, so that the second one adds to bonuses that are there. Then a block with stakes of members is written, as indexing goes on.
 * Prints one JSON object.
 * Usage: node --import tsx bench/rewards.ts [--accounts 10000000]
 */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase, startDatabase } from '@galx/stack/database/startDatabase'
import { bonusEpochs } from '../src/bonuses/epochs.ts'
import { connect, type Sql } from '../src/platform/database/connection.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { transact } from '../src/platform/database/transaction.ts'
import { tryToLead } from '../src/indexer/engine/leaderLock.ts'
import { writeBatch } from '../src/indexer/engine/writeBatch.ts'
import { sourcesOf } from '../src/indexer/sources.ts'
import { PAPER_DEPLOYMENT } from '../test/api/paperDeployment.ts'
import { stakeRange } from '../test/support/stakeLogs.ts'
import { LARGE_SERVER } from './largeServer.ts'

const index = process.argv.indexOf('--accounts')
const accounts = index < 0 ? 10_000_000 : Number(process.argv[index + 1])
const CHAIN = Math.min(100_000, Math.floor(accounts / 10))
const FIRST = 20_000
/** Stakes in the block behind the second closing. */
const STAKES = 100
const POOL = '1'
const [ruleset] = PAPER_DEPLOYMENT.rulesets
const programs = [
  { key: 'galx', rule: 'members', pools: [POOL] },
  { key: 'node', rule: 'node', pools: [] },
  { key: 'promotion', rule: 'promotion', pools: [] },
] as const
const epochs = bonusEpochs({
  ...PAPER_DEPLOYMENT,
  rulesets: [
    {
      ...ruleset!,
      firstEpoch: String(FIRST),
      programs: programs.map(({ key, rule, pools }, place) => ({
        ...{ key, rule, pools: [...pools], id: String(place + 1), vault: false },
      })),
      qualifying: [{ pool: POOL, amount: '901000000000000000000' }],
      ladder: [{ members: 1, amount: '2000000000000000000' }],
    },
  ],
})

async function fill(sql: Sql): Promise<void> {
  const start = FIRST * epochs.duration
  // References are right, and checking them for each row takes longer than writing it.
  await sql.unsafe(`
    set session_replication_role = replica;
    insert into galx.pools (id, pool, stake_token, reward_token, pair_ratio, reward_duration, tiers, created_block, created_at)
      values (1, ${POOL}, '\\x${'44'.repeat(20)}', '\\x${'44'.repeat(20)}', 0, 1, '[{"duration": 0, "multiplierBps": 10000, "penaltyBps": 0}]', 1, 1);
    insert into galx.accounts (id, address, inviter_id, bound_at, bound_block, direct_count)
      select n, substr(sha256(n::text::bytea), 1, 20), inviter, case when inviter > 0 then 1 end, case when inviter > 0 then 1 end,
        case when n % 10 = 0 then 9 else 0 end
      from (
        select n, case when n > ${accounts - CHAIN} then n - 1 when n % 10 <> 0 then n - n % 10 + 10 end as inviter
        from generate_series(1, ${accounts}) n
      ) made;
    insert into galx.pool_accounts (account_id, pool_id, weight)
      select n, 1, (1 + n % 1000) * 1000000000000000000::numeric from generate_series(1, ${accounts}) n;
    insert into galx.account_totals (account_id, inviter_id, own_power, team_power, team_count)
      select account.id, inviter_id, weight, coalesce(teams.power, 0), coalesce(teams.count, 0)
      from galx.accounts account join galx.pool_accounts on account_id = account.id left join (
        select id, sum(power) as power, sum(count) as count
        from (
          select inviter_id as id, sum(weight) as power, count(*) as count
          from galx.accounts join galx.pool_accounts on account_id = id where id < ${accounts - CHAIN} group by 1
          union all
          select account_id, sum(weight) over below, count(*) over below
          from galx.pool_accounts where account_id >= ${accounts - CHAIN}
          window below as (order by account_id desc rows between unbounded preceding and 1 preceding)
        ) parts group by 1
      ) teams on teams.id = account.id order by 1;
    insert into galx.positions (account_id, pool_id, position, amount, pair_amount, tier, unlock_at, opened_at, opened_block, opened_tx)
      select n, 1, n, (1 + n % 1000) * 1000000000000000000::numeric, 0, 0, 1, 1, 1, '\\x${'77'.repeat(32)}' from generate_series(1, ${accounts}) n;
    insert into galx.points (account_id, program_key, members, own, points, at)
      select n, 'galx', n * 1000000000000000000::numeric, 1000000000000000000, n, ${start} - n % 1000 from generate_series(10, ${accounts}, 10) n;
    insert into galx.passes (id, holder_id, name, minted_at)
      select n, n * ${Math.max(1, Math.floor(accounts / 1_000))}, 'pass', 1 from generate_series(1, 1000) n;
    insert into galx.voucher_programs (program, budget_per_epoch, funded, unvested, settled_epoch)
      select n, 1000000000000000000000, 1000000000000000000000000, 1000000000000000000000000, ${FIRST} from generate_series(1, 3) n;
    set session_replication_role = origin`)
  await sql.unsafe('vacuum analyze')
}

/** Seconds until a block with stakes of members, whose inviters earn, is in the tables. */
async function writeOneBlock(sql: Sql): Promise<number> {
  if (!(await tryToLead(sql))) throw new Error('another indexer leads')
  const stakes = Array.from({ length: STAKES }, (_, place) => ({
    account: `0x${createHash('sha256')
      .update(String(place * 10 + 1))
      .digest('hex')
      .slice(0, 40)}`,
    ...{ inviter: null, position: accounts + place, amount: 10n ** 18n, weight: 10n ** 22n },
  }))
  const range = stakeRange(PAPER_DEPLOYMENT.contracts.StakingPools.address, 1, stakes)
  const started = performance.now()
  await writeBatch(sql, null, range, PAPER_DEPLOYMENT.genesisHash, sourcesOf(PAPER_DEPLOYMENT), epochs)
  return Math.round(performance.now() - started) / 1000
}

const folder = await mkdtemp(join(tmpdir(), 'galx-rewards-'))
const database = await startDatabase({ dataDirectory: join(folder, 'database'), settings: LARGE_SERVER })
const sql = connect(database.url, { name: 'galx rewards bench', max: 1 })
try {
  await migrate(database.url)
  await fill(sql)
  const closings: number[] = []
  for (const epoch of [FIRST, FIRST + 1]) {
    const started = performance.now()
    await transact(sql, (transaction) =>
      epochs.close(transaction, { epoch, first: null, last: null, blockNumber: 1 }),
    )
    closings.push(Math.round(performance.now() - started) / 1000)
  }
  const nextBlockSeconds = await writeOneBlock(sql)
  const [rows] = await sql<{ rows: number }[]>`
    select count(*) as rows from galx.epoch_rows where epoch = ${FIRST + 1}`
  process.stdout.write(
    `${JSON.stringify({
      ...{ accounts, inviters: Math.floor(accounts / 10), chain: CHAIN, rows: rows!.rows },
      firstClosingSeconds: closings[0],
      closingSeconds: closings[1],
      nextBlockSeconds,
      megabytes: Math.round(process.resourceUsage().maxRSS / 1000),
    })}\n`,
  )
} finally {
  await sql.end()
  await database.stop()
  removeDatabase(join(folder, 'database'))
  await rm(folder, { recursive: true, force: true })
}
