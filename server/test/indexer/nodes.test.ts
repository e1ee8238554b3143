/** Nodes of the model chain that lie, lag or are silent, beside an honest node: nothing is stored that is not on the chain. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startModelNode, type ModelNode } from '@galx/modelchain/node'
import { rpc } from '@galx/stack/chain/rpc'
import { agreedEpochs } from '../../src/ledger/agreedEpochs.ts'
import { wipeChain } from '../../src/indexer/engine/reindex.ts'
import { HALTED_EXIT_CODE } from '../../src/indexer/engine/cursor.ts'
import { SOURCE_TABLES } from '../../src/indexer/sources.ts'
import { ETHER, transactAtRandom } from '../support/chainWorld.ts'
import { expectEqualsChain } from '../support/equalsChain.ts'
import { startFaultyNode, type Fault } from '../support/faultyNode.ts'
import { freePort } from '@galx/stack/process/freePort'
import type { IndexerProcess } from '../support/indexerProcess.ts'
import { startIndexerScene, type IndexerScene } from '../support/indexerScene.ts'
import { startModelWorld, worldOn, type ModelWorld } from '../support/modelWorld.ts'
import { readNaively } from '../support/naiveReading.ts'
import { dumpTables } from '../support/tables.ts'
import { chance, waitFor } from '../support/wait.ts'
import { someOf } from '../support/nightly.ts'

const DAY = 86_400

let model: ModelWorld
let node: ModelNode
let scene: IndexerScene
const running: IndexerProcess[] = []
const nodes: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  // Deployed here, so that no second has more blocks than the model gives it.
  model = await startModelWorld(6, { since: Math.floor(Date.now() / 1_000) - 10 * DAY })
  node = await startModelNode(model.chain)
  scene = await startIndexerScene(6, { world: await worldOn(model, node.url) })
  const dice = chance(3)
  for (let block = 0; block < 15; block += 1) await transactAtRandom(scene.world, dice, 3)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexer) => indexer.kill()))
  await Promise.all(nodes.splice(0).map((one) => one.stop()))
  await wipeChain(scene.database.url, SOURCE_TABLES)
})
afterAll(async () => {
  await scene?.stop()
  await node?.stop()
  await model?.stop()
})

async function faulty(faultOf: () => Fault) {
  const started = await startFaultyNode(scene.world.rpcUrl, faultOf)
  nodes.push(started)
  return started
}

/** The two nodes have different hosts, because reports name a node by its host. */
function start(first: string, second: string | null, more: Record<string, string> = {}): IndexerProcess {
  const indexer = scene.start({ RPC_URL: second === null ? first : `${first},${second}`, ...more })
  running.push(indexer)
  return indexer
}

/** The number of starts that may be disturbed, because the machine pauses for longer than a node's time limit. */
const STARTS = 5

/**
 * Starts an indexer of two nodes and waits for its expected output. If a node answered too late before that, the indexer accepts the other node's
 * answer alone, which other tests cover. This function then starts another indexer with empty tables.
 */
async function startUndisturbed(
  begin: () => IndexerProcess,
  isThere: (output: string) => boolean,
): Promise<IndexerProcess> {
  for (let starts = 1; ; starts += 1) {
    const indexer = begin()
    const isDisturbed = () => indexer.output().includes('no answer in time') && starts < STARTS
    await indexer.saw('says what is looked for', (output) => isThere(output) || isDisturbed())
    if (!isDisturbed()) return indexer
    await indexer.kill()
    await wipeChain(scene.database.url, SOURCE_TABLES)
  }
}

async function equalsChain(): Promise<void> {
  const tip = await scene.indexed()
  expectEqualsChain(
    await dumpTables(scene.sql),
    await readNaively(scene.world.rpcUrl, scene.world.deployment, tip),
  )
}

async function storedEvents(): Promise<number> {
  return (await scene.sql`select 1 from galx.activity`).length
}

