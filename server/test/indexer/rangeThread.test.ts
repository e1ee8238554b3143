/** Ranges read by a thread: the same as this thread reads, its faults, and what is left when it ends. */
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RpcFault } from '../../src/chain/rpc/fault.ts'
import { digestOf, type BlockRange } from '../../src/chain/rpc/fetchRange.ts'
import { jsonRpc } from '../../src/chain/rpc/jsonRpc.ts'
import { packRange, unpackRange } from '../../src/chain/rpc/packedRange.ts'
import { readHere, type RangeReaders } from '../../src/chain/rpc/rangeReader.ts'
import { readInThread } from '../../src/chain/rpc/rangeThread.ts'
import { sourcesOf } from '../../src/indexer/sources.ts'
import { transactAtRandom, startChainWorld, type ChainWorld } from '../support/chainWorld.ts'
import { startFaultyNode, type Fault } from '../support/faultyNode.ts'
import { chance, waitFor } from '../support/wait.ts'

const PROGRAM = pathToFileURL(join(dirname(process.env.TEST_SERVER_PROGRAM!), 'rangeWorker.js'))
const never = new AbortController().signal

let world: ChainWorld
let tip: number
let fault: Fault = 'none'
let node: Awaited<ReturnType<typeof startFaultyNode>>
const started: RangeReaders[] = []

beforeAll(async () => {
  world = await startChainWorld(4)
  const dice = chance(3)
  for (let block = 0; block < 20; block += 1) await transactAtRandom(world, dice, 5)
  tip = await world.finalise()
  node = await startFaultyNode(world.rpcUrl, () => fault)
}, 120_000)
afterAll(async () => {
  await Promise.all(started.map((readers) => readers.stop()))
  await node?.stop()
  await world?.stop()
})

function nobody(): Promise<never> {
  return Promise.reject(new Error('this thread asks nobody'))
}

function start(url: string, timeout = 10_000, program = PROGRAM, megabytes?: number) {
  const read = readInThread([{ name: 'node', url }], timeout, program, megabytes)
  const readers = read(sourcesOf(world.deployment))
  started.push(readers)
  return readers.of({ name: 'node', ask: nobody })
}

function plain({ logs, headers, ...range }: BlockRange) {
  const ofBlocks = headers.map(({ number, hash, parentHash, timestamp }) => ({
    number,
    hash,
    parentHash,
    timestamp,
  }))
  return { ...range, headers: ofBlocks, logs: [...logs] }
}

test('a thread reads what this thread reads, in any pieces, and the same digest', async () => {
  const here = readHere(sourcesOf(world.deployment)).of({ name: 'node', ask: jsonRpc(world.rpcUrl, 10_000) })
  const there = start(world.rpcUrl)
  const { deployBlock } = world.deployment
  const whole = await there.range(deployBlock, tip, never)
  expect(whole.logs.length).toBeGreaterThan(50)
  expect(plain(whole)).toEqual(plain(await here.range(deployBlock, tip, never)))
  // Gone through again, the logs are the same.
  expect([...whole.logs]).toEqual([...whole.logs])
  expect(digestOf(whole.headers.at(-1)!.hash, whole.logs)).toBe(await there.digest(deployBlock, tip, never))
  const middle = Math.floor((deployBlock + tip) / 2)
  const [first, second] = await Promise.all([
    there.range(deployBlock, middle, never),
    there.range(middle + 1, tip, never),
  ])
  expect([...first.logs, ...second.logs]).toEqual([...whole.logs])
})

test('a fault of the node keeps its kind, and how long the node asks us to wait', async () => {
  const reader = start(node.url)
  const impatient = start(node.url, 300)
  const { deployBlock } = world.deployment
  for (const [served, kind] of [
    ['http429', 'limited'],
    ['http500', 'refused'],
    ['silent', 'unreachable'],
    ['forgedHeader', 'forged'],
  ] as const) {
    fault = served
    const asked = served === 'silent' ? impatient : reader
    const met = await asked.range(deployBlock, tip, never).catch((error: unknown) => error)
    expect(met, served).toBeInstanceOf(RpcFault)
    expect((met as RpcFault).kind, served).toBe(kind)
    if (served === 'http429') expect((met as RpcFault).retryAfter).toBe(0)
  }
  fault = 'none'
  expect((await reader.range(deployBlock, tip, never)).logs.length).toBeGreaterThan(50)
})

