/**
 * The metrics of the product as a whole, which one listener serves: budgets, bonuses, the two engines, the nodes. Prometheus's scrapes read them
 * through a cache, within a time limit. An unknown series is absent, because unknown is not 0.
 */
import { Gauge, type Registry } from 'prom-client'
import type { Deployment } from '@galx/protocol/deployment'
import { LATE_REASONS } from '@galx/protocol/http/bonuses'
import type { Nodes } from '../../chain/rpc/nodes.ts'
import type { NodeStatus } from '../../chain/rpc/watchNodes.ts'
import type { Sql } from '../../platform/database/connection.ts'
import { withTimeout } from '../../platform/withTimeout.ts'
import { readBonusStatus } from '../../ledger/bonusStatus.ts'
import { countDifferingEpochs } from '../../ledger/secondEngine.ts'
import { readBudgets } from './budgets.ts'

export type Watched = {
  sql: Sql
  nodes: Nodes
  deployment: Deployment
  nodeStatuses(): Promise<NodeStatus[]>
  /** milliseconds since 1970 */
  now(): number
}

/** Milliseconds that a scrape waits for each answer. */
const ANSWER_TIMEOUT = 3_000
/** Milliseconds for which an answer serves all scrapes. Only fundings change budgets. */
const BUDGETS_FRESH = 30_000
const TABLES_FRESH = 2_000
/** Each read costs two calls of each node's plan. */
const NODES_FRESH = 30_000

export function watchStatus(registry: Registry, watched: Watched): void {
  watchBudgets(registry, watched)
  watchBonuses(registry, watched)
  watchNodeStatuses(registry, watched)
}

function watchBudgets(registry: Registry, { nodes, deployment }: Watched): void {
  const read = seldom(BUDGETS_FRESH, () => readBudgets(nodes, deployment))
  new Gauge({
    name: 'galx_budget_runway_seconds',
    help: 'Seconds until the rewards of a pool, a program or the vault end, if nobody adds rewards',
    labelNames: ['kind', 'name'],
    registers: [registry],
    async collect() {
      const budgets = await read()
      this.reset()
      for (const { kind, name, runway } of budgets ?? []) this.set({ kind, name }, runway)
    },
  })
}

function watchBonuses(registry: Registry, { sql, deployment, now }: Watched): void {
  const seconds = () => Math.floor(now() / 1000)
  const read = seldom(TABLES_FRESH, () => readBonusStatus(sql, deployment, seconds()))
  new Gauge({
    name: 'galx_bonuses_late_seconds',
    help: 'Seconds since the end of the first epoch whose signatures are overdue; 0 while no epoch is late',
    registers: [registry],
    async collect() {
      const status = await read()
      this.remove()
      if (status !== null) this.set(status.late === null ? 0 : seconds() - status.late.since)
    },
  })
  new Gauge({
    name: 'galx_bonuses_late',
    help: '1 for the reason why bonuses are late',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      const status = await read()
      this.reset()
      if (status !== null)
        for (const reason of LATE_REASONS) this.set({ reason }, status.late?.reason === reason ? 1 : 0)
    },
  })
  const count = seldom(TABLES_FRESH, () => countDifferingEpochs(sql))
  new Gauge({
    name: 'galx_epochs_differing',
    help: 'How many of the newest epochs have different hashes in the indexer, the second engine and EpochLog',
    registers: [registry],
    async collect() {
      const differing = await count()
      this.remove()
      if (differing !== null) this.set(differing)
    },
  })
}

function watchNodeStatuses(registry: Registry, { nodeStatuses }: Watched): void {
  const read = seldom(NODES_FRESH, nodeStatuses)
  const gauge = (name: string, help: string, valueOf: (status: NodeStatus) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['node'],
      registers: [registry],
      async collect() {
        const statuses = await read()
        this.reset()
        for (const status of statuses ?? []) {
          const value = valueOf(status)
          if (value !== null) this.set({ node: status.host }, value)
        }
      },
    })
  gauge('galx_node_up', '1 while the node answers', ({ milliseconds }) => (milliseconds === null ? 0 : 1))
  gauge('galx_node_head_block', 'Newest block that the node knows', ({ head }) => head)
  gauge('galx_node_finalised_block', 'Last finalised block that the node knows', ({ finalised }) => finalised)
  gauge('galx_node_answer_seconds', 'Time of the node’s last answer', ({ milliseconds }) =>
    milliseconds === null ? null : milliseconds / 1000,
  )
}

/** Caches an answer for this many milliseconds. Null if the read fails or takes too long; null is not cached. */
function seldom<Answer>(milliseconds: number, read: () => Promise<Answer>): () => Promise<Answer | null> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    const at = performance.now()
    if (last === undefined || at - last.at >= milliseconds) {
      const answer = read()
      const made = (last = { at, answer })
      answer.catch(() => {
        if (last === made) last = undefined
      })
    }
    return withTimeout(ANSWER_TIMEOUT, last.answer)
  }
}