test('a first node that stays behind two others delays nothing for longer than two seconds', async () => {
  let fault: Fault = 'none'
  const [lagging, honest] = [await faulty(() => fault), await faulty(() => 'none')]
  const indexer = start(lagging.url, `${honest.url},${scene.world.rpcUrl}`)
  await scene.indexed()
  const shortestDelay = async (): Promise<number> => {
    const delays: number[] = []
    for (let block = 0; block < 3; block += 1) {
      await scene.world.stake(scene.world.people[1]!, 'galx', ETHER)
      const since = Date.now()
      await scene.indexed()
      delays.push(Date.now() - since)
    }
    return Math.min(...delays)
  }
  const without = await shortestDelay()
  fault = 'lags'
  await scene.world.stake(scene.world.people[1]!, 'galx', ETHER)
  await scene.world.finalise()
  // The lagging node stays at this block after its first answer.
  await waitFor('its answer', () => Promise.resolve((lagging.served.get('lags') ?? 0) > 0))
  // The shortest delay is compared with the shortest delay without the lag, because a busy machine adds to both.
  expect(await shortestDelay()).toBeLessThan(without + 2_000)
  expect(indexer.output()).toMatch(/has no finalised block after \d+, but another node has one/)
  await equalsChain()
})

test.each(someOf(['weights', 'logsHidden', 'inventedLog'] as const, 3))(
  'a first node that lies about logs (%s) and an honest second node: the range is named and not stored until they agree',
  async (lie) => {
    let fault: Fault = lie
    const liar = await faulty(() => fault)
    const port = await freePort()
    const indexer = await startUndisturbed(
      () => start(liar.url, scene.world.rpcUrl, { INDEXER_PORT: String(port) }),
      (output) => output.split('give different logs').length > 4,
    )
    expect(indexer.output()).toMatch(/give different logs for the blocks \d+ to \d+/)
    expect(await storedEvents()).toBe(0)
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(Number(/^galx_indexer_disputed_block (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0)
    fault = 'none'
    await equalsChain()
    const after = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(after).toMatch(/^galx_indexer_disputed_block 0$/m)
    expect(await scene.sql`select 1 from galx.unconfirmed_ranges`).toHaveLength(0)
  },
)

test.each(['first', 'last'] as const)(
  'two honest nodes outvote the %s of three, which is named and rests: no row is wrong, and nothing waits',
  async (place) => {
    const liar = await faulty(() => 'weights')
    const other = await faulty(() => 'none')
    const honest = `${scene.world.rpcUrl},${other.url}`
    const indexer = start(place === 'first' ? liar.url : honest, place === 'first' ? honest : liar.url)
    await equalsChain()
    await scene.world.stake(scene.world.people[0]!, 'galx', ETHER)
    await scene.world.mine()
    await equalsChain()
    expect(liar.served.get('weights')).toBeGreaterThan(0)
    expect(indexer.output()).toContain(place === 'last' ? '"kind":"outvoted"' : '"kind":"disagreement"')
    expect(await scene.sql`select 1 from galx.indexer_halt`).toHaveLength(0)
  },
)

test('a liar among three cannot halt indexing because of an honest node’s unconfirmed range', async () => {
  let others: Fault = 'http500'
  const liar = await faulty(() => (others === 'none' ? 'weights' : 'http500'))
  const honest = await faulty(() => others)
  start(scene.world.rpcUrl, `${liar.url},${honest.url}`)
  await scene.indexed()
  expect((await scene.sql`select 1 from galx.unconfirmed_ranges`).length).toBeGreaterThan(0)
  others = 'none'
  await waitFor('the confirmation', async () => {
    const rows = await scene.sql`select 1 from galx.unconfirmed_ranges`
    return rows.length === 0
  })
  expect(await scene.sql`select 1 from galx.indexer_halt`).toHaveLength(0)
  await equalsChain()
})

test('the second of two nodes cannot halt indexing because of the first node’s unconfirmed range: one answer against another decides nothing', async () => {
  let fault: Fault = 'http500'
  const liar = await faulty(() => fault)
  const indexer = start(scene.world.rpcUrl, liar.url)
  await scene.indexed()
  const unconfirmed = () => scene.sql`select 1 from galx.unconfirmed_ranges`
  expect((await unconfirmed()).length).toBeGreaterThan(0)
  fault = 'weights'
  const contradicts = 'another node contradicts a range that only one node has given'
  await indexer.saw('names who contradicts, and asks again', (output) => output.split(contradicts).length > 2)
  expect(await scene.sql`select 1 from galx.indexer_halt`).toHaveLength(0)
  expect((await unconfirmed()).length).toBeGreaterThan(0)
  fault = 'none'
  await waitFor('the confirmation', async () => (await unconfirmed()).length === 0)
  expect(indexer.child.exitCode).toBeNull()
  await equalsChain()
})

test('if a node on another fork is the only one of two that answers, indexing does not halt: the indexer waits for the other node', async () => {
  let [first, second]: Fault[] = ['none', 'none']
  const honest = await faulty(() => first!)
  const forked = await faulty(() => second!)
  const indexer = start(honest.url, forked.url)
  await scene.indexed()
  ;[first, second] = ['http500', 'otherFork']
  await scene.world.stake(scene.world.people[0]!, 'galx', ETHER)
  await scene.world.finalise()
  const mismatch = 'a finalised block does not follow the stored one'
  await indexer.saw('asks again and again', (output) => output.split(mismatch).length > 5)
  expect(await scene.sql`select 1 from galx.indexer_halt`).toHaveLength(0)
  ;[first, second] = ['none', 'none']
  await equalsChain()
})

test('a first node whose header does not have its hash is detected without others, and the second is used', async () => {
  const lie = 'forgedHeader'
  const liar = await faulty(() => lie)
  const alone = start(liar.url, null)
  await alone.saw('refuses', (output) => output.split('"kind":"forged"').length > 2)
  expect(await storedEvents()).toBe(0)
  await alone.kill()
  start(liar.url, scene.world.rpcUrl)
  await equalsChain()
  expect(liar.served.get(lie)).toBeGreaterThan(0)
})

test.each(someOf(['first of two', 'last of three'] as const, 2))(
  'a node whose plan is used up, the %s, refuses every request for logs: the others continue without it',
  async (place) => {
    const refusing = await faulty(() => 'logsRefused')
    const other = await faulty(() => 'none')
    const urls =
      place === 'first of two'
        ? [refusing.url, scene.world.rpcUrl]
        : [scene.world.rpcUrl, other.url, refusing.url]
    const indexer = start(urls[0]!, urls.slice(1).join())
    await equalsChain()
    await scene.world.stake(scene.world.people[0]!, 'galx', ETHER)
    await scene.world.mine()
    await equalsChain()
    expect(refusing.served.get('logsRefused')).toBeGreaterThan(0)
    expect(indexer.output()).toContain('"kind":"limited"')
  },
  120_000,
)

test('a node of another chain among three is named and not used, and the others continue', async () => {
  const foreign = await faulty(() => 'foreign')
  const other = await faulty(() => 'none')
  const indexer = start(scene.world.rpcUrl, `${other.url},${foreign.url}`)
  await equalsChain()
  expect(indexer.output()).toContain('"kind":"foreign"')
  expect(indexer.child.exitCode).toBeNull()
})

test('with one node left, the ranges that wait for another node stay listed', async () => {
  const port = await freePort()
  await scene.sql`
    insert into galx.unconfirmed_ranges (from_block, to_block, node, digest)
    values (7, 9, 'http://gone.node', ${`0x${'ab'.repeat(32)}`})`
  const indexer = start(scene.world.rpcUrl, null, { INDEXER_PORT: String(port) })
  await indexer.saw('follows', (output) => output.includes('range indexed'))
  await waitFor('the gauge', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return /^galx_indexer_unconfirmed_block 7$/m.test(metrics)
  })
})

test('a silent first node costs its time limit once: then it rests, and is retried in parallel with the second', async () => {
  let asked = 0
  const silent = createServer((socket) => {
    asked += 1
    socket.on('error', () => {})
  })
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  try {
    const indexer = start(url, scene.world.rpcUrl)
    await equalsChain()
    // No later request waits for the silent node.
    for (let round = 0; round < 5; round += 1) {
      await scene.world.stake(scene.world.people[0]!, 'galx', ETHER)
      await scene.world.mine()
      await scene.indexed()
    }
    expect(
      indexer.output().match(/"kind":"unreachable","node":"[^"]*","fault":"no answer in time"/g),
    ).toHaveLength(1)
    const soFar = asked
    await waitFor('the node to be asked again', () => Promise.resolve(asked > soFar))
  } finally {
    silent.close()
  }
})

test.each([
  ['as it was', 'none'],
  ['taking no range as large', 'rangeLimit'],
] as const)('ranges of one node alone are confirmed when the second is back (%s)', async (_, back) => {
  let fault: Fault = 'http500'
  const second = await faulty(() => fault)
  start(scene.world.rpcUrl, second.url)
  await scene.indexed()
  expect((await scene.sql`select 1 from galx.unconfirmed_ranges`).length).toBeGreaterThan(0)
  fault = back
  await waitFor('the confirmation', async () => {
    const rows = await scene.sql`select 1 from galx.unconfirmed_ranges`
    return rows.length === 0
  })
  await equalsChain()
})

test('a range of one node alone across the end of an epoch is fully confirmed, and halts nothing', async () => {
  const { world, sql } = scene
  // The chain gets three epochs with blocks on both sides of their ends. A new indexer reads all of them as one range.
  for (const person of world.people.slice(0, 3)) {
    const newest = Math.ceil(model.chain.timeOf(model.chain.head) / 1_000)
    await rpc(world.rpcUrl, 'evm_setNextBlockTimestamp', newest + world.deployment.epochDuration)
    await world.stake(person, 'galx', ETHER)
    await world.mine()
  }
  let fault: Fault = 'http500'
  const second = await faulty(() => fault)
  const indexer = start(world.rpcUrl, second.url)
  const tip = await scene.indexed()
  const parts = await sql<{ from: number; to: number }[]>`
    select from_block as "from", to_block as "to" from galx.unconfirmed_ranges order by from_block`
  expect(parts.length).toBeGreaterThan(3)
  expect(parts.at(-1)!.to).toBeGreaterThanOrEqual(tip)
  for (const [index, { from }] of parts.slice(1).entries()) expect(from).toBe(parts[index]!.to + 1)
  const closed = await sql`select epoch from galx.epochs`
  const shown = () => sql`select epoch from ${agreedEpochs(sql)} e`
  expect(closed.length).toBeGreaterThan(1)
  expect(await shown()).toHaveLength(0)
  fault = 'none'
  await waitFor('the confirmation', async () => {
    const rows = await sql`select 1 from galx.unconfirmed_ranges`
    return rows.length === 0
  })
  expect((await shown()).length).toBeGreaterThanOrEqual(closed.length)
  expect(await sql`select 1 from galx.indexer_halt`).toHaveLength(0)
  expect(indexer.output()).not.toContain('halted')
  await equalsChain()
})

test('a range of one node alone that another contradicts halts indexing, by name; read again, it equals the chain', async () => {
  const closed = () =>
    scene.sql<{ epoch: number; hash: string }[]>`select epoch, hash from galx.epochs order by epoch`
  let [first, second]: [Fault, Fault] = ['weights', 'http500']
  const liar = await faulty(() => first)
  const honest = await faulty(() => second)
  const indexer = start(liar.url, honest.url)
  await scene.indexed()
  second = 'none'
  first = 'none'
  expect(await indexer.exited).toBe(HALTED_EXIT_CODE)
  const [halt] = await scene.sql<{ reason: string }[]>`select reason from galx.indexer_halt`
  expect(halt!.reason).toMatch(
    /^only http:\/\/127\.0\.0\.1:\d+ gave the blocks \d+ to \d+, and .* gives other logs/,
  )
  // Epochs ended within that range, and were closed from its false logs. None was published.
  const wrong = await closed()
  expect(wrong.length).toBeGreaterThan(0)
  await wipeChain(scene.database.url, SOURCE_TABLES)
  const again = start(honest.url, scene.world.rpcUrl)
  await equalsChain()
  expect(again.output()).not.toContain('halted')
  const right = await closed()
  expect(right.slice(0, wrong.length).map(({ epoch }) => epoch)).toEqual(wrong.map(({ epoch }) => epoch))
  expect(right.slice(0, wrong.length)).not.toEqual(wrong)
})