test('a question that is given up ends at once, though the node is silent', async () => {
  fault = 'silent'
  const reader = start(node.url, 60_000)
  const ending = new AbortController()
  const before = node.served.get('silent') ?? 0
  const asked = reader.range(world.deployment.deployBlock, tip, ending.signal)
  const refused = expect(asked).rejects.toThrow()
  await waitFor('the node to be asked', () => Promise.resolve((node.served.get('silent') ?? 0) > before))
  ending.abort()
  await refused
  fault = 'none'
})

test('a thread that ends is a node that does not answer, and the next question starts another one', async () => {
  const ends = new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(3))`,
  )
  const reader = start(world.rpcUrl, 1_000, ends)
  for (let round = 0; round < 2; round += 1) {
    const met = await reader.range(1, 2, never).catch((error: unknown) => error)
    expect(met).toMatchObject({ name: 'RpcFault', kind: 'unreachable' })
    expect((met as Error).message).toContain('code 3')
  }
})

test('a thread that needs more memory than it has ends alone', async () => {
  const greedy = new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (const all = [];;) all.push(new Array(100000).fill(1.5)) })`,
  )
  // To fill a gigabyte takes half a minute.
  const met = await start(world.rpcUrl, 1_000, greedy, 160)
    .range(1, 2, never)
    .catch((error: unknown) => error)
  expect(met).toMatchObject({ name: 'RpcFault', kind: 'unreachable' })
  expect((met as Error).message).toContain('memory limit')
}, 120_000)

test('a thread that ends fails nothing that another node is asked', async () => {
  const mixed = new URL(
    `data:text/javascript,import { parentPort, workerData } from 'node:worker_threads'; const asked = []; parentPort.on('message', ({ id }) => { if (workerData.url === 'ends') process.exit(3); asked.push(id); if (asked.length === 2) for (const one of asked) parentPort.postMessage({ id: one, digest: workerData.url }) })`,
  )
  const nodes = ['ends', 'honest'].map((name) => ({ name, url: name }))
  const readers = readInThread(nodes, 1_000, mixed)(sourcesOf(world.deployment))
  started.push(readers)
  const [ends, honest] = nodes.map(({ name }) => readers.of({ name, ask: nobody }))
  const first = honest!.digest(1, 2, never)
  await expect(ends!.digest(1, 2, never)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(await Promise.all([first, honest!.digest(3, 4, never)])).toEqual(['honest', 'honest'])
})

test('logs of any shape are the same packed and unpacked', () => {
  const hash = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  const log = fc.record({
    address: fc.constantFrom(`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`),
    blockNumber: fc.integer({ min: 7, max: 9 }),
    logIndex: fc.nat(),
    transactionHash: hash,
    topics: fc.array(hash, { maxLength: 4 }),
    data: fc.array(hash, { maxLength: 6 }).map((words) => `0x${words.map((word) => word.slice(2)).join('')}`),
  })
  fc.assert(
    fc.property(fc.array(log), fc.array(hash, { minLength: 4, maxLength: 4 }), (logs, hashes) => {
      const headers = [7, 8, 9].map((number, index) => ({
        ...{ number, hash: hashes[index + 1]!, parentHash: hashes[index]!, timestamp: number },
      }))
      const range = {
        ...{ from: 7, to: 9, headers },
        logs: logs.map((one) => ({ ...one, blockHash: hashes[one.blockNumber - 6]! })),
      }
      expect(plain(unpackRange(structuredClone(packRange(range))))).toEqual(range)
    }),
  )
})
