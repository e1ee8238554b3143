/** The day of a hard fork: headers have a hashed field that this version does not know. Who signs, and who waits. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '@galx/stack/process/freePort'
import { ETHER, startChainWorld, type ChainWorld } from '../support/chainWorld.ts'
import { startFaultyNode, type Fault } from '../support/faultyNode.ts'
import type { IndexerProcess } from '../support/indexerProcess.ts'
import { waitFor } from '../support/wait.ts'
import { startSignerScene, type SignerScene } from './signerScene.ts'

let world: ChainWorld
let fault: Fault = 'none'
let nodes: { url: string; stop(): Promise<void> }[] = []
/** an installation with two nodes, and an installation with one */
let two: SignerScene
let one: SignerScene
let indexerOfOne: IndexerProcess
let port: number

beforeAll(async () => {
  world = await startChainWorld(3)
  const [inviter, member] = world.people
  await world.stake(inviter!, 'galx', 10n * ETHER)
  await world.stake(member!, 'galx', 7n * ETHER, inviter)
  await world.mine()
  nodes = await Promise.all([1, 2].map(() => startFaultyNode(world.rpcUrl, () => fault)))
  ;[two, one] = [await startSignerScene(0, world), await startSignerScene(0, world)]
  port = await freePort()
  const both = { RPC_URL: nodes.map(({ url }) => url).join() }
  two.start({ ...both, INDEXER_PORT: String(port) })
  two.startSigner(both)
  indexerOfOne = one.start({ RPC_URL: nodes[0]!.url })
  one.startSigner({ RPC_URL: nodes[0]!.url })
}, 240_000)
afterAll(async () => {
  await Promise.all([two?.stop(), one?.stop()])
  await Promise.all(nodes.map((node) => node.stop()))
  await world?.stop()
})

async function isClosed(scene: SignerScene, epoch: number): Promise<boolean> {
  return (await scene.sql`select from galx.epochs where epoch = ${epoch}`).length > 0
}
async function isSigned(scene: SignerScene, epoch: number): Promise<boolean> {
  return (await scene.sql`select from galx.vouchers where epoch = ${epoch}`).length > 0
}

/** Waits for the epoch's closing, gives verdicts that agree, and expects signed vouchers. */
async function signs(scene: SignerScene, epoch: number): Promise<void> {
  await waitFor(`epoch ${epoch} to be closed`, () => isClosed(scene, epoch), 110_000)
  await scene.giveVerdicts()
  await scene.signedUpTo(epoch)
  expect(await isSigned(scene, epoch)).toBe(true)
}

async function unknownHeaders(): Promise<string | undefined> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return /^galx_indexer_unknown_headers (\d)$/m.exec(metrics)?.[1]
}

test('before the fork, an installation with two nodes signs, and so does one with a single node', async () => {
  const epoch = await two.passEnds(1)
  await signs(two, epoch)
  await signs(one, epoch)
  expect(await unknownHeaders()).toBe('0')
}, 300_000)

test('after the fork, two nodes that agree are enough to sign, and the alert’s metric says that headers cannot be computed', async () => {
  fault = 'unknownField'
  const epoch = await two.passEnds(1)
  await signs(two, epoch)
  expect(await unknownHeaders()).toBe('1')
}, 300_000)

test('after the fork, a single node is not believed: nothing is signed, even where everybody else has published', async () => {
  const [published] = await two.sql<{ epoch: number }[]>`select max(epoch) as epoch from galx.vouchers`
  const { epoch } = published!
  await indexerOfOne.saw('refuses the header', (output) => output.includes('"kind":"unknownHeader"'))
  await one.giveVerdicts()
  await one.stopped('indexing', /is not closed/)
  expect(await isClosed(one, epoch)).toBe(false)
  expect(await isSigned(one, epoch)).toBe(false)
}, 240_000)

test('a single node is believed once RPC_TRUST_UNKNOWN_HEADERS is set, and its epochs are signed', async () => {
  await indexerOfOne.stop()
  one.start({ RPC_URL: nodes[0]!.url, RPC_TRUST_UNKNOWN_HEADERS: 'true' })
  await signs(one, await one.passEnds(1))
}, 300_000)
