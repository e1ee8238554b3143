/** The chain is read again beside the serving tables, while users continue and the indexer leads. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rpc } from '@galx/stack/chain/rpc'
import { freePort } from '@galx/stack/process/freePort'
import { startServerProcess, writeDeploymentFile, type IndexerProcess } from '../support/indexerProcess.ts'
import { startSignerScene, type Epoch, type SignerScene } from '../signer/signerScene.ts'
import { transactAtRandom, ETHER } from '../support/chainWorld.ts'
import { expectEqualsChain } from '../support/equalsChain.ts'
import { startFaultyNode, type Fault } from '../support/faultyNode.ts'
import { readNaively } from '../support/naiveReading.ts'
import { dumpTables } from '../support/tables.ts'
import { agreedEpochs } from '../../src/ledger/agreedEpochs.ts'
import { connect } from '../../src/platform/database/connection.ts'
import { chance, waitFor } from '../support/wait.ts'
import { clientOf, newAccount, ORIGIN, SECRET, signIn, type SignedIn } from '../api/world.ts'

let scene: SignerScene
const dice = chance(21)
const running: IndexerProcess[] = []

beforeAll(async () => {
  scene = await startSignerScene(6)
  for (let block = 0; block < 25; block += 1) await transactAtRandom(scene.world, dice, 4)
})
afterAll(async () => {
  await Promise.all(running.map((one) => one.kill()))
  await scene?.stop()
})

function startReindex(overrides: Record<string, string> = {}): IndexerProcess {
  const started = startServerProcess('reindex', { ...scene.environment, ...overrides })
  running.push(started)
  return started
}

async function startApiProcess() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startServerProcess('api', {
    ...scene.environment,
    API_PORT: String(port),
    APP_DOMAIN: 'galx.example',
    APP_ORIGINS: ORIGIN,
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    RATE_PER_IP: '1000000',
    RATE_SIGN_IN_PER_IP: '1000000',
    RATE_PER_ACCOUNT: '1000000',
  })
  running.push(child)
  await waitFor('the API to answer', async () => (await fetch(`${url}/health/live`)).ok, 60_000)
  return { child, client: clientOf(url, () => {}) }
}

/** Compares the tables with the chain, without the accounts that only signed in and never appeared on the chain. */
async function equalsChain(people: readonly SignedIn[]): Promise<void> {
  const tip = await scene.indexed()
  const off = new Set<string>(people.map(({ address }) => address))
  const tables = await dumpTables(scene.sql)
  expectEqualsChain(
    {
      ...tables,
      accounts: tables.accounts.filter(
        ({ address }) => !off.has(address as string),
      ) as typeof tables.accounts,
    },
    await readNaively(scene.world.rpcUrl, scene.world.deployment, tip),
  )
}

/** The data that only the API has written. */
async function keptTables() {
  return {
    accounts: await scene.sql`
      select id, address, registered_at, invite_code, pending_inviter_id, pending_at from galx.accounts
      where registered_at is not null order by id`,
    sessions: await scene.sql`select id, account_id, revoked_at from galx.sessions order by id`,
    counts: await scene.sql`select inviter_id, members from galx.pending_counts where members > 0 order by 1`,
    reports: await scene.sql`select tx_hash, account_id from galx.reports order by 1`,
    announcements: await scene.sql`select id, title_en_us from galx.announcements`,
  }
}

/** Places of the board of the last epoch that differ from the rows of that epoch; null: no such board. */
async function epochBoardDifferences() {
  const { epochDuration } = scene.world.deployment
  const [board] = await scene.sql<{ epoch: number }[]>`
    select timestamp / ${epochDuration}::bigint - 1 as epoch from galx.rank_boards where board = 'epoch'`
  if (board === undefined) return null
  return scene.sql`
    with listed as (
      select account_id, points from galx.rank_chunks, unnest(accounts, powers) as one (account_id, points) where board = 'epoch'
    ), earned as (
      select account_id, points from galx.epoch_rows where epoch = ${board.epoch} and program_key = 'node' and points > 0
    )
    (select * from listed except select * from earned) union all (select * from earned except select * from listed)`
}

