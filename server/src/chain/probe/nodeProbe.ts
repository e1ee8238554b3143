/** Examines one node before it is used: its methods, its limits, and the age of its oldest logs and state. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deployment } from '@galx/protocol/deployment'
import type { Refusal } from '@galx/protocol/nodeRefusals'
import { isSeedWithoutLogs } from '@galx/protocol/nodes'
import { wholeOf } from '../rpc/quantity.ts'
import { ProbeCalls, type ProbeAnswer } from './probeCalls.ts'

/** The product reads logs of these contracts, from this block on. */
export type ProbeSubject = { addresses: readonly string[]; deployBlock: number }

export function subjectOf({ contracts, deployBlock }: Deployment): ProbeSubject {
  return { addresses: Object.values(contracts).map(({ address }) => address), deployBlock }
}

/** The largest number that passed. `more`: no larger number was tried. */
export type Largest = { passed: number; more: boolean }

export type NodeFacts = {
  /** scheme, host and port */
  name: string
  isSeed: boolean
  /** the fault of a node that does not answer; null: the node answers */
  fault: Refusal | null
  /** the first rate limit that the node reported */
  limited: Refusal | null
  head: number
  /** null: the node knows no final block */
  final: number | null
  /** null: the chain itself did not move meanwhile */
  finalMoves: boolean | null
  /** null: logs of the newest blocks are served */
  logsRefused: Refusal | null
  /** whether `eth_getLogs` takes 'finalized' as its last block */
  takesTag: boolean
  /** whether logs name their block's time; null: no log was seen */
  blockTimestamp: boolean | null
  /** blocks of logs in one request; null if the node serves no logs */
  range: Largest | null
  /** calls in one POST */
  batch: Largest
  /** the first tried block whose logs are served; null: unknown */
  logsFrom: { block: number; seconds: number | null } | null
  /** why earlier logs are not served; null: earlier logs are served, or the reason is not known */
  earlierRefused: Refusal | null
  /** the node gives no log of the deployment, although there must be one */
  deploymentSilent: boolean
  /** blocks whose state is kept; null: not even the newest state is served. `more`: the deployment's state is kept */
  state: Largest | null
  /** why older state is not served; null: older state is served */
  stateRefused: Refusal | null
  calls: number
}

/** Blocks of BNB Smart Chain whose state the product needs: 50 seconds. */
export const STATE_NEEDED = Math.ceil(50 / 0.45)
const RANGES = [10_000, 2_000, 500, 100, 10, 1]
const BATCHES = [10, 3]
/** Blocks back from the head: the ages at which nodes of this chain typically delete logs. 500 000 blocks are nearly three days. */
const LOG_AGES = [40_000_000, 6_000_000, 1_400_000, 500_000, 10_000]
/** Milliseconds between two checks whether the final block moves, and the number of checks. */
const MOVE_PAUSE = 700
const MOVE_POLLS = 3

/** Takes at most MOST_CALLS calls and 15 seconds. A refusal of the node is a fact and not an error. */
export async function probeNode(url: string, subject: ProbeSubject): Promise<NodeFacts> {
  const calls = new ProbeCalls(url)
  const facts = unknownFacts(calls.name, isSeedWithoutLogs(calls.host))
  const head = await header(calls, 'latest')
  if ('refusal' in head || head.number === null) {
    const none = { kind: 'broken', message: 'the node has no newest block' } as const
    const fault =
      'refusal' in head
        ? head.refusal
        : { ...none, retryAfter: null, largestRange: null, suggested: null, largestBatch: null }
    return { ...facts, fault, limited: calls.limited, calls: calls.made }
  }
  facts.head = head.number
  const final = await header(calls, 'finalized')
  facts.final = 'refusal' in final ? null : final.number
  await probeLogs(calls, subject, facts, head.timestamp)
  // The state is probed before the batches: under a rate limit, the batches may use up all calls, and the product needs the state more.
  await probeState(calls, subject, facts)
  await probeBatch(calls, facts)
  if (facts.final !== null) facts.finalMoves = await finalMoves(calls, facts.head, facts.final)
  return { ...facts, limited: calls.limited, calls: calls.made }
}

function unknownFacts(name: string, isSeed: boolean): NodeFacts {
  return {
    name,
    isSeed,
    fault: null,
    limited: null,
    head: 0,
    final: null,
    finalMoves: null,
    logsRefused: null,
    takesTag: false,
    blockTimestamp: null,
    range: null,
    batch: { passed: 1, more: false },
    logsFrom: null,
    earlierRefused: null,
    deploymentSilent: false,
    state: null,
    stateRefused: null,
    calls: 0,
  }
}

