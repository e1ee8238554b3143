/** Stores the nodes' limits across restarts, so that a new process does not learn them from refusals again. */
import type { Endpoints } from '../../chain/rpc/endpoints.ts'
import type { LearntLimits } from '../../chain/rpc/nodeLimits.ts'
import type { Sql } from '../../platform/database/connection.ts'

export class StoredLimits {
  readonly #sql: Sql
  readonly #endpoints: Endpoints
  #kept = new Map<string, string>()

  constructor(sql: Sql, endpoints: Endpoints) {
    this.#sql = sql
    this.#endpoints = endpoints
  }

  async load(): Promise<void> {
    const rows = await this.#sql<(LearntLimits & { node: string })[]>`
      select node, blocks, calls, calls_per_second as "callsPerSecond" from galx.node_limits`
    for (const { node, ...learnt } of rows)
      for (const { name, limits } of this.#endpoints.all) if (name === node) limits.restore(learnt)
  }

  /** Writes the limits that have changed since the last call. */
  async save(): Promise<void> {
    for (const { name, limits } of this.#endpoints.all) {
      const { blocks, calls, callsPerSecond } = limits.learnt
      const now = `${blocks} ${calls} ${callsPerSecond}`
      if (this.#kept.get(name) === now) continue
      await this.#sql`
        insert into galx.node_limits (node, blocks, calls, calls_per_second)
        values (${name}, ${blocks}, ${calls}, ${callsPerSecond})
        on conflict (node) do update
        set blocks = excluded.blocks, calls = excluded.calls, calls_per_second = excluded.calls_per_second`
      this.#kept.set(name, now)
    }
  }
}