test('SV7 two processes serve while the chain is read again; the leader follows, and no data of users is lost', async () => {
  const indexer = scene.start()
  const [one, other] = [await startApiProcess(), await startApiProcess()]
  const people: SignedIn[] = []
  const inviter = await signIn(one.client)
  people.push(inviter)
  await scene.sql`
    insert into galx.announcements (title_zh_cn, title_en_us, body_zh_cn, body_en_us, published_at)
    values ('公告', 'kept', '公告', 'kept', 1)`
  const info = async (by: SignedIn) =>
    (await one.client.get(`/api/getAAAUserInfo?address=${by.address}`, by.token)).data
  const inviteCode = (await info(inviter)).invite_code
  // The chain may be younger than an epoch. Without a closed epoch there would be no board.
  await scene.passEpochs(1)
  await scene.indexed()
  // The leader compares after each epoch. If the comparison fails, the leader itself reads the chain again.
  const isCompared = async () =>
    (
      await scene.sql`
      select from galx.checksum where passed_block >= (select max(block_number) from galx.epochs)`
    ).length === 1
  await waitFor('the comparison after the epoch', isCompared, 60_000)

  let busy = true
  const slowest = { milliseconds: 0 }
  const requests = { reads: 0, writes: 0 }
  const timed = async (kind: keyof typeof requests, work: Promise<{ status: number; code: number }>) => {
    const started = performance.now()
    expect(await work).toMatchObject({ status: 200, code: 200 })
    slowest.milliseconds = Math.max(slowest.milliseconds, performance.now() - started)
    requests[kind] += 1
  }
  const person = async (client: typeof one.client) => {
    while (busy) {
      const by = await signIn(client, newAccount())
      people.push(by)
      await timed('writes', client.post('/api/bindSuggest1', { inviteCode }, by.token))
      for (const path of [
        `/api/getAAAUserInfo?address=${by.address}`,
        '/api/activity',
        '/api/sessions',
        '/api/getFans1',
      ])
        await timed('reads', client.get(path, by.token))
      await timed('reads', client.get('/api/announcements'))
    }
  }
  const load = Promise.all([one, other].map(({ client }) => person(client)))
  load.catch(() => {})
  try {
    // The rows are now wrong, as if another decoder or a wrong node had produced them.
    await scene.sql`update galx.activity set amount = amount + 7 where kind = 'stake'`
    // Only rows of closed epochs are deleted, because the leader closes the next epoch from the other rows.
    await scene.sql`delete from galx.weight_changes where block_number <= (select max(block_number) from galx.epochs)`
    const reindexOnce = async () => {
      const reindex = startReindex()
      let over = false
      void reindex.exited.then(() => (over = true))
      while (!over) {
        await transactAtRandom(scene.world, dice, 3)
        await scene.indexed()
      }
      return reindex
    }
    let reindex = await reindexOnce()
    // If an epoch ends before this process begins, the leader finds the wrong rows and reads the chain again itself.
    while (reindex.output().includes('another process reindexes this database')) reindex = await reindexOnce()
    expect(await reindex.exited, reindex.output()).toBe(0)
    expect(reindex.output()).toContain('the tables are exchanged')
    // The board of the last epoch came with the exchanged tables.
    expect(await epochBoardDifferences()).toEqual([])
    const before = { ...requests }
    await waitFor('requests after the exchange', async () => requests.reads > before.reads + 20)
  } finally {
    busy = false
  }
  await load

  // The same process still leads, in the new tables.
  await scene.world.stake(scene.world.people[0]!, 'galx', ETHER)
  await scene.world.mine()
  await equalsChain(people)
  expect(indexer.child.exitCode).toBeNull()
  expect(indexer.output().split('"leading"').length - 1).toBeGreaterThanOrEqual(2)
  for (const { child } of [one, other]) expect(child.child.exitCode).toBeNull()
  const members = await scene.sql<{ count: number }[]>`
    select count(*) from galx.accounts where pending_inviter_id is not null and inviter_id is null`
  const kept = await keptTables()
  expect(kept.accounts).toHaveLength(people.length)
  expect(kept.sessions).toHaveLength(people.length)
  expect(kept.announcements).toMatchObject([{ title_en_us: 'kept' }])
  expect(kept.counts.reduce((sum, row) => sum + (row.members as number), 0)).toBe(members[0]!.count)
  expect((await info(inviter)).team.direct).toBe(0)
  for (const by of [people[0]!, people.at(-1)!])
    expect((await one.client.get('/api/sessions', by.token)).status).toBe(200)
  expect(await scene.sql`select nspname from pg_namespace where nspname like 'galx\\_%'`).toEqual([])
  expect(await scene.sql`select conname from pg_constraint where contype = 'f' and not convalidated`).toEqual(
    [],
  )
  expect(requests.writes).toBeGreaterThan(5)
  // The exchange itself blocks others for less time than a user would notice as an outage.
  expect(slowest.milliseconds).toBeLessThan(5_000)
}, 300_000)

