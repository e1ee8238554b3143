/**
 * Reads the timelock's logs from the chosen node and from the second node, and remembers in local storage which blocks each node gave and
 * which announcements were found. The next reading requests only newer blocks.
 */
import { RangeSize } from '@galx/protocol/rangeSize'
import { parseUrl } from '@galx/protocol/parseUrl'
import type { WebConfig } from '@galx/protocol/webConfig'
import { readStored, writeStored } from '../../state/storage.ts'
import { useWalletStore } from '../../wallet/walletStore.ts'
import { useChainStore } from '../chainStore.ts'
import { secondNode } from '../comparing/secondNode.ts'
import { nodesInTurn, useNodeChoice, type NodeName } from '../nodeChoice.ts'
import { askNode } from '../rpc.ts'
import { LOGS_KEY, useLogs, type Covered, type FoundOperation, type NodeLogs } from './logsStore.ts'
import { readLogs } from './readLogs.ts'

const LARGEST_RANGE = 50_000n
/** The greatest number of requests to one node in a reading. */
const MOST_REQUESTS = 120
/** Seconds before the head: two days if the timelock waits less, and half a day more. */
const LEAST_BACK = 172_800
const MARGIN = 43_200
/** The greatest number of announcements that are remembered. */
const MOST_FOUND = 50

type Remembered = { of: string; covered: Record<string, Covered>; found: FoundOperation[] }

const sizes = new Map<string, RangeSize>()
const running = new Set<string>()
let remembered: Remembered = { of: '', covered: {}, found: [] }

/** Shows the announcements that this browser has found before. */
export function recallLogs({ genesisHash, contracts }: WebConfig): void {
  const of = `${genesisHash} ${contracts.Timelock}`
  if (remembered.of === of) return
  const stored = parse(readStored(LOGS_KEY))
  remembered = stored?.of === of ? stored : { of, covered: {}, found: [] }
  useLogs.setState({ nodes: [], found: remembered.found })
}

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
          covered: remembered.covered[place] ?? null,
          obstacle: null,
        },
    ),
  }))
  await Promise.all(nodes.map(({ node, place }) => follow(node, place, config, delay, back)))
}

async function follow(
  node: NodeName,
  place: string,
  config: WebConfig,
  delay: number | null,
  back: boolean,
): Promise<void> {
  const { head } = useChainStore.getState()
  if (head === null || running.has(place)) return
  const before = back ? null : (useLogs.getState().nodes.find((one) => one.place === place)?.obstacle ?? null)
  if (before?.kind === 'none') return
  const known = remembered.covered[place] ?? null
  const staysBack = known !== null && (before?.kind === 'old' || before?.kind === 'paused')
  running.add(place)
  const { of } = remembered
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
      back: staysBack ? 0 : Math.max(delay ?? 0, LEAST_BACK) + MARGIN,
      known,
      size,
      most: MOST_REQUESTS,
    })
    if (remembered.of !== of) return
    keep(place, covered, found)
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

function keep(place: string, covered: Covered | null, found: readonly Omit<FoundOperation, 'by'>[]): void {
  const all = new Map(remembered.found.map((one) => [one.id, one]))
  for (const one of found) {
    const known = all.get(one.id)
    if (known !== undefined && known.block > one.block) continue
    const by = known?.block === one.block ? known.by.filter((other) => other !== place) : []
    all.set(one.id, { ...one, by: [...by, place] })
  }
  const list = [...all.values()].sort((one, other) => other.block - one.block).slice(0, MOST_FOUND)
  remembered = {
    ...remembered,
    covered: { ...remembered.covered, ...(covered !== null && { [place]: covered }) },
    found: list,
  }
  writeStored(LOGS_KEY, JSON.stringify(remembered))
  useLogs.setState({ found: list })
}

function placeOf(node: NodeName, { rpcUrl }: WebConfig): string {
  if (node === 'wallet') return `wallet ${useWalletStore.getState().connected?.id ?? ''}`
  return node === 'own' ? useNodeChoice.getState().own : rpcUrl
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** @returns null for anything that this app has not written: a person or another program may change the storage */
function parse(stored: string | null): Remembered | null {
  try {
    const { of, covered, found } = JSON.parse(stored ?? 'null') as Remembered
    const isWhole =
      isText(of) &&
      Object.values(covered).every(({ from, to, since, until }) =>
        [from, to, since, until].every(Number.isSafeInteger),
      ) &&
      found.every(
        ({ id, predecessor, salt, readyAt, scheduledAt, block, by, calls }) =>
          [id, predecessor, salt].every((word) => /^0x[0-9a-f]{64}$/.test(word)) &&
          /^\d{1,78}$/.test(readyAt) &&
          [scheduledAt, block].every(Number.isSafeInteger) &&
          by.every(isText) &&
          (calls === null ||
            calls.every(
              ({ target, value, data }) =>
                /^0x[0-9a-f]{40}$/.test(target) &&
                /^\d{1,78}$/.test(value) &&
                /^0x([0-9a-f]{2})*$/.test(data),
            )),
      )
    return isWhole ? { of, covered, found } : null
  } catch {
    return null
  }
}
