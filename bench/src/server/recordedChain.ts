/** A chain as text: headers and logs in a node's form, so that a backfill is measured without the cost of a node. */
import {
  encodeAbiParameters,
  encodeEventTopics,
  keccak256,
  numberToHex,
  pad,
  type AbiEvent,
  type Hex,
} from 'viem'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { paperHeader } from '../../../server/test/support/paperHeader.ts'
import { TOPICS } from '@galx/server/staking/events'
import type { Ask, Call } from '@galx/server/chain/rpc/jsonRpc'

export const CONTRACT = `0x${'5a'.repeat(20)}`
const TOKEN = `0x${'70'.repeat(20)}`
const FULL_BLOOM = `0x${'f'.repeat(512)}`
const ETHER = 10n ** 18n

const NULL = Buffer.from('null')
const OPEN = Buffer.from('[')
const CLOSE = Buffer.from(']')

/** The average numbers of accounts and ancestors that a run of `events` events touches. */
type Touched = { events: number; accounts: number; ancestors: number }
export type RecordedFigures = { genesisHash: string; lastBlock: number; events: number; touched: Touched }
export type RecordedChain = RecordedFigures & {
  ask: Ask
  /** the JSON of one answer, in prepared pieces, so that making the JSON is not measured */
  answer(call: Call): Buffer[]
}
export type RecordedSize = { accounts: number; events: number; eventsPerBlock: number; depth: number }

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
function topic(value: bigint): string {
  return `0x${word(value)}`
}
function hashOf(kind: string, number: number): string {
  return keccak256(new TextEncoder().encode(`${kind} ${number}`))
}
function accountAt(index: number): bigint {
  return 0xabc000000000n + BigInt(index)
}
/** The number of consecutive events in a run. The touched accounts are counted for each run. */
const COUNTED = 8_000

/**
 * The least number of ancestors that a run must touch, so that writes of ancestors are measured too: an eighth of the events. In a small chain
 * most accounts have events of their own in a run, and few accounts remain that are only ancestors. Then an eighth of these accounts is enough.
 */
function leastAncestors(accounts: number): number {
  return Math.max(0, Math.min(COUNTED, accounts - COUNTED)) / 8
}

/**
 * @param people the account of each event
 * @param accounts of the chain
 * @throws Error if the events are too few, or are not spread over the accounts and their ancestors
 */
function countTouched(
  people: readonly number[],
  accounts: number,
  inviterOf: (account: number) => number | null,
): Touched {
  const totals = { accounts: 0, ancestors: 0 }
  let runs = 0
  for (let start = 0; start + COUNTED <= people.length; start += COUNTED, runs += 1) {
    const own = new Set(people.slice(start, start + COUNTED))
    const all = new Set<number>()
    for (const account of own)
      for (let at: number | null = account; at !== null && !all.has(at); at = inviterOf(at)) all.add(at)
    totals.accounts += own.size
    totals.ancestors += all.size - own.size
  }
  if (runs === 0)
    throw new Error(
      `${people.length} events are too few: the benchmark counts the accounts that ${COUNTED} events touch`,
    )
  const touched = {
    events: COUNTED,
    accounts: Math.round(totals.accounts / runs),
    ancestors: Math.round(totals.ancestors / runs),
  }
  if (touched.accounts < COUNTED / 4)
    throw new Error(`${COUNTED} events concern ${touched.accounts} accounts: they are not spread`)
  if (touched.ancestors < leastAncestors(accounts))
    throw new Error(
      `${COUNTED} events concern ${touched.ancestors} ancestors: accounts are not invited by other invited accounts`,
    )
  return touched
}

type LogWords = { topics: readonly string[]; data: string }

/** The stakes of accounts, and their events. */
class Stakes {
  readonly #inviterOf: (account: number) => number | null
  readonly #weights = new Map<number, bigint>()
  readonly #opened = new Map<number, number>()
  /** the amount of each account's newest position, wei; absent after the position is closed */
  readonly #lastOpen = new Map<number, bigint>()

  constructor(inviterOf: (account: number) => number | null) {
    this.#inviterOf = inviterOf
  }

  /**
   * The account's next event, whose kind is chosen by a fixed rule.
   * @param made earlier events of all accounts
   * @param fresh whether it is the account's first event
   */
  next(account: number, made: number, fresh: boolean): LogWords {
    const log = (name: Hex, ...words: bigint[]) => ({
      topics: [name, topic(1n), topic(accountAt(account))],
      data: `0x${words.map(word).join('')}`,
    })
    const weight = this.#weights.get(account) ?? 0n
    const positions = this.#opened.get(account) ?? 0
    const left = this.#lastOpen.get(account)
    if (fresh || made % 5 < 2) {
      this.#weights.set(account, weight + ETHER)
      this.#opened.set(account, positions + 1)
      this.#lastOpen.set(account, ETHER)
      const above = this.#inviterOf(account)
      const inviter = above === null ? 0n : accountAt(above)
      return log(TOPICS.staked, BigInt(positions), ETHER, 0n, 0n, weight + ETHER, inviter)
    }
    if (made % 15 === 3 && left !== undefined) {
      this.#weights.set(account, weight - left)
      this.#lastOpen.delete(account)
      return log(TOPICS.exited, BigInt(positions - 1), left, 0n, BigInt(made), weight - left)
    }
    if (made % 5 === 2 && left !== undefined && left > 1n) {
      this.#weights.set(account, weight - 1n)
      this.#lastOpen.set(account, left - 1n)
      return log(TOPICS.unstaked, BigInt(positions - 1), 1n, 0n, 0n, weight - 1n)
    }
    return log(TOPICS.claimed, BigInt(made))
  }
}