test('SV7 the exchanged tables have the same columns, keys, indexes, checks, references and triggers', async () => {
  const shape = () => scene.sql`
    select 'column' as kind, table_name::text as name, column_name || ' ' || data_type || ' ' || is_nullable || ' ' || is_identity as what
    from information_schema.columns where table_schema = 'galx'
    union all select 'index', tablename, indexdef from pg_indexes where schemaname = 'galx'
    union all select 'constraint', conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'galx'::regnamespace
    union all select 'trigger', tgrelid::regclass::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'setting', oid::regclass::text, reloptions::text from pg_class
      where relnamespace = 'galx'::regnamespace and reloptions is not null
    order by 1, 2, 3`
  const before = await shape()
  const people = await keptTables()
  scene.start()
  const killed = startReindex()
  await killed.saw('makes the tables', (output) => output.includes('second set of tables is made'))
  await killed.kill()
  const reindex = startReindex()
  expect(await reindex.exited, reindex.output()).toBe(0)
  // The second process has filled the tables that the killed process had left.
  expect(reindex.output()).toContain('"goesOn":true')
  expect(await shape()).toEqual(before)
  expect(await keptTables()).toEqual(people)
}, 200_000)

test('a second set from another list of rulesets is not continued', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'galx-reindex-'))
  const { deployment } = scene.world
  const [ruleset] = deployment.rulesets
  const further = { ...ruleset!, number: 2, firstEpoch: (2n ** 31n).toString() }
  const file = await writeDeploymentFile(folder, { ...deployment, rulesets: [ruleset!, further] })
  try {
    scene.start()
    const killed = startReindex()
    await killed.saw('makes the tables', (output) => output.includes('second set of tables is made'))
    await killed.kill()
    const reindex = startReindex({ DEPLOYMENT_FILE: file })
    expect(await reindex.exited, reindex.output()).toBe(0)
    expect(reindex.output()).toContain('"goesOn":false')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 200_000)

