/** The state that the embedded chain keeps across restarts. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rpc } from '../src/chain/rpc.ts'
import { startChain, type Chain } from '../src/chain/startChain.ts'
import { adoptPlainState, ChainStateDamagedError } from '../src/chain/stateFile.ts'

type Block = { number: string; hash: string; parentHash: string; timestamp: string; requestsHash?: string }
type SavedState = { blocks: { header: { number: string; timestamp: string } }[] }

const RECEIVER = '0x00000000000000000000000000000000000a11ce'
const BLOCK_HASHES = '0x0000F90827F1C53a10cb7A02335B175320002935'

let folder: string
let stateFile: string
let chain: Chain | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galx-chain-'))
  stateFile = join(folder, 'state.json.gz')
})
afterEach(async () => {
  await chain?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function block(tag: string) {
  return rpc<Block>(chain!.rpcUrl, 'eth_getBlockByNumber', tag, false)
}
function saved() {
  return JSON.parse(gunzipSync(readFileSync(stateFile)).toString()) as SavedState
}
function savedZeros() {
  return saved().blocks.filter(({ header }) => Number(header.number) === 0)
}

it('three restarts in a row keep the hash of block 0, and the state contains one block 0', async () => {
  chain = await startChain({ stateFile, blockTime: 'manual', timestamp: 1_700_000_000 })
  const first = await block('0x0')
  const [sender] = await rpc<string[]>(chain.rpcUrl, 'eth_accounts')
  for (let restart = 1; restart <= 3; restart += 1) {
    await rpc(chain.rpcUrl, 'eth_sendTransaction', { from: sender, to: RECEIVER, value: '0x1' })
    await rpc(chain.rpcUrl, 'evm_mine')
    const tip = await block('latest')
    await chain.stop()
    expect(savedZeros(), `after stop ${restart}`).toHaveLength(1)

    chain = await startChain({ stateFile, blockTime: 'manual' })
    expect((await block('0x0')).hash).toBe(first.hash)
    expect((await block('0x1')).parentHash).toBe(first.hash)
    expect(await block('latest')).toMatchObject({ number: tip.number, hash: tip.hash })
    expect(await rpc(chain.rpcUrl, 'eth_getBalance', RECEIVER, 'latest')).toBe(`0x${restart}`)
  }
}, 60_000)

it('a transaction may request 16 777 216 gas and no more, and a read any amount', async () => {
  chain = await startChain({ blockTime: 'manual' })
  const { rpcUrl } = chain
  const [from] = await rpc<string[]>(rpcUrl, 'eth_accounts')
  const asking = (gas: number) => ({ from, to: RECEIVER, gas: `0x${gas.toString(16)}` })
  await expect(rpc(rpcUrl, 'eth_sendTransaction', asking(16_777_217))).rejects.toThrow('tx_gas_limit_cap')
  const hash = await rpc<string>(rpcUrl, 'eth_sendTransaction', asking(16_777_216))
  await rpc(rpcUrl, 'evm_mine')
  expect(await rpc(rpcUrl, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(await rpc(rpcUrl, 'eth_call', asking(30_000_000), 'latest')).toBe('0x')
})

it('the chain counts leading zeros (Osaka) and keeps no hashes of earlier blocks', async () => {
  chain = await startChain({ stateFile, blockTime: 'manual' })
  // The code returns the number of leading zeros of 1 (CLZ).
  await rpc(chain.rpcUrl, 'anvil_setCode', RECEIVER, '0x60011e5f5260205ff3')
  expect(Number(await rpc(chain.rpcUrl, 'eth_call', { to: RECEIVER }, 'latest'))).toBe(255)
  const kept = () => rpc<string>(chain!.rpcUrl, 'eth_getStorageAt', BLOCK_HASHES, '0x1', 'latest')
  for (let start = 1; start <= 2; start += 1) {
    await rpc(chain.rpcUrl, 'anvil_mine', '0x5')
    expect(Number(await kept())).toBe(0)
    await chain.stop()
    chain = await startChain({ stateFile, blockTime: 'manual' })
  }
}, 60_000)

it('a chain of an older version keeps its block 0 and its rules', async () => {
  writeFileSync(`${stateFile}.genesis`, '1700000000')
  chain = await startChain({ stateFile, blockTime: 'manual' })
  const first = await block('0x0')
  expect(first).toMatchObject({ timestamp: '0x6553f100' })
  expect(first.requestsHash).toBeUndefined()
  await rpc(chain.rpcUrl, 'evm_mine')
  await chain.stop()
  chain = await startChain({ stateFile, blockTime: 'manual' })
  expect(await block('0x0')).toEqual(first)
  expect(savedZeros()).toHaveLength(1)
}, 60_000)

it('the state on disk at a kill of the node is there at the next start, with the same block 0', async () => {
  chain = await startChain({ stateFile, blockTime: 'manual' })
  const first = await block('0x0')
  for (let kill = 1; kill <= 3; kill += 1) {
    const [sender] = await rpc<string[]>(chain.rpcUrl, 'eth_accounts')
    await rpc(chain.rpcUrl, 'eth_sendTransaction', { from: sender, to: RECEIVER, value: '0x1' })
    await rpc(chain.rpcUrl, 'evm_mine')
    await chain.save()
    process.kill(chain.pid, 'SIGKILL')
    await chain.process.ended
    chain = await startChain({ stateFile, blockTime: 'manual' })
    expect((await block('0x0')).hash).toBe(first.hash)
    expect(await rpc(chain.rpcUrl, 'eth_getBalance', RECEIVER, 'latest')).toBe(`0x${kill}`)
    expect(savedZeros()).toHaveLength(1)
  }
}, 60_000)

it('an interrupted save leaves the old state', async () => {
  chain = await startChain({ stateFile, blockTime: 'manual' })
  await rpc(chain.rpcUrl, 'evm_mine')
  await chain.stop()
  writeFileSync(`${stateFile}.unfinished`, 'half of it')
  chain = await startChain({ stateFile, blockTime: 'manual' })
  expect((await block('latest')).number).toBe('0x1')
  await chain.save()
  expect(existsSync(`${stateFile}.unfinished`)).toBe(false)
}, 60_000)

it.each([
  ['not a compressed file', Buffer.from('no state')],
  ['half of the JSON', gzipSync('{"accounts": {')],
  ['other JSON', gzipSync('null')],
])('a state that is %s is refused in one line', async (_, bytes) => {
  writeFileSync(stateFile, bytes)
  const error = await startChain({ stateFile }).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(ChainStateDamagedError)
  expect((error as Error).message).toMatch(/^The chain's state .*state\.json\.gz is damaged: [^\n'/]+$/)
})

it('a damaged file beside the state is refused in one line', async () => {
  writeFileSync(`${stateFile}.genesis`, 'no time')
  await expect(startChain({ stateFile })).rejects.toThrow(
    `The chain's state ${stateFile}.genesis is damaged: it does not contain the time of block 0`,
  )
})

it('a state in plain JSON of an older version is taken over', async () => {
  chain = await startChain({ stateFile, blockTime: 'manual' })
  await rpc(chain.rpcUrl, 'evm_mine')
  const tip = await block('latest')
  await chain.stop()
  const plain = stateFile.replace('.gz', '')
  writeFileSync(plain, gunzipSync(readFileSync(stateFile)))
  writeFileSync(`${plain}.genesis`, readFileSync(`${stateFile}.genesis`))
  for (const path of [stateFile, `${stateFile}.genesis`]) rmSync(path)

  adoptPlainState(stateFile)
  chain = await startChain({ stateFile, blockTime: 'manual' })
  expect(await block('latest')).toMatchObject({ number: tip.number, hash: tip.hash })
}, 60_000)

it('a node that hangs is killed without a wait, and its last state stays on disk', async () => {
  chain = await startChain({ stateFile, blockTime: 'manual' })
  await rpc(chain.rpcUrl, 'evm_mine')
  await chain.save()
  const last = readFileSync(stateFile)
  process.kill(chain.pid, 'SIGSTOP')
  await chain.stop()
  expect((await chain.process.ended).signal).toBe('SIGKILL')
  expect(readFileSync(stateFile)).toEqual(last)
}, 60_000)
