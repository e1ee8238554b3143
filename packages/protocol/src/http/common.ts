/** The common schemas of the calls: addresses, amounts, pages, the envelope. Amounts are decimal strings of the token's smallest unit. */
import { Type, type Static, type TSchema } from 'typebox'
import { POOL_KEYS, TOKEN_SYMBOLS } from '../products.ts'

/** In answers: lowercase. */
export const AddressSchema = Type.String({ pattern: '^0x[0-9a-f]{40}$', description: 'account, lowercase' })
/** In requests: any case. The handler refuses a mixed-case address with a wrong EIP-55 checksum. */
export const AddressInputSchema = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'account' })
export const TransactionHashSchema = Type.String({ pattern: '^0x[0-9a-f]{64}$' })
export const TransactionHashInputSchema = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' })
/** wei, at most 78 digits; never a JSON number */
export const AmountSchema = Type.String({ pattern: '^[0-9]{1,78}$', description: 'wei, decimal' })
export const TimeSchema = Type.Integer({ minimum: 0, description: 'unix seconds' })
/** The block up to which an answer is complete. Null: nothing is indexed yet */
export const AsOfSchema = Type.Union([
  Type.Object({ block: Type.Integer({ minimum: 0 }), at: TimeSchema }),
  Type.Null(),
])
/** 8 characters, without those that look alike (0 O 1 I L U) */
export const INVITE_CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const InviteCodeSchema = Type.String({ pattern: `^[${INVITE_CODE_ALPHABET}]{8}$` })
/** In any case; the handler checks the code against the table. */
export const InviteCodeInputSchema = Type.String({ minLength: 1, maxLength: 32 })
export const PoolKeySchema = Type.Enum([...POOL_KEYS])
export const TokenSymbolSchema = Type.Enum([...TOKEN_SYMBOLS])

/** From the chain; null while the indexer has not read the levels. */
export const LevelSchema = Type.Union([Type.Integer({ minimum: 0, maximum: 5 }), Type.Null()], {
  description: 'MCM level; 0: none bought; null: unknown',
})

/** The account's oldest live node pass. */
export const NodeSchema = Type.Union([Type.Object({ id: AmountSchema, name: Type.String() }), Type.Null()])

export const PageQuery = {
  cursor: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$', description: '`nextCursor` of the previous page' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
}

/** A page of a list. `nextCursor` is null on the last page. */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    list: Type.Array(item),
    total: Type.Integer({ minimum: 0 }),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  })
}

/** A page from the chain-derived tables. `asOf`: the page contains everything up to that block */
export function indexedPageOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    ...pageOf(item).properties,
    total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'null before the first block is indexed',
    }),
    asOf: AsOfSchema,
  })
}

/** `total`: null while unknown. */
export type Page<Item> = { list: Item[]; total: number | null; nextCursor: string | null }

/** A success in the API's form. */
export function envelopeOf<Data extends TSchema>(data: Data) {
  return Type.Object({ code: Type.Literal(200), message: Type.String(), data })
}

/** A refusal or a fault: `field` if one field is at fault, `requestId` if the server is at fault. */
export const ErrorDetailSchema = Type.Union([
  Type.Null(),
  Type.Object({ field: Type.String() }),
  Type.Object({ requestId: Type.String() }),
])
export const ErrorEnvelopeSchema = Type.Object({
  code: Type.Integer(),
  message: Type.String(),
  data: ErrorDetailSchema,
})

export type ErrorEnvelope = Static<typeof ErrorEnvelopeSchema>
