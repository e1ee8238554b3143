/** When the embedded chain makes blocks, when it saves, and how much an idle day costs, on a real node. */
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openGateway, type Gateway } from '../src/chain/gateway.ts'
import { startMiner, LIVE, type Miner, type MinerTimes } from '../src/chain/miner.ts'
import { rpc } from '../src/chain/rpc.ts'
import { startChain, type Chain } from '../src/chain/startChain.ts'

type Block = { number: string; timestamp: string; transactions: unknown[] }

const HOUR = 3_600_000
const NEVER = HOUR
const RECEIVER = '0x00000000000000000000000000000000000a11ce'

let folder: string
let stateFile: string
let chain: Chain
let miner: Miner
let gateway: Gateway
let saves: number

/** Starts a chain with an old block 0, so that the chain's time must catch up. @returns its URL */
async function live(times: Partial<MinerTimes>): Promise<string> {
  chain = await startChain({ stateFile, blockTime: 'manual' })
  saves = 0
  const save = async () => {
    await chain.save()
    saves += 1
  }
  miner = startMiner({ rpcUrl: chain.rpcUrl, save, kill: chain.kill }, { ...LIVE, idle: NEVER, ...times })
  gateway = await openGateway(0, chain.port, miner)
  return `http://127.0.0.1:${gateway.port}`
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galx-pace-'))
  stateFile = join(folder, 'state.json.gz')
})
afterEach(async () => {
  await Promise.all([gateway.stop(), miner.stop()])
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The first request of a WebSocket client. Node.js 20 has no client of its own. */
async function upgrade(url: string): Promise<Duplex> {
  const asked = request(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    },
  })
  asked.end()
  const [, socket] = (await once(asked, 'upgrade')) as [IncomingMessage, Duplex]
  return socket
}

/** A short text as a client's frame, masked with zeros. */
function frame(text: string) {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}

/** Reads directly from the node, because the gateway would keep the chain awake. */
function seen(tag: string) {
  return rpc<Block>(chain.rpcUrl, 'eth_getBlockByNumber', tag, false)
}
async function height() {
  return Number((await seen('latest')).number)
}
function untilHeight(number: number) {
  return expect.poll(height, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(number)
}

it('without requests blocks are rare and have the clock’s time, however often our own servers read', async () => {
  await live({ block: 20, idle: 2_000 })
  await untilHeight(3) // the blocks after a start
  const before = await seen('latest')
  await untilHeight(Number(before.number) + 3)
  const after = await seen('latest')
  expect(Number(after.timestamp) - Number(before.timestamp)).toBeGreaterThanOrEqual(5)
  expect(Math.abs(Date.now() / 1_000 - Number(after.timestamp))).toBeLessThan(10)
}, 120_000)

it('a client that asks after a pause gets a fresh block, and soon a final one', async () => {
  const url = await live({ block: 200 })
  await untilHeight(3)
  const { number, timestamp } = await seen('latest')
  await expect.poll(() => Date.now() / 1_000, { timeout: 10_000 }).toBeGreaterThan(Number(timestamp) + 4)
  expect((await seen('latest')).number).toBe(number)

  const asked = Math.floor(Date.now() / 1_000)
  const block = await rpc<Block>(url, 'eth_getBlockByNumber', 'latest', false)
  expect(Number(block.number)).toBe(Number(number) + 1)
  expect(Number(block.timestamp)).toBeGreaterThanOrEqual(asked)
  await expect
    .poll(async () => (await seen('finalized')).number, { timeout: 30_000, interval: 50 })
    .toBe(block.number)
  // Then the chain rests again, for the time of a hundred blocks.
  expect(await height()).toBe(Number(block.number) + 2)
}, 60_000)

it('a sent transaction is mined, final and on disk without another request, and survives a kill', async () => {
  const url = await live({ block: 100, save: 1 })
  await untilHeight(3)
  const [sender] = await rpc<string[]>(chain.rpcUrl, 'eth_accounts')
  await rpc(url, 'eth_sendTransaction', { from: sender, to: RECEIVER, value: '0x7b' })
  const balance = (tag: string) => rpc(chain.rpcUrl, 'eth_getBalance', RECEIVER, tag)
  await expect.poll(() => balance('finalized'), { timeout: 30_000, interval: 50 }).toBe('0x7b')
  await expect.poll(() => saves, { timeout: 30_000, interval: 50 }).toBeGreaterThan(0)
  process.kill(chain.pid, 'SIGKILL')
  await chain.process.ended
  await Promise.all([gateway.stop(), miner.stop()])

  await live({})
  expect(await balance('latest')).toBe('0x7b')
}, 60_000)

it('a transaction that arrives later than a block after its request is mined without another request', async () => {
  await live({ block: 20 })
  await untilHeight(3)
  const late = createServer((client) => {
    const node = connect(chain.port, '127.0.0.1')
    // A slow connection: ten blocks pass until the request arrives.
    client.on('data', (chunk) => setTimeout(() => node.write(chunk), 200))
    node.pipe(client)
    for (const socket of [client, node]) socket.on('error', () => {})
    client.on('close', () => node.destroy())
  })
  late.listen(0, '127.0.0.1')
  await once(late, 'listening')
  const slow = await openGateway(0, (late.address() as AddressInfo).port, miner)
  try {
    const [sender] = await rpc<string[]>(chain.rpcUrl, 'eth_accounts')
    const url = `http://127.0.0.1:${slow.port}`
    await rpc(url, 'eth_sendTransaction', { from: sender, to: RECEIVER, value: '0x1' })
    const mined = () => rpc(chain.rpcUrl, 'eth_getBalance', RECEIVER, 'latest')
    await expect.poll(mined, { timeout: 30_000, interval: 20 }).toBe('0x1')
  } finally {
    await slow.stop()
    late.close()
  }
}, 60_000)

it('requests still get fresh blocks, and their transactions are saved, after the machine’s clock was set back', async () => {
  const url = await live({ block: 100, save: 1 })
  await untilHeight(3)
  const now = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - HOUR)
  const before = await height()
  const [sender] = await rpc<string[]>(chain.rpcUrl, 'eth_accounts')
  const ask = async () => {
    await rpc(url, 'eth_sendTransaction', { from: sender, to: RECEIVER, value: '0x1' })
    return (await height()) - before
  }
  try {
    for (let asked = 0; asked < 400 && (await ask()) < 5; asked += 1);
    expect(await height()).toBeGreaterThanOrEqual(before + 5)
    await vi.waitUntil(() => saves > 0, 30_000)
  } finally {
    clock.mockRestore()
  }
}, 60_000)

