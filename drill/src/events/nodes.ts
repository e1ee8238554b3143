/** Nodes of the chain that lie, lag or are dead: whether the indexer notices, and what it costs in time. */
import { rpc } from '@galx/stack/chain/rpc'
import { EDGES } from '../machines/place.ts'
import type { Manner } from '../machines/nodes.ts'
import { askText, sampleOf } from '../requests.ts'
import { until } from '../waiting.ts'
import type { World } from '../world.ts'
import { time, type DrillEvent } from './event.ts'

/** Stakes on whose way into the tables the time is measured. */
const STAKES = 5

async function leadersMetrics({ machines }: World): Promise<string> {
  const texts = await Promise.all(
    EDGES.map((host) => askText(`http://${machines.place.address(host, 'indexer')}/metrics`).catch(() => '')),
  )
  return texts.find((text) => sampleOf(text, 'galx_indexer_leads') === 1) ?? ''
}

async function finalised(url: string): Promise<number> {
  const { number } = await rpc<{ number: string }>(url, 'eth_getBlockByNumber', 'finalized', false)
  return Number.parseInt(number, 16)
}

/** The longest time from a block's finality, as the real node has it, until it is in the tables, milliseconds. */
async function longestDelay(world: World): Promise<number> {
  const { chain } = world
  let longest = 0
  for (let stake = 0; stake < STAKES; stake += 1) {
    const before = await finalised(chain.rpcUrl)
    const next = await until('another final block', 60_000, async () => {
      // People's requests make blocks.
      await rpc(chain.peopleUrl, 'eth_blockNumber')
      const now = await finalised(chain.rpcUrl)
      return now > before ? now : null
    })
    const since = performance.now()
    await until('the block in the tables', 60_000, async () => {
      const indexed = sampleOf(await leadersMetrics(world), 'galx_indexer_indexed_block')
      return indexed !== null && indexed >= next
    })
    longest = Math.max(longest, performance.now() - since)
  }
  return longest
}

/** Faults of nodes that the leader has counted, and whether it names a disputed block. */
async function noticed(world: World): Promise<number> {
  const text = await leadersMetrics(world)
  const faults = text
    .split('\n')
    .filter((line) => line.startsWith('galx_indexer_rpc_faults_total{'))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
  return faults + (sampleOf(text, 'galx_indexer_disputed_block') ?? 0)
}

/** Whether an API process or the indexer says of the node itself that something is wrong. */
async function reported(world: World): Promise<boolean> {
  const text = await askText(`http://${world.machines.place.address('a', 'apiMetrics')}/metrics`).catch(
    () => '',
  )
  const heads = text
    .split('\n')
    .filter((line) => line.startsWith('galx_node_head_block{'))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))
  const down = text.split('\n').some((line) => line.startsWith('galx_node_up{') && line.endsWith(' 0'))
  return down || (heads.length > 1 && Math.max(...heads) > Math.min(...heads) + 2)
}

function nodeEvent(manner: Exclude<Manner, 'honest'>, title: string): DrillEvent {
  return {
    key: `node-${manner}`,
    title,
    goal: 'noticed, no wrong row, no delay beyond 2 s',
    run: async (world) => {
      const normal = await longestDelay(world)
      const before = await noticed(world)
      const [node] = world.nodes
      node!.manner = manner
      try {
        const delayed = await longestDelay(world)
        const seen = await until('somebody to notice', 60_000, async () => {
          return (await noticed(world)) > before || (await reported(world))
        }).catch(() => false)
        const more = Math.max(0, delayed - normal)
        return {
          measured: `${seen ? 'noticed' : 'NOT noticed'}; a final block was in the tables after at most ${time(delayed)} (${time(normal)} with three honest nodes); rows are compared at the end`,
          passed: seen !== false && more <= 2_000,
        }
      } finally {
        node!.manner = 'honest'
      }
    },
  }
}

export const nodeLies = nodeEvent('lies', 'one of three nodes lies')
export const nodeLags = nodeEvent('lags', 'one of three nodes lags')
export const nodeDead = nodeEvent('dead', 'one of three nodes is dead')