/** Each list by block number; `logs`: the logs of the block, each after a comma. */
type Recorded = { headers: readonly Buffer[]; hashes: readonly string[]; logs: readonly Buffer[] }

/** @returns the answer of a node with these blocks */
function answersFrom({ headers, hashes, logs }: Recorded): (call: Call) => Buffer[] {
  const byHash = new Map(hashes.map((hash, number) => [hash, number]))
  return ({ method, params }) => {
    if (method === 'eth_getBlockByNumber')
      return [headers[params[0] === 'finalized' ? headers.length - 1 : Number(params[0])] ?? NULL]
    const filter = params[0] as {
      address: string | string[]
      fromBlock?: string
      toBlock?: string
      blockHash?: string
    }
    if (![filter.address].flat().includes(CONTRACT)) return [OPEN, CLOSE]
    const from = filter.fromBlock === undefined ? byHash.get(filter.blockHash!)! : Number(filter.fromBlock)
    const to = filter.toBlock === undefined ? from : Number(filter.toBlock)
    const [first, ...rest] = logs.slice(from, to + 1).filter(({ length }) => length > 0)
    return first === undefined ? [OPEN, CLOSE] : [OPEN, first.subarray(1), ...rest, CLOSE]
  }
}

/**
 * @remarks Accounts appear one after another, each invited by an earlier account, in a tree about `depth` deep. A fixed rule chooses the
 * accounts of all other events: further stakes, withdrawals, exits and claims.
 */
export function recordChain({ accounts, events, eventsPerBlock, depth }: RecordedSize): RecordedChain {
  const blocks = Math.ceil(events / eventsPerBlock)
  const headers: Buffer[] = []
  const hashes: string[] = []
  /** by block, each log after a comma */
  const logs: Buffer[] = []
  const created = poolCreated()
  /** the account of each event */
  const people: number[] = []
  // The accounts form a tree that is about `depth` deep. The inviter of an account is its parent in the tree.
  const branching = Math.max(2, Math.ceil(accounts ** (1 / depth)))
  const inviterOf = (account: number) => (account === 0 ? null : Math.floor((account - 1) / branching))
  const stakes = new Stakes(inviterOf)
  let made = 0
  for (let number = 0; number <= blocks; number += 1) {
    const header = paperHeader({
      number,
      parentHash: hashes.at(-1) ?? hashOf('before', 0),
      timestamp: 1_760_000_000 + number,
      logsBloom: FULL_BLOOM,
    })
    const { hash } = header
    hashes.push(hash)
    headers.push(Buffer.from(JSON.stringify(header)))
    const inBlock: string[] = []
    const put = ({ topics, data }: LogWords) =>
      inBlock.push(
        JSON.stringify({
          address: CONTRACT,
          blockHash: hash,
          blockNumber: numberToHex(number),
          logIndex: numberToHex(inBlock.length),
          transactionHash: hashOf('transaction', number * eventsPerBlock + inBlock.length),
          topics,
          data,
          removed: false,
        }),
      )
    if (number === 1) put(created)
    for (let index = 0; number > 0 && index < eventsPerBlock && made < events; index += 1, made += 1) {
      const stride = Math.max(1, Math.floor(events / accounts))
      const newest = Math.floor(made / stride)
      const fresh = made % stride === 0
      const account = fresh
        ? newest
        : Number(((BigInt(made) * 2_654_435_761n) % 4_294_967_291n) % BigInt(newest + 1))
      people.push(account)
      put(stakes.next(account, made, fresh))
    }
    logs.push(Buffer.from(inBlock.map((log) => `,${log}`).join('')))
  }
  const answer = answersFrom({ headers, hashes, logs })
  // As text, so that the cost of parsing is measured.
  const ask: Ask = (calls) =>
    Promise.resolve(
      calls.map((call) => JSON.parse(Buffer.concat(answer(call)).toString('latin1')) as unknown),
    )
  return {
    ask,
    answer,
    genesisHash: hashes[0]!,
    lastBlock: blocks,
    events: made + 1,
    touched: countTouched(people, accounts, inviterOf),
  }
}

function poolCreated() {
  const event = stakingPoolsAbi.find(
    (item) => item.type === 'event' && item.name === 'PoolCreated',
  ) as unknown as AbiEvent
  const zero = pad('0x0', { size: 20 })
  const configuration = {
    stakeToken: TOKEN,
    pairToken: zero,
    rewardToken: TOKEN,
    boostSource: zero,
    pairRatio: 0n,
    rewardDuration: 7_776_000,
    tiers: [{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }],
  }
  return {
    topics: encodeEventTopics({ abi: [event], eventName: 'PoolCreated', args: { pool: 1n } }) as string[],
    data: encodeAbiParameters([event.inputs[1]!], [configuration]),
  }
}