it('with automatic blocks disabled a transaction stays pending until a block is requested', async () => {
  const url = await live({ block: 20, idle: 100 })
  await untilHeight(3)
  const [sender] = await rpc<string[]>(chain.rpcUrl, 'eth_accounts')
  await rpc(url, 'evm_setAutomine', false)
  const held = await height()
  await rpc(url, 'eth_sendTransaction', { from: sender, to: RECEIVER, value: '0x7b' })
  const began = Date.now()
  await expect
    .poll(() => rpc(url, 'eth_blockNumber').then(() => Date.now() - began), { timeout: 30_000, interval: 10 })
    .toBeGreaterThan(500)
  expect(await height()).toBe(held)

  await rpc(url, 'anvil_mine', '0x1')
  expect(await rpc(chain.rpcUrl, 'eth_getBalance', RECEIVER, 'latest')).toBe('0x7b')
  await untilHeight(held + 4)
}, 60_000)

it('empty blocks are not saved each time, but a change without a transaction is', async () => {
  const url = await live({ block: 10, save: 1, saveEmpty: NEVER })
  await expect
    .poll(() => rpc<string>(url, 'eth_blockNumber').then(Number), { timeout: 30_000 })
    .toBeGreaterThan(20)
  expect(saves).toBe(0)
  await rpc(url, 'anvil_setBalance', RECEIVER, '0x5')
  await expect.poll(() => saves, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0)
}, 60_000)

it('a request in pieces and an answer of a megabyte arrive complete', async () => {
  const url = await live({ block: 10 })
  const code = `0x${'5b'.repeat(500_000)}`
  await rpc(url, 'anvil_setCode', RECEIVER, code)
  expect(await rpc(url, 'eth_getCode', RECEIVER, 'latest')).toBe(code)
}, 60_000)

it('WebSocket works too', async () => {
  const url = await live({ block: 50 })
  const socket = await upgrade(url)
  let heard = ''
  socket.on('data', (part: Buffer) => (heard += part.toString('latin1')))
  socket.write(frame('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}'))
  await expect.poll(() => heard, { timeout: 30_000 }).toContain('"method":"eth_subscription"')
  socket.destroy()
}, 60_000)

it('an idle day adds less than a megabyte, and a page that is open all day less than ten', async () => {
  await live({})
  await chain.save()
  const size = () => ({
    disk: statSync(stateFile).size,
    memory: gunzipSync(readFileSync(stateFile)).length,
  })
  const added = async (blocks: number, seconds: number) => {
    const start = size()
    await rpc(chain.rpcUrl, 'anvil_mine', `0x${blocks.toString(16)}`, `0x${seconds.toString(16)}`)
    const began = Date.now()
    await chain.save()
    const { disk, memory } = size()
    console.log(
      `${blocks} blocks: ${((disk - start.disk) / 1e6).toFixed(2)} MB more on disk (${((memory - start.memory) / 1e6).toFixed(1)} MB unpacked), a save takes ${Date.now() - began} ms`,
    )
    return disk - start.disk
  }
  const day = 86_400_000
  expect(await added(day / LIVE.idle, LIVE.idle / 1_000)).toBeLessThan(1e6)
  // The app asks every three seconds. A day's blocks keep a core busy for half a minute: at night (THOROUGH=1) all are made, by day a tenth.
  const parts = process.env.THOROUGH === '1' ? 1 : 10
  expect(await added(day / 3_000 / parts, 3)).toBeLessThan(10e6 / parts)
}, 120_000)

it('a node that hangs is ended, so that its owner can report it', async () => {
  await live({ answer: 1_000 })
  process.kill(chain.pid, 'SIGSTOP')
  const asked = miner.asked()
  expect((await chain.process.ended).signal).toBe('SIGKILL')
  await asked
}, 60_000)