async function probeLogs(
  calls: ProbeCalls,
  { addresses, deployBlock }: ProbeSubject,
  facts: NodeFacts,
  headTime: number | null,
): Promise<void> {
  const newest = facts.final ?? facts.head
  const logs = async (from: number, to: number | 'finalized'): Promise<ProbeAnswer> => {
    const filter = { address: addresses, fromBlock: hex(from), toBlock: to === 'finalized' ? to : hex(to) }
    const answer = await calls.ask({ method: 'eth_getLogs', params: [filter] })
    const [log] = 'result' in answer && Array.isArray(answer.result) ? (answer.result as unknown[]) : []
    if (log !== undefined)
      facts.blockTimestamp = wholeOf((log as { blockTimestamp?: unknown }).blockTimestamp) !== null
    return answer
  }
  const first = await logs(newest, newest)
  if ('refusal' in first) {
    facts.logsRefused = first.refusal
    return
  }
  facts.takesTag = facts.final !== null && 'result' in (await logs(facts.final, 'finalized'))
  facts.range = await largest(
    RANGES,
    newest + 1,
    ({ largestRange }) => largestRange,
    (blocks) => logs(newest - blocks + 1, newest),
  )
  const wide = facts.range.passed
  const deployed = await logs(deployBlock, Math.min(newest, deployBlock + wide - 1))
  if ('result' in deployed) {
    facts.logsFrom = { block: deployBlock, seconds: null }
    facts.deploymentSilent = Array.isArray(deployed.result) && deployed.result.length === 0 && wide >= 100
    return
  }
  facts.earlierRefused = deployed.refusal
  for (const age of LOG_AGES) {
    const block = newest - age
    if (block <= deployBlock) continue
    if ('refusal' in (await logs(block, block))) continue
    const found = await header(calls, hex(block))
    const time = 'refusal' in found ? null : found.timestamp
    facts.logsFrom = { block, seconds: time === null || headTime === null ? null : headTime - time }
    return
  }
}

async function probeBatch(calls: ProbeCalls, facts: NodeFacts): Promise<void> {
  const together = (size: number) =>
    calls.askBatch(Array.from({ length: size }, () => ({ method: 'eth_chainId', params: [] })))
  const found = await largest(BATCHES, Number.MAX_SAFE_INTEGER, ({ largestBatch }) => largestBatch, together)
  // One call needs no list.
  facts.batch = found.passed === 0 ? { passed: 1, more: false } : found
}

/** Tries sizes from the largest. After a refusal, tries the size that the node names if it is smaller. */
async function largest(
  sizes: readonly number[],
  limit: number,
  named: (refusal: Refusal) => number | null,
  ask: (size: number) => Promise<ProbeAnswer>,
): Promise<Largest> {
  const [most = 1] = sizes
  let next: number | undefined = Math.min(most, limit)
  for (let size = next; next !== undefined; size = next ?? size) {
    const answer = await ask(size)
    if ('result' in answer) return { passed: size, more: size === Math.min(most, limit) }
    const own = named(answer.refusal)
    next = own !== null && own < size ? own : sizes.find((one) => one < size)
  }
  return { passed: 0, more: false }
}

async function probeState(calls: ProbeCalls, { deployBlock }: ProbeSubject, facts: NodeFacts): Promise<void> {
  const stateAt = (block: number) => calls.ask({ method: 'eth_getBalance', params: [NOBODY, hex(block)] })
  // The head has moved meanwhile, and the oldest kept state with it.
  const newest = await header(calls, 'latest')
  const head = 'refusal' in newest || newest.number === null ? facts.head : newest.number
  const all = head - deployBlock
  for (const age of [0, ...STATE_AGES.filter((one) => one < all)]) {
    const answer = await stateAt(head - age)
    if ('refusal' in answer) {
      facts.stateRefused = answer.refusal
      return
    }
    facts.state = { passed: age, more: false }
  }
  if ('result' in (await stateAt(deployBlock))) facts.state = { passed: all, more: true }
}

const STATE_AGES = [STATE_NEEDED, 8 * STATE_NEEDED, 64 * STATE_NEEDED]
const NOBODY = '0x0000000000000000000000000000000000000000'

/** @returns null if the newest block does not move either */
async function finalMoves(calls: ProbeCalls, head: number, final: number): Promise<boolean | null> {
  for (let polls = 0; polls < MOVE_POLLS; polls += 1) {
    const now = await header(calls, 'finalized')
    if (!('refusal' in now) && now.number !== null && now.number > final) return true
    await pause(MOVE_PAUSE)
  }
  const newest = await header(calls, 'latest')
  return 'refusal' in newest || newest.number === null || newest.number <= head ? null : false
}

type Found = { number: number | null; timestamp: number | null } | { refusal: Refusal }

async function header(calls: ProbeCalls, block: string): Promise<Found> {
  const answer = await calls.ask({ method: 'eth_getBlockByNumber', params: [block, false] })
  if ('refusal' in answer) return answer
  const { number, timestamp } = (answer.result ?? {}) as Record<string, unknown>
  return { number: wholeOf(number), timestamp: wholeOf(timestamp) }
}

function hex(value: number): string {
  return `0x${Math.max(0, value).toString(16)}`
}
