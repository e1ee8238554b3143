/**
 * Compares the first node's answers with a second node's answers to the same calls at the same block. Sends one request, at most every
 * fifteen seconds. A difference blocks nothing.
 */
import type { HexString } from '@galx/protocol/webConfig'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { currentConfig } from '../../config/configStore.ts'
import { useAppStore } from '../../state/appStore.ts'
import { multicall3Abi } from '../abis.ts'
import { presentMilliseconds } from '../chainNow.ts'
import { useChainStore } from '../chainStore.ts'
import { useNodeChoice, type NodeName } from '../nodeChoice.ts'
import type { Answered, AnsweredCall } from '../answered.ts'
import { askNode, isReverted } from '../rpc.ts'
import { NOT_COMPARED, useComparison, type Difference, type Obstacle } from './comparison.ts'
import { asBytes, differentFigures } from './differentFigures.ts'
import { obstacleOf, CHANCE, INTERVAL, SETTLE, recordedOf, secondNode, type Recorded } from './secondNode.ts'

/** Milliseconds for which answers are kept. Public nodes keep the state of 128 blocks, about a minute. */
const KEPT = 40_000
/** Milliseconds after which a compared answer no longer counts as compared. */
const RECENT = 90_000
/** Milliseconds after which a compared answer is due again. */
const DUE = 45_000
/** One request in this many asks the second node for its newest block. */
const HEAD_EVERY = 4
/** Seconds of chain time by which a node may be late. */
const LATE = 60

type Kept = Recorded & { at: number }

let kept: Kept[] = []
/** by call: the time of its last comparison, by performance.now() */
let compared = new Map<string, number>()
/** by call: the time of its last answer */
let answered = new Map<string, number>()
let nextAt = 0
let waiting = false
let requests = 0
/** the number of requests in a row in which the second node had another block */
let otherBlocks = 0
/** the last pair of nodes with the same block. Separate calls are compared only for this pair, because they cannot tell two chains apart */
let samePair = ''
/** the number of changes of the account or of the chosen nodes */
let resets = 0

/** The account or the chosen nodes have changed since the second node was asked. */
class SupersededError extends Error {
  override readonly name = 'SupersededError'
}

function reset(): void {
  resets += 1
  kept = []
  compared = new Map()
  answered = new Map()
  otherBlocks = 0
  samePair = ''
  useComparison.setState(NOT_COMPARED, true)
  useChainStore.setState({ differs: false })
}

useNodeChoice.subscribe(reset)
useAppStore.subscribe((state, before) => {
  if (state.address !== before.address) reset()
})

/** Keeps the answers of a poll. When a comparison is due, compares as many answers as fit in one request. */
export function compareLater(block: bigint, all: Answered): void {
  const now = performance.now()
  const recorded = recordedOf(block, all)
  kept = [...recorded.map((one) => ({ ...one, at: now })), ...kept.filter(({ at }) => now - at < KEPT)]
  for (const call of recorded.flatMap(({ calls }) => calls)) answered.set(keyOf(call), now)
  count(now)
  if (waiting || now < nextAt) return
  waiting = true
  setTimeout(() => {
    void compareNext().finally(() => {
      waiting = false
    })
  }, SETTLE)
}

function keyOf({ target, callData }: AnsweredCall): string {
  return `${target}/${callData}`
}

/** Counts the recent answers, and the answers among them that were compared. */
function count(now: number): void {
  for (const [key, at] of answered) if (now - at > RECENT) answered.delete(key)
  const done = [...answered.keys()].filter((key) => now - (compared.get(key) ?? -Infinity) <= RECENT)
  const first = kept[0]?.from ?? 'site'
  useComparison.setState({
    first,
    second: secondNode(first),
    shown: { answers: answered.size, compared: done.length },
  })
}

/**
 * Chooses the poll with the most due answers; among equals, the newest poll. A separate call that was never compared comes first: because
 * there are many separate calls, its answer would otherwise expire before its turn.
 */
function choose(now: number): Kept | undefined {
  const due = ({ calls, transaction }: Kept) =>
    transaction !== undefined && calls.some((call) => !compared.has(keyOf(call)))
      ? Infinity
      : calls.filter((call) => now - (compared.get(keyOf(call)) ?? -Infinity) > DUE).length
  const possible = kept.filter((one) => {
    const second = secondNode(one.from)
    if (second === null || now - one.at > KEPT) return false
    return one.transaction === undefined || samePair === `${one.from}/${second}`
  })
  // The newest polls come first, and sorting keeps the order of equals.
  return possible.sort((one, other) => (due(one) === due(other) ? 0 : due(other) - due(one)))[0]
}

async function compareNext(): Promise<void> {
  const now = performance.now()
  const one = choose(now)
  const second = one === undefined ? null : secondNode(one.from)
  if (one === undefined || second === null) return
  nextAt = now + INTERVAL + Math.random() * CHANCE
  requests += 1
  const fails = (kind: Obstacle, words = '') =>
    useComparison.setState({ obstacle: { kind, words, block: one.block, at: presentMilliseconds() } })
  try {
    if (requests % HEAD_EVERY === 0) await compareHeads(one.from, second)
    else if (one.transaction === undefined) await compareCalls(one, second, fails)
    else await compareOwn(one, one.transaction, second)
  } catch (error) {
    if (!(error instanceof SupersededError)) fails(...obstacleOf(error))
  }
  count(performance.now())
}

