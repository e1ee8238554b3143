/** Reads the timelock's logs from the chosen node and from the second node. The next reading requests only newer blocks. */
import { RangeSize } from '@galx/protocol/rangeSize'
import { parseUrl } from '@galx/protocol/parseUrl'
import type { WebConfig } from '@galx/protocol/webConfig'
import { useWalletStore } from '../../wallet/walletStore.ts'
import { useChainStore } from '../chainStore.ts'
import { secondNode } from '../comparing/secondNode.ts'
import { nodesInTurn, useNodeChoice, type NodeName } from '../nodeChoice.ts'
import { askNode } from '../rpc.ts'
import { useLogs, type NodeLogs } from './logsStore.ts'
import { readLogs } from './readLogs.ts'
import { recallLogs, rememberedBlocks, rememberedChain, rememberLogs } from './rememberedLogs.ts'

const LARGEST_RANGE = 50_000n
/** The greatest number of requests to one node in a reading. */
const MOST_REQUESTS = 120
/** Seconds before the head: two days if the timelock waits less, and half a day more. */
const LEAST_BACK = 172_800
const MARGIN = 43_200

const sizes = new Map<string, RangeSize>()
const running = new Set<string>()

/**
 * @param delay seconds between an announcement of the timelock and the change; null: not known
 * @param back false: only the newer blocks of a node that gave no older logs before, and nothing of a node that serves no logs
 */
export async function followLogs(config: WebConfig, delay: number | null, back = true): Promise<void> {
  recallLogs(config)
  const [first] = nodesInTurn() as [NodeName]
  const second = secondNode(first)
  const nodes = [first, ...(second === null ? [] : [second])].map((node) => ({
    node,
    place: placeOf(node, config),
  }))
  useLogs.setState(({ nodes: before }) => ({
    nodes: nodes.map(
      ({ node, place }) =>
        before.find((one) => one.place === place) ?? {
          node,
          place,
          reading: true,
          covered: rememberedBlocks(place),
          obstacle: null,
        },
    ),
  }))
  // The first node has given the head.
  await Promise.all(
    nodes.map(({ node, place }) => follow({ node, place, isFirst: node === first }, config, delay, back)),
  )
}

async function follow(
  { node, place, isFirst }: { node: NodeName; place: string; isFirst: boolean },
  config: WebConfig,
  delay: number | null,
  back: boolean,
): Promise<void> {
  const { head } = useChainStore.getState()
  if (head === null || running.has(place)) return
  const before = back ? null : (useLogs.getState().nodes.find((one) => one.place === place)?.obstacle ?? null)
  if (before?.kind === 'none') return
  const known = rememberedBlocks(place)
  const staysBack = known !== null && (before?.kind === 'old' || before?.kind === 'paused')
  running.add(place)
  const chain = rememberedChain()
  const size = sizes.get(place) ?? new RangeSize(LARGEST_RANGE)
  sizes.set(place, size)
  show(place, { reading: true })
  try {
    const { covered, found, obstacle } = await readLogs({
      ask: (method, params) => askNode(node, method, params),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      timelock: config.contracts.Timelock,
      host: node === 'wallet' ? '' : (parseUrl(place)?.host ?? ''),
      head: { number: Number(head.number), time: head.timestamp },
      isItsHead: isFirst,
      back: staysBack ? 0 : Math.max(delay ?? 0, LEAST_BACK) + MARGIN,
      known,
      size,
      most: MOST_REQUESTS,
    })
    if (rememberedChain() !== chain) return
    rememberLogs(place, covered, found)
    show(place, { reading: false, covered, obstacle: obstacle ?? (staysBack ? before : null) })
  } catch (error) {
    show(place, { reading: false, obstacle: { kind: 'silent', words: '' } })
    throw error
  } finally {
    running.delete(place)
  }
}

function show(place: string, change: Partial<NodeLogs>): void {
  useLogs.setState(({ nodes }) => ({
    nodes: nodes.map((one) => (one.place === place ? { ...one, ...change } : one)),
  }))
}

function placeOf(node: NodeName, { rpcUrl }: WebConfig): string {
  if (node === 'wallet') return `wallet ${useWalletStore.getState().connected?.id ?? ''}`
  return node === 'own' ? useNodeChoice.getState().own : rpcUrl
}
