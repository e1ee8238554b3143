/** The parts of a comparison with a second node: the node, the times, the answers to compare, and the reason why a node gave no answer. */
import { partsOf } from '@galx/protocol/walletErrors'
import { useAppStore } from '../../state/appStore.ts'
import { currentConfig } from '../../config/configStore.ts'
import { hasWalletNode, useNodeChoice, type NodeName } from '../nodeChoice.ts'
import type { Answered, AnsweredBatch, AnsweredCall, OwnCall } from '../answered.ts'
import type { Obstacle } from './comparison.ts'

/** The node to compare with `first`; if possible, a node that the operator has not chosen. Null if there is no such node. */
export function secondNode(first: NodeName): NodeName | null {
  const there: Record<NodeName, boolean> = {
    own: useNodeChoice.getState().own !== '',
    wallet: hasWalletNode() && useAppStore.getState().connection === 'connected',
    site: true,
  }
  return (['own', 'wallet', 'site'] as const).find((node) => node !== first && there[node]) ?? null
}

export type Recorded = {
  block: bigint
  from: NodeName
  /** calls that tell two nodes’ blocks apart, read at the block like any other state */
  identity: AnsweredCall[]
  calls: AnsweredCall[]
  /** set only for a call outside Multicall3 */
  transaction?: OwnCall['transaction']
}

const IDENTITY = /^get(BlockNumber|CurrentBlockTimestamp|LastBlockHash|CurrentBlockCoinbase)$/

/** Splits a poll's answers into parts that one request to another node can compare. */
export function recordedOf(block: bigint, { light, heavy, own }: Answered): Recorded[] {
  const [start] = light
  if (start === undefined) return []
  const { Multicall3 } = currentConfig().contracts
  const identity = start.calls.filter(
    ({ target, functionName }) => target === Multicall3 && IDENTITY.test(functionName),
  )
  const whole = ({ from, calls }: AnsweredBatch): Recorded => ({ block, identity, from, calls })
  const calls = light.filter(({ from }) => from === start.from).flatMap((batch) => batch.calls)
  return [
    whole({ from: start.from, calls }),
    ...heavy.map(whole),
    ...own.map(({ shown, transaction, from, ...answer }) => ({
      ...whole({ from, calls: [{ ...shown, ...answer, callData: transaction.data }] }),
      transaction,
    })),
  ]
}

const PRUNED =
  /missing trie node|pruned|state.{0,40}(not available|unavailable|missing|too old)|historical|archive|required historical|too old|distance to target/i
const BEHIND =
  /header not found|unknown block|block not found|block.{0,20}(not found|out of range|not available|does not exist)|blockoutofrange|cannot query unfinalized|future block/i

/** The reason why a node gave no comparable answer about an earlier block. */
export function obstacleOf(error: unknown): [Obstacle, string] {
  const words = partsOf(error).filter((part) => typeof part === 'string')
  const text = words.join(' ')
  const kind = PRUNED.test(text) ? 'pruned' : BEHIND.test(text) ? 'behind' : 'noAnswer'
  return [kind, words[0] ?? String(error)]
}

/** The minimum number of milliseconds between two requests to the second node. */
export const INTERVAL = 15_000
/** At most this many random milliseconds are added: the first node must not know which answers are compared. */
export const CHANCE = 3_000
/** Milliseconds for the second node to get the block, and for a block to be replaced in a fork. */
export const SETTLE = 1_500
