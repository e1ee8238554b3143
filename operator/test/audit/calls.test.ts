/** The audit's requests on a long and sparse chain: a block every 0.45 s, one of our events in 200 blocks. */
import {
  createPublicClient,
  custom,
  keccak256,
  numberToHex,
  toEventSelector,
  toHex,
  toRlp,
  type AbiEvent,
  type Hex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { ChainSource, type Node } from '../../src/audit/io/chainSource.ts'
import { createLogDecoder } from '../../src/audit/io/decode.ts'
import { LogReader } from '../../src/verify/logs.ts'

const BLOCKS = 1_000_000
const EVENT_EVERY = 200
const START = 1_700_000_000
const DAY = 86_400

function addressOf(digit: number): Hex {
  return `0x${String(digit).repeat(40)}`
}
const contracts = {
  StakingPools: { address: addressOf(1) },
  ZnVault: { address: addressOf(2) },
  NodePass: { address: addressOf(3) },
  RewardVouchers: { address: addressOf(4) },
  EpochLog: { address: addressOf(5) },
} as Deployment['contracts']
const decoder = createLogDecoder({ contracts } as Deployment)
const TRANSFER = toEventSelector(
  znVaultAbi.find(
    (item): item is AbiEvent & (typeof znVaultAbi)[number] =>
      item.type === 'event' && item.name === 'Transfer',
  )!,
)
const ZEROS: Hex = `0x${'0'.repeat(64)}`

/** Whole seconds, which two or three blocks share. Each thousandth block is four seconds late. */
function timeOf(number: number): number {
  return START + Math.floor(number * 0.45) + 4 * Math.floor(number / 1_000)
}

function headerOf(number: number) {
  const fields = {
    parentHash: keccak256(numberToHex(number)),
    sha3Uncles: ZEROS,
    miner: addressOf(6),
    stateRoot: ZEROS,
    transactionsRoot: ZEROS,
    receiptsRoot: ZEROS,
    logsBloom: `0x${'f'.repeat(512)}` as Hex,
    difficulty: '0x1',
    number: numberToHex(number),
    gasLimit: '0x1',
    gasUsed: '0x1',
    timestamp: numberToHex(timeOf(number)),
    extraData: '0x',
    mixHash: ZEROS,
    nonce: '0x0000000000000000',
  } as const
  const items = Object.entries(fields).map(([name, value]): Hex => {
    if (!['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'].includes(name)) return value as Hex
    return BigInt(value) === 0n ? '0x' : toHex(BigInt(value))
  })
  return { ...fields, hash: keccak256(toRlp(items)) }
}

/** A header of a hard fork: its hash covers a field that this version does not know. */
function forkedHeaderOf(number: number) {
  return { ...headerOf(number), forkRoot: ZEROS, hash: keccak256(toHex(`forked ${number}`)) }
}

/** @param lateBy seconds that the node adds to the times of its logs */
function sparseNode(
  name: string,
  withTimes = true,
  lateBy = 0,
  headerFor: (number: number) => { hash: Hex } = headerOf,
): Node & { calls: Record<string, number> } {
  const calls: Record<string, number> = {}
  const logsOf = ({ fromBlock, toBlock }: { fromBlock: Hex; toBlock: Hex }) => {
    const found: object[] = []
    const first = Math.ceil(Number(fromBlock) / EVENT_EVERY) * EVENT_EVERY
    for (let number = first; number <= Number(toBlock); number += EVENT_EVERY)
      found.push({
        address: addressOf(2),
        topics: [TRANSFER, ZEROS, `0x${'7'.padStart(64, '0')}`],
        logIndex: '0x0',
        data: `0x${'1'.padStart(64, '0')}`,
        blockNumber: numberToHex(number),
        transactionHash: ZEROS,
        blockHash: headerFor(number).hash,
        ...(withTimes && { blockTimestamp: numberToHex(timeOf(number) + lateBy) }),
      })
    return found
  }
  const request = ({ method, params }: { method: string; params: [unknown] }): Promise<unknown> => {
    calls[method] = (calls[method] ?? 0) + 1
    if (method === 'eth_getLogs')
      return Promise.resolve(logsOf(params[0] as { fromBlock: Hex; toBlock: Hex }))
    return Promise.resolve(headerFor(Number(params[0])))
  }
  const reader = createPublicClient({ transport: custom({ request }) })
  return { name, reader, logs: new LogReader(reader), calls }
}

async function readAll(...nodes: [Node, ...Node[]]): Promise<number> {
  const source = new ChainSource({ nodes, decoder, everyHeader: false })
  let events = 0
  for await (const read of source.events(0n, BigInt(BLOCKS - 1))) events += read.events.length
  return events
}

describe('a million blocks with five thousand events', { timeout: 120_000 }, () => {
  it('cost a single node a hundred requests for logs, and ten headers a range', async () => {
    const node = sparseNode('node')
    expect(await readAll(node)).toBe(BLOCKS / EVENT_EVERY)
    expect(node.calls.eth_getLogs).toBe(100)
    expect(node.calls.eth_getBlockByNumber).toBeLessThanOrEqual(901)
  })

  it('cost each of two nodes that agree on the times two requests a range, and one request for the newest block', async () => {
    const [one, two] = [sparseNode('one'), sparseNode('two')]
    expect(await readAll(one, two)).toBe(BLOCKS / EVENT_EVERY)
    for (const { calls } of [one, two]) expect(calls).toEqual({ eth_getLogs: 100, eth_getBlockByNumber: 101 })
  })

  it('cost a header for each event if the logs have no times', async () => {
    const node = sparseNode('node', false)
    expect(await readAll(node)).toBe(BLOCKS / EVENT_EVERY)
    expect(node.calls.eth_getBlockByNumber).toBeLessThanOrEqual(BLOCKS / EVENT_EVERY + 101)
  })

  it('are refused if the times in a node’s logs differ from the node’s headers, or from another node’s logs', async () => {
    await expect(readAll(sparseNode('node', true, 1))).rejects.toThrow(/with the time \d+; its block has \d+/)
    await expect(readAll(sparseNode('one'), sparseNode('two', true, 1))).rejects.toThrow(
      /give different logs/,
    )
  })

  it('need only a handful of headers to find the end of each day', async () => {
    const node = sparseNode('node')
    const source = new ChainSource({ nodes: [node], decoder, everyHeader: false })
    const head = await source.header(BigInt(BLOCKS - 1))
    let low = 0n
    let days = 0
    for (let end = (Math.floor(START / DAY) + 1) * DAY; end <= timeOf(BLOCKS - 1); end += DAY) {
      const first = await source.firstBlockAt(BigInt(end), low, head)
      expect(timeOf(Number(first.number))).toBeGreaterThanOrEqual(end)
      expect(timeOf(Number(first.number) - 1)).toBeLessThan(end)
      low = first.number
      days++
    }
    expect(days).toBe(6)
    expect(node.calls.eth_getBlockByNumber).toBeLessThan(15 * days)
  })
})

describe('headers whose hash covers a field that this version does not know', () => {
  const forked = (name: string) => sparseNode(name, true, 0, forkedHeaderOf)
  const read = async (
    options: Omit<ConstructorParameters<typeof ChainSource>[0], 'decoder' | 'everyHeader'>,
  ) => {
    const lines: string[] = []
    const announce = (line: string) => void lines.push(line)
    const source = new ChainSource({ ...options, decoder, everyHeader: false, announce })
    let events = 0
    for await (const found of source.events(0n, 999n)) events += found.events.length
    return { events, lines }
  }

  it('are refused from a single node, with the three remedies', async () => {
    await expect(read({ nodes: [forked('node')] })).rejects.toThrow(
      /does not know the field forkRoot of its header\. Install a version that knows the field, name a second node, or set RPC_TRUST_UNKNOWN_HEADERS=true/,
    )
  })

  it('are accepted from a trusted single node, and logged once', async () => {
    const { events, lines } = await read({ nodes: [forked('node')], trustsUnknownHeaders: true })
    expect(events).toBe(5)
    expect(lines).toEqual([
      expect.stringMatching(/The only node is trusted\. Install a version that knows the field$/),
    ])
  })

  it('are accepted from two nodes that agree, and refused from two that differ', async () => {
    const { events, lines } = await read({ nodes: [forked('one'), forked('two')] })
    expect(events).toBe(5)
    expect(lines).toEqual([
      expect.stringMatching(/The nodes agree on the hash\. Install a version that knows the field$/),
    ])
    const late = sparseNode('two', true, 0, (number) => ({
      ...forkedHeaderOf(number),
      timestamp: numberToHex(timeOf(number) + 1),
    }))
    await expect(read({ nodes: [forked('one'), late] })).rejects.toThrow(/one and two have different blocks/)
  })

  it('count as forged if every field is known', async () => {
    const node = sparseNode('node', true, 0, (number) => ({
      ...headerOf(number),
      hash: keccak256(toHex(number)),
    }))
    await expect(read({ nodes: [node], trustsUnknownHeaders: true })).rejects.toThrow(/its header has 0x/)
  })
})
