/** GET /api/status: the block up to which the tables are complete, and the state of the servers' nodes. `totals`: hash power and teams. */
import { Type, type Static } from 'typebox'
import { LatenessSchema, SettledSchema } from './bonuses.ts'
import { AsOfSchema, TimeSchema } from './common.ts'

const Block = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])

export const StatusData = Type.Object({
  at: Type.Integer({ minimum: 0, description: 'time of the read, unix seconds' }),
  nodes: Type.Array(
    Type.Object({
      host: Type.String({ description: 'only host and port, because an address may contain a key' }),
      head: Block,
      finalised: Block,
      milliseconds: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description: 'of its answer; null: it did not answer',
      }),
    }),
  ),
  indexer: Type.Object({
    indexed: AsOfSchema,
    totals: AsOfSchema,
    ranks: AsOfSchema,
    halted: Type.Union([
      Type.Object({ since: TimeSchema, block: Type.Integer({ minimum: 0 }) }),
      Type.Null(),
    ]),
    contracts: Type.Union(
      [
        Type.Object({
          block: Type.Integer({ minimum: 0 }),
          at: TimeSchema,
          differences: Type.Integer({ minimum: 0 }),
        }),
        Type.Null(),
      ],
      { description: 'the last comparison of the tables with the contracts; null: none yet' },
    ),
  }),
  bonuses: Type.Object({ settled: SettledSchema, late: LatenessSchema }),
})
export type StatusData = Static<typeof StatusData>
