/** GET /api/timelock: the announced operations of the timelock. */
import { Type, type Static } from 'typebox'
import { AddressSchema, AmountSchema, AsOfSchema, TimeSchema } from './common.ts'

/** The greatest number of operations in an answer. */
export const MOST_OPERATIONS = 50

const HashSchema = Type.String({ pattern: '^0x[0-9a-f]{64}$' })

export const TimelockData = Type.Object({
  list: Type.Array(
    Type.Object({
      id: HashSchema,
      predecessor: Type.String({
        pattern: '^0x[0-9a-f]{64}$',
        description: 'the operation that must be executed before; zeros: none',
      }),
      salt: HashSchema,
      scheduledAt: TimeSchema,
      readyAt: Type.String({
        pattern: '^[0-9]{1,78}$',
        description: 'unix seconds from which the operation can be executed',
      }),
      calls: Type.Union(
        [
          Type.Array(
            Type.Object({
              target: AddressSchema,
              value: AmountSchema,
              data: Type.String({ pattern: '^0x([0-9a-f]{2})*$' }),
            }),
          ),
          Type.Null(),
        ],
        { description: 'in order; null: too long for this answer' },
      ),
    }),
    { description: 'by `readyAt`' },
  ),
  more: Type.Boolean({ description: 'there are more operations than in the list' }),
  asOf: AsOfSchema,
})
export type TimelockData = Static<typeof TimelockData>
export type TimelockOperation = TimelockData['list'][number]