test('a reindex continues after its connection is cut while the second set is made', async () => {
  scene.start()
  await scene.indexed()
  const holder = connect(scene.database.url, { name: 'test holder', max: 1 })
  await holder.unsafe('begin')
  // A trigger keeps the second set up to date with this table. The trigger cannot be made while somebody writes the table.
  await holder`lock table galx.accounts in row exclusive mode`
  try {
    const reindex = startReindex()
    await waitFor('the connection to wait, and to be cut', async () => {
      const cut = await scene.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'galx reindex' and datname = current_database() and wait_event_type = 'Lock'`
      return cut.length > 0
    })
    await reindex.saw('tries again', (output) => output.includes('reindexing will be tried again'))
    await holder.unsafe('commit')
    expect(await reindex.exited, reindex.output()).toBe(0)
  } finally {
    await holder.end()
  }
}, 200_000)

test('a second set that a fail-over has lost is made again, and does not count as exchanged', async () => {
  let fault: Fault = 'http500'
  const node = await startFaultyNode(scene.world.rpcUrl, () => fault)
  const serving = async () => (await scene.sql`select to_regclass('galx.cursor')::oid::bigint as oid`)[0]!.oid
  const before = await serving()
  try {
    const reindex = startReindex({ RPC_URL: node.url })
    await reindex.saw('makes the tables', (output) => output.includes('second set of tables is made'))
    // The new primary lacks the second set, which the old primary had just made.
    await scene.sql`drop schema galx_shadow cascade`
    await scene.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'galx reindex%' and datname = current_database()`
    // The process may find the loss only when it writes, so the node must answer now.
    fault = 'none'
    expect(await reindex.exited, reindex.output()).toBe(0)
    expect(reindex.output().split('second set of tables is made')).toHaveLength(3)
    expect(await serving()).not.toBe(before)
  } finally {
    await node.stop()
  }
}, 200_000)

test('visible epochs stay visible: the second set does not serve before another node has confirmed them', async () => {
  const { sql } = scene
  const serving = async () => (await sql`select to_regclass('galx.cursor')::oid::bigint as oid`)[0]!.oid
  const shown = () => sql`select epoch, hash from ${agreedEpochs(sql)} e order by epoch`
  // This node answers and has EpochLog's logs, but returns no other logs.
  let fault: Fault = 'logsBroken'
  const node = await startFaultyNode(scene.world.rpcUrl, () => fault)
  scene.start()
  await scene.passEpochs(1)
  await scene.indexed()
  const [before, epochs] = [await serving(), await shown()]
  expect(epochs.length).toBeGreaterThan(0)
  const reindex = startReindex({ RPC_URL: `${scene.world.rpcUrl},${node.url}` })
  try {
    await reindex.saw('waits', (output) => output.includes('the second set waits for another node'), 60_000)
    expect([await serving(), await shown()]).toEqual([before, epochs])
    fault = 'none'
    expect(await reindex.exited, reindex.output()).toBe(0)
    expect(await serving()).not.toBe(before)
    expect(await shown()).toEqual(epochs)
    expect(await epochBoardDifferences()).toEqual([])
  } finally {
    await reindex.kill()
    await node.stop()
  }
}, 200_000)

test('SV7 reading the chain again takes no ids for known accounts', async () => {
  const ids = async () => {
    const [row] = await scene.sql<{ last: number; accounts: number }[]>`
      select pg_sequence_last_value(pg_get_serial_sequence('galx.accounts', 'id')::regclass) as last,
        (select count(*) from galx.accounts) as accounts`
    return row!
  }
  scene.start()
  await scene.indexed()
  for (let round = 0; round < 2; round += 1) {
    const before = await ids()
    const reindex = startReindex()
    expect(await reindex.exited, reindex.output()).toBe(0)
    expect(reindex.output()).toContain('the tables are exchanged')
    const after = await ids()
    expect(after.accounts).toBeGreaterThan(3)
    expect(after.last - before.last).toBeLessThanOrEqual(after.accounts - before.accounts)
  }
}, 200_000)

describe('EpochLog’s hash of an epoch', () => {
  const FALSE: Hex = `0x${'ab'.repeat(32)}`
  const LATER: Hex = `0x${'cd'.repeat(32)}`
  const AT_ONCE = 5

  async function write(from: Address, name: string, args: readonly unknown[]): Promise<void> {
    await rpc(scene.world.rpcUrl, 'anvil_impersonateAccount', from)
    await rpc(scene.world.rpcUrl, 'anvil_setBalance', from, '0xde0b6b3a7640000')
    await scene.write(from, 'EpochLog', name, args)
    await scene.world.mine(3)
  }
  /** Ends some epochs, and publishes in EpochLog all closed epochs that it lacks. @returns the newly published epochs, ascending */
  async function publishAll(hashOf: (index: number, hash: Hex) => Hex): Promise<Epoch[]> {
    await scene.passEpochs(3)
    const next = (await scene.read('EpochLog', 'nextEpoch')) as bigint
    const closed = await scene.sql<Epoch[]>`
      select epoch, hash from galx.epochs where epoch >= ${Number(next)} order by epoch`
    const hashes = closed.map(({ hash }, index) => hashOf(index, hash))
    const publisher = scene.world.deployment.roles.epochPublisher as Address
    // Each transaction has as many epochs as its gas allows. There may be many epochs, because the chain may be older than the test.
    for (let done = 0; done < hashes.length; done += AT_ONCE) {
      const some = hashes.slice(done, done + AT_ONCE)
      await write(publisher, 'publish', [next + BigInt(done), some, some.map(() => 1n)])
    }
    return closed
  }
  const replace = ({ epoch }: Epoch, hash: Hex) =>
    write(scene.world.deployment.contracts.Timelock.address as Address, 'replace', [BigInt(epoch), hash, 1n])
  const hashesOf = (schema: string) =>
    scene.sql<Epoch[]>`select epoch, hash from ${scene.sql(schema)}.epochs order by epoch`

  test('prevents the exchange of the tables if reading the chain again gives another hash, unless the timelock has replaced the hash', async () => {
    const indexer = scene.start()
    const [right, wrong, also] = await publishAll((index, hash) => [hash, FALSE, LATER][index] ?? hash)
    const served = await hashesOf('galx')
    const refused = startReindex()
    expect(await refused.exited, refused.output()).toBe(3)
    // The output names the number and both hashes of the first wrong epoch. The second engine has no verdict on this epoch.
    expect(refused.output()).toContain(
      `epoch ${wrong!.epoch} has the hash ${wrong!.hash} here, but EpochLog has ${FALSE} at block`,
    )
    expect(refused.output()).toContain('replaced by the timelock: then run "reindex" again')
    expect(refused.output()).not.toContain('the tables are exchanged')
    expect((await hashesOf('galx')).slice(0, served.length)).toEqual(served)
    expect((await hashesOf('galx_shadow')).slice(0, served.length)).toEqual(served)
    // Indexing and serving continue with the old tables.
    await scene.world.stake(scene.world.people[0]!, 'galx', ETHER)
    await scene.indexed()
    expect(indexer.child.exitCode).toBeNull()

    await replace(wrong!, wrong!.hash)
    const second = startReindex()
    expect(await second.exited, second.output()).toBe(3)
    expect(second.output()).toContain(
      `epoch ${also!.epoch} has the hash ${also!.hash} here, but EpochLog has ${LATER}`,
    )
    expect(second.output()).toContain('"goesOn":true')

    // The reindex also fails if a false hash has replaced a right one.
    await replace(also!, also!.hash)
    await replace(right!, FALSE)
    const third = startReindex()
    expect(await third.exited, third.output()).toBe(3)
    expect(third.output()).toContain(`epoch ${right!.epoch} has the hash ${right!.hash} here`)

    await replace(right!, right!.hash)
    const last = startReindex()
    expect(await last.exited, last.output()).toBe(0)
    expect(last.output()).toContain('"goesOn":true')
    expect(last.output()).toContain('the tables are exchanged')
    expect((await hashesOf('galx')).slice(0, served.length)).toEqual(served)
    await scene.world.stake(scene.world.people[0]!, 'galx', ETHER)
    await scene.indexed()
    expect(indexer.child.exitCode).toBeNull()
    await indexer.stop()
  }, 200_000)

  test('halts the reading if the second engine has the same hash, and the next reading continues once the timelock has replaced the hash', async () => {
    const before = scene.start()
    const [wrong] = await publishAll((index, hash) => (index === 0 ? FALSE : hash))
    await before.stop()
    await scene.sql`
      insert into galx.engine_verdicts (engine, epoch, hash, at) values ('audit', ${wrong!.epoch}, ${FALSE}, 0)`
    const refused = startReindex()
    expect(await refused.exited, refused.output()).toBe(3)
    expect(refused.output()).toContain(
      `EpochLog and the second engine have ${FALSE} for epoch ${wrong!.epoch}, but this database computes ${wrong!.hash}`,
    )
    await replace(wrong!, wrong!.hash)
    const again = startReindex()
    expect(await again.exited, again.output()).toBe(0)
    expect(again.output()).toContain('"goesOn":true')
    expect(await scene.sql`select from galx.indexer_halt`).toHaveLength(0)
    const indexer = scene.start()
    await scene.indexed()
    expect(indexer.child.exitCode).toBeNull()
  }, 200_000)
})
