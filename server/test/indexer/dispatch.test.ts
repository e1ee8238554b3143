/**
 * Several contracts emit events with the same topic. The answer of a real node for one range goes through the indexer's own reading, and each log
 * must reach only the decoder of its contract.
 */
import {
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  numberToHex,
  parseAbi,
  parseEther,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { fetchRange, type BlockRange } from '../../src/chain/rpc/fetchRange.ts'
import { jsonRpc, type Ask } from '../../src/chain/rpc/jsonRpc.ts'
import { logQuery } from '../../src/chain/rpc/logQuery.ts'
import { NodeLimits } from '../../src/chain/rpc/nodeLimits.ts'
import { readLogs } from '../../src/chain/rpc/shapes.ts'
import { decodeRange } from '../../src/indexer/engine/batch.ts'
import { InconsistentEventsError } from '../../src/ledger/source.ts'
import { sourcesOf } from '../../src/indexer/sources.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'

const SOURCES = sourcesOf(PAPER_DEPLOYMENT)
const { contracts, tokens } = PAPER_DEPLOYMENT
const FOREIGN = `0x${'f0'.repeat(20)}`
const ALICE = `0x${'a1'.repeat(20)}`
const BOB = `0x${'b2'.repeat(20)}`

/** Emits a log with three topics, which are the first three words of the call. The rest of the call is the log's data. */
const EMITTER = '0x60603603806060600037604035602035600035836000a300'

const claimed = parseAbi(['event Claimed(uint256 indexed number, address indexed account, uint256 amount)'])
const transfer = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 amount)'])

function callOf(topics: readonly unknown[], amount: bigint): Hex {
  const data = encodeAbiParameters([{ type: 'uint256' }], [amount])
  return `0x${[...topics, data].map((word) => (word as Hex).slice(2)).join('')}`
}
function claim(number: bigint, amount: bigint): Hex {
  const args = { number, account: getAddress(ALICE) }
  return callOf(encodeEventTopics({ abi: claimed, eventName: 'Claimed', args }), amount)
}
function send(from: string, to: string, amount: bigint): Hex {
  const args = { from: getAddress(from), to: getAddress(to) }
  return callOf(encodeEventTopics({ abi: transfer, eventName: 'Transfer', args }), amount)
}

let chain: Chain
let range: BlockRange

/** A node that also returns the foreign address's logs, whichever addresses are requested. */
function generous(ask: Ask): Ask {
  const widened = (filter: { address?: string | string[] }) => ({
    ...filter,
    address: [filter.address ?? [], FOREIGN].flat(),
  })
  return (calls, signal) =>
    ask(
      calls.map(({ method, params }) => ({
        method,
        params: method === 'eth_getLogs' ? [widened(params[0] as object)] : params,
      })),
      signal,
    )
}

beforeAll(async () => {
  chain = await startChain({ blockTime: 'manual' })
  const [from] = await rpc<string[]>(chain.rpcUrl, 'eth_accounts')
  const emitted: [address: string, call: Hex][] = [
    [contracts.StakingPools.address, claim(3n, 11n)],
    [contracts.RewardVouchers.address, claim(3n, 12n)],
    [FOREIGN, claim(3n, 13n)],
    // The indexer reads this contract too, but not for this event.
    [contracts.Levels.address, claim(3n, 14n)],
    [contracts.ZnVault.address, send(ALICE, BOB, parseEther('1'))],
    [tokens.AAA.address, send(ALICE, contracts.AaaFund.address, parseEther('2'))],
    // The indexer reads a transfer of the token only if the fund receives it.
    [tokens.AAA.address, send(ALICE, BOB, parseEther('3'))],
    [FOREIGN, send(ALICE, contracts.AaaFund.address, parseEther('4'))],
  ]
  for (const address of new Set(emitted.map(([to]) => to)))
    await rpc(chain.rpcUrl, 'anvil_setCode', address, EMITTER)
  for (const [to, data] of emitted)
    await rpc(chain.rpcUrl, 'eth_sendTransaction', { from, to, data, gas: numberToHex(200_000) })
  await rpc(chain.rpcUrl, 'evm_mine')
  const ask = jsonRpc(chain.rpcUrl, 30_000)
  const [given] = await ask(
    [{ method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: '0x1' }] }],
    AbortSignal.timeout(30_000),
  )
  // The chain has all emitted logs, so a log that is missing below was removed by the indexer's reading.
  expect(readLogs(given).map(({ address }) => address)).toEqual(emitted.map(([address]) => address))
  const node = { ask: generous(ask), limits: new NodeLimits() }
  const question = { from: 0, to: 1, withParent: false, trustsTimes: false }
  range = await fetchRange(node, logQuery(SOURCES), question, AbortSignal.timeout(30_000))
})
afterAll(() => chain?.stop())

it('logs with the same topic reach the decoder of their own contract, and those of other contracts reach none', async () => {
  const events = await decodeRange(range, SOURCES)
  expect(events.map(({ source, event }) => [source.name, event])).toMatchObject([
    ['StakingPools', { logIndex: 0, kind: 'claim', pool: 3n, account: ALICE, amount: 11n }],
    ['RewardVouchers', { logIndex: 1, kind: 'claimed', program: 3n, account: ALICE, amount: 12n }],
    ['ZnVault', { logIndex: 4, kind: 'transfer', from: ALICE, to: BOB, shares: parseEther('1') }],
    ['AAA to AaaFund', { logIndex: 5, from: ALICE, amount: parseEther('2') }],
  ])
})

it('a log of an unknown address is refused, even if a source knows its topic', async () => {
  const [first] = range.logs
  const logs = [...range.logs, { ...first!, address: FOREIGN }]
  await expect(decodeRange({ ...range, logs }, SOURCES)).rejects.toThrow(InconsistentEventsError)
})