const CALL = { abi: multicall3Abi, functionName: 'aggregate3' } as const

async function compareCalls(
  { block, from, identity, calls, at }: Kept,
  second: NodeName,
  fails: (kind: Obstacle) => void,
): Promise<void> {
  const { Multicall3 } = currentConfig().contracts
  // Most batches already contain the identity calls.
  const all = [...new Map([...identity, ...calls].map((call) => [keyOf(call), call])).values()]
  const asked = all.map(({ target, callData }) => ({ target, allowFailure: true, callData }))
  const data = encodeFunctionData({ ...CALL, args: [asked] })
  const answer = asBytes(await askAt(second, { to: Multicall3, data }, block))
  if (answer === null) return fails('behind')
  const returned = decodeFunctionResult({ ...CALL, data: answer })
  if (returned.length !== all.length) return fails('noAnswer')
  const found = all.map((call, index) => ({ call, figures: differentFigures(call, returned[index]!) }))
  const differing = found.filter(({ figures }) => figures.length > 0)
  const [other] = differing.filter(({ call }) => identity.includes(call))
  const differs = (figures: Difference['figures']): Difference => ({
    figures,
    first: from,
    second,
    block,
    at: presentMilliseconds(),
  })
  if (other !== undefined) {
    otherBlocks += 1
    fails('otherBlock')
    // A single mismatch may be a short fork. A node with a second mismatch in a row shows another chain.
    if (otherBlocks > 1) keep({ block: differs(other.figures) }, [])
    return
  }
  otherBlocks = 0
  samePair = `${from}/${second}`
  for (const call of all) compared.set(keyOf(call), at)
  keep(Object.fromEntries(differing.map(({ call, figures }) => [keyOf(call), differs(figures)])), [
    'block',
    ...all.map(keyOf),
  ])
  const parent = identity.find(({ functionName }) => functionName === 'getLastBlockHash')
  done(block, all.length, parent?.returnData)
}

/** Compares a call that cannot go through Multicall3. */
async function compareOwn(
  { block, from, calls: [call], at }: Kept,
  transaction: NonNullable<Recorded['transaction']>,
  second: NodeName,
): Promise<void> {
  if (call === undefined) return
  let answer: HexString | null = null
  try {
    answer = asBytes(await askAt(second, transaction, block))
  } catch (error) {
    if (!isReverted(error)) throw error
  }
  const figures = differentFigures(call, { success: answer !== null, returnData: answer ?? '0x' })
  const key = keyOf(call)
  compared.set(key, at)
  keep(
    figures.length === 0 ? {} : { [key]: { figures, first: from, second, block, at: presentMilliseconds() } },
    [key],
  )
  if (call.functionName === 'code') useComparison.setState({ codes: block })
  done(block, 1)
}

function askAt(node: NodeName, transaction: object, block: bigint): Promise<unknown> {
  return ask(node, 'eth_call', [transaction, `0x${block.toString(16)}`])
}

/** Asks the second node. @throws SupersededError if the account or the chosen nodes have changed before the answer or refusal */
function ask(node: NodeName, method: string, params: readonly unknown[]): Promise<unknown> {
  const before = resets
  return askNode(node, method, params).finally(() => {
    if (resets !== before) throw new SupersededError()
  })
}

/**
 * Checks whether the first node withholds newer blocks, or gives its newest block a false number. Other comparisons do not show either: all
 * answers about an old block may be true, and the second node does not have a block that does not exist.
 */
async function compareHeads(first: NodeName, second: NodeName): Promise<void> {
  const { head } = useChainStore.getState()
  const newest = (await ask(second, 'eth_getBlockByNumber', ['latest', false])) as Record<
    string,
    string
  > | null
  if (head === null || typeof newest?.timestamp !== 'string') throw new Error('no newest block')
  const waited = (performance.now() - head.readAt) / 1_000
  const late = Number(newest.timestamp) - waited - head.timestamp
  const [number, time] = [BigInt(newest.number ?? 0), Number(newest.timestamp)]
  // A later block has a higher number.
  const isMisnumbered =
    (time > head.timestamp && number < head.number) || (time < head.timestamp && number > head.number)
  const figure = {
    call: { target: currentConfig().contracts.Multicall3, functionName: 'getBlockNumber', args: [] },
    path: [],
    first: head.number,
    second: number,
  }
  const found = { figures: [figure], first, second, block: head.number, at: presentMilliseconds() }
  keep(late > LATE || isMisnumbered ? { head: found } : {}, ['head'])
  if (late < -LATE) throw new Error('header not found')
  useComparison.setState({ obstacle: null })
}

/** @param same the compared calls: their earlier differences are removed, unless `found` has them again */
function keep(found: Readonly<Record<string, Difference>>, same: readonly string[]): void {
  const differences = { ...useComparison.getState().differences }
  for (const key of same) delete differences[key]
  Object.assign(differences, found)
  useComparison.setState({ differences })
  useChainStore.setState({ differs: Object.keys(differences).length > 0 })
}

function done(block: bigint, answers: number, parentHash?: HexString): void {
  useComparison.setState(({ done: last }) => ({
    obstacle: null,
    done: { block, answers, at: presentMilliseconds(), parentHash: parentHash ?? last?.parentHash ?? '0x' },
  }))
}
