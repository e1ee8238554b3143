/**
 * A node in a separate process that serves the epoch of auditedEpoch.ts over HTTP as raw logs. Each second with changes has one block, and the
 * block's hash is the hash of its header. Sends its address and the blocks to its parent process.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  keccak256,
  numberToHex,
  toEventSelector,
  toRlp,
  type Abi,
  type AbiEvent,
  type Address,
  type Hex,
} from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { AuditEvent } from '@galx/operator/audit/events'
import { auditedEpoch, AUDITED_CONTRACTS, CHAIN_ID, DAY, EPOCH } from './auditedEpoch.ts'

/** The epoch's blocks are those from `first` to `last`. Earlier blocks contain the preparation. */
export type AuditedNode = { url: string; first: number; last: number }

/** The greatest number of logs in a block before the epoch. */
const PREPARED_AT_ONCE = 20
/** A bloom filter that excludes nothing. The audit hashes and tests it like any other. */
const BLOOM: Hex = `0x${'f'.repeat(512)}`
const ZEROS: Hex = `0x${'0'.repeat(64)}`

type Args = Readonly<Record<string, bigint | Address>>

function logOf(event: AuditEvent): [contract: keyof typeof AUDITED_CONTRACTS, name: string, args: Args] {
  switch (event.kind) {
    case 'staked': {
      const { pool, account, position, amount, weight, inviter } = event
      return [
        'StakingPools',
        'Staked',
        { pool, account, position, amount, pairAmount: 0n, tier: 0n, weight, inviter },
      ]
    }
    case 'boostSynced':
      return [
        'StakingPools',
        'BoostSynced',
        { pool: event.pool, account: event.account, boostBps: 10_000n, weight: event.weight },
      ]
    case 'sharesMoved':
      return ['ZnVault', 'Transfer', { from: event.from, to: event.to, value: event.amount }]
    case 'passMoved':
      return ['NodePass', 'Transfer', { from: event.from, to: event.to, tokenId: event.id }]
    case 'unbondingStarted':
      return ['NodePass', 'UnbondingStarted', { id: event.id, until: 0n }]
    case 'unbondingCancelled':
      return ['NodePass', 'UnbondingCancelled', { id: event.id }]
    case 'programCreated': {
      const { program, budgetPerEpoch, start } = event
      return [
        'RewardVouchers',
        'ProgramCreated',
        { program, token: AUDITED_CONTRACTS.ZnVault, budgetPerEpoch, start },
      ]
    }
    case 'funded':
      return [
        'RewardVouchers',
        'Funded',
        { program: event.program, funder: AUDITED_CONTRACTS.ZnVault, amount: event.amount },
      ]
    default:
      throw new Error(`the benchmark has no event ${event.kind}`)
  }
}

const ABIS: Readonly<Record<keyof typeof AUDITED_CONTRACTS, Abi>> = {
  StakingPools: stakingPoolsAbi,
  ZnVault: znVaultAbi,
  NodePass: nodePassAbi,
  RewardVouchers: rewardVouchersAbi,
  EpochLog: epochLogAbi,
}
const known = new Map<string, { inputs: AbiEvent['inputs']; selector: Hex }>()

/** @returns the beginning of a log as JSON: address, topics, data */
function textOf(event: AuditEvent): string {
  const [contract, name, args] = logOf(event)
  const key = `${contract}.${name}`
  let shape = known.get(key)
  if (!shape) {
    const found = ABIS[contract].find((item) => item.type === 'event' && item.name === name) as AbiEvent
    known.set(key, (shape = { inputs: found.inputs, selector: toEventSelector(found) }))
  }
  const words = shape.inputs.map((input) => BigInt(args[input.name!]!).toString(16).padStart(64, '0'))
  const topics = [
    shape.selector,
    ...words.filter((_, index) => shape.inputs[index]!.indexed).map((word) => `0x${word}`),
  ]
  const data = words.filter((_, index) => !shape.inputs[index]!.indexed).join('')
  return `{"address":"${AUDITED_CONTRACTS[contract]}","topics":${JSON.stringify(topics)},"data":"0x${data}"`
}

type Block = { header: string; hash: Hex; logs: string[] }
const blocks: Block[] = []

function addBlock(time: number, logs: string[]): void {
  const number = blocks.length
  const fields = {
    parentHash: blocks.at(-1)?.hash ?? ZEROS,
    sha3Uncles: ZEROS,
    miner: AUDITED_CONTRACTS.ZnVault,
    stateRoot: ZEROS,
    transactionsRoot: ZEROS,
    receiptsRoot: ZEROS,
    logsBloom: BLOOM,
    difficulty: '0x1',
    number: numberToHex(number),
    gasLimit: '0x1',
    gasUsed: '0x1',
    timestamp: numberToHex(time),
    extraData: '0x',
    mixHash: ZEROS,
    nonce: '0x0000000000000000',
  } as const
  // A header is hashed with numbers that have no leading zeros. The number 0 has no bytes.
  const items = Object.entries(fields).map(([name, value]): Hex => {
    if (!['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'].includes(name)) return value as Hex
    const digits = BigInt(value).toString(16)
    return digits === '0' ? '0x' : `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`
  })
  const hash = keccak256(toRlp(items, 'bytes'))
  blocks.push({ header: JSON.stringify({ ...fields, hash, transactions: [] }), hash, logs })
}

const { preparation, changes } = auditedEpoch(Number(process.argv[2]))
addBlock((EPOCH - 1) * DAY - 1, [])
function addBlocks(events: Iterable<AuditEvent>, most: number): void {
  let [time, logs]: [number, string[]] = [0, []]
  const end = () => {
    if (logs.length > 0) addBlock(time, logs)
    logs = []
  }
  for (const event of events) {
    if (event.time !== time || logs.length === most) end()
    time = event.time
    logs.push(textOf(event))
  }
  end()
}
addBlocks(preparation(), PREPARED_AT_ONCE)
const first = blocks.length
addBlocks(changes(), Number.POSITIVE_INFINITY)
const last = blocks.length - 1
addBlock((EPOCH + 1) * DAY, [])

type Call = { id: number; method: string; params: [unknown] }

function answer({ method, params }: Call): string {
  if (method === 'eth_chainId') return `"${numberToHex(CHAIN_ID)}"`
  if (method === 'eth_getBlockByNumber')
    return (params[0] === 'finalized' ? blocks.at(-1)! : blocks[Number(params[0])]!).header
  if (method !== 'eth_getLogs') throw new Error(`the node does not know ${method}`)
  const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
  const found: string[] = []
  for (let number = Number(fromBlock); number <= Number(toBlock); number++) {
    const { logs, hash } = blocks[number]!
    const place = `"blockNumber":"${numberToHex(number)}","blockHash":"${hash}","transactionHash":"${hash}"`
    for (const [index, text] of logs.entries())
      found.push(`${text},${place},"logIndex":"${numberToHex(index)}"}`)
  }
  return `[${found.join()}]`
}

const server = createServer((request, response) => {
  void (async () => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Call | Call[]
    const said = (call: Call) => `{"jsonrpc":"2.0","id":${call.id},"result":${answer(call)}}`
    response.setHeader('content-type', 'application/json')
    response.end(Array.isArray(asked) ? `[${asked.map(said).join()}]` : said(asked))
  })()
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}`, first, last } satisfies AuditedNode)
})
process.once('disconnect', () => process.exit(0))
