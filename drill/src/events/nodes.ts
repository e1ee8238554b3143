/** Nodes of the chain that lie, lag or are dead: whether the indexer notices, and how long it is delayed. */
import { now } from '../clock.ts'
import { rpc } from '@galx/stack/chain/rpc'
import { hostOf } from '../machines/machines.ts'
import { EDGES, KEEPER } from '../machines/place.ts'
import type { Manner, Node } from '../machines/nodes.ts'
import { askText, sampleOf } from '../requests.ts'
import { until } from '../waiting.ts'
import type { World } from '../world.ts'
import { time, type DrillEvent } from './event.ts'

/** The number of blocks for which the time until they are in the tables is measured. */
const BLOCKS = 5
const WAIT_MS = 20_000

async function leadersMetrics({ machines }: World): Promise<string> {
  const texts = await Promise.all(
    EDGES.map((host) =>
      askText(`http://127.0.0.1:${hostOf(machines, host).ports.indexer}/metrics`).catch(() => ''),
    ),
  )
  return texts.find((text) => sampleOf(text, 'galx_indexer_leads') === 1) ?? ''
}

async function finalised(url: string): Promise<number> {
  const { number } = await rpc<{ number: string }>(url, 'eth_getBlockByNumber', 'finalized', false)
  return Number.parseInt(number, 16)
}

/**
 * The longest time in milliseconds from the moment at which the real node calls a block final until the block is in the tables; null if a block
 * is not in the tables within WAIT_MS.
 */
async function longestDelay(world: World): Promise<number | null> {
  const { chain } = world
  let longest = 0
  for (let block = 0; block < BLOCKS; block += 1) {
    const before = await finalised(chain.rpcUrl)
    const next = await until('another final block', 60_000, async () => {
      // Blocks come only with users' requests.
      await rpc(chain.peopleUrl, 'eth_blockNumber')
      const head = await finalised(chain.rpcUrl)
      return head > before ? head : null
    })
    const since = now()
    if (!(await untilIndexed(world, next, WAIT_MS).catch(() => false))) return null
    longest = Math.max(longest, now() - since)
  }
  return longest
}

function untilIndexed(world: World, block: number, limitMs: number): Promise<boolean> {
  return until('the block in the tables', limitMs, async () => {
    const indexed = sampleOf(await leadersMetrics(world), 'galx_indexer_indexed_block')
    return indexed !== null && indexed >= block
  })
}

/** A figure that grows if the leader counts another fault of a node, or names a disputed block. */
async function noticed(world: World): Promise<number> {
  const text = await leadersMetrics(world)
  const faults = text
    .split('\n')
    .filter((line) => line.startsWith('galx_indexer_rpc_faults_total{'))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
  return faults + (sampleOf(text, 'galx_indexer_disputed_block') ?? 0)
}

/** Whether an API process reports that this node does not answer, or that its head is behind the heads of the other nodes. */
async function reported({ machines }: World, { url }: Node): Promise<boolean> {
  const text = await askText(`http://127.0.0.1:${hostOf(machines, 'a').ports.apiMetrics[0]}/metrics`).catch(
    () => '',
  )
  const lines = text.split('\n')
  const own = new URL(url).port
  const valueOf = (line: string) => Number(line.slice(line.lastIndexOf(' ') + 1))
  const heads = lines.filter((line) => line.startsWith('galx_node_head_block{'))
  const head = heads.filter((line) => line.includes(own)).map(valueOf)[0]
  const down = lines.some(
    (line) => line.startsWith('galx_node_up{') && line.includes(own) && valueOf(line) === 0,
  )
  return down || (head !== undefined && Math.max(...heads.map(valueOf)) > head + 2)
}

function nodeEvent(manner: Exclude<Manner, 'honest'>, title: string): DrillEvent {
  return {
    key: `node-${manner}`,
    title,
    goal: 'noticed, no wrong row, no delay beyond 2 s',
    run: async (world) => {
      const normal = await longestDelay(world)
      if (normal === null) throw new Error('no block reaches the tables with three honest nodes')
      const before = await noticed(world)
      const [node] = world.nodes
      node!.behave(manner)
      const seen = async () => (await noticed(world)) > before || (await reported(world, node!))
      let delayed: number | null = null
      let found = false
      try {
        delayed = await longestDelay(world)
        found = await until('somebody to notice', 60_000, seen).catch(() => false)
      } finally {
        node!.behave('honest')
      }
      const since = now()
      await untilIndexed(world, await finalised(world.chain.rpcUrl), 120_000)
      // The second engine does not decide by majority. If its nodes differ, it reports the difference and ends. Then its supervisor restarts it.
      const stopped = await world.processes.excuseEnd(`${KEEPER}-galx-verdicts`)
      const recovered = now() - since
      const delay =
        delayed === null
          ? `no final block was taken into the tables within ${time(WAIT_MS)}, and ${time(recovered)} after the node was honest again all were there`
          : `a final block was in the tables after at most ${time(delayed)} (${time(normal)} with three honest nodes)`
      return {
        measured: `${found ? 'noticed' : 'NOT noticed'}; ${delay}${stopped ? '; the second engine ended, and went on once its nodes agreed' : ''}; rows are compared by the reindex after the restore`,
        passed: found && delayed !== null && delayed - normal <= 2_000,
      }
    },
  }
}

export const nodeLies = nodeEvent('lies', 'one of three nodes lies')
export const nodeLags = nodeEvent('lags', 'one of three nodes lags')
export const nodeDead = nodeEvent('dead', 'one of three nodes is dead')
