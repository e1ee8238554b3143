/** The history of the vault, from its events: GET /api/getZnPrices and GET /api/getZnAccount. */
import { Type, type Static } from 'typebox'
import { AddressInputSchema, AddressSchema, AmountSchema, AsOfSchema, TimeSchema } from './common.ts'

/** Spans of the price series; `all` begins with the first deposit. */
export const VAULT_SPANS = ['week', 'month', 'quarter', 'all'] as const
export type VaultSpan = (typeof VAULT_SPANS)[number]

export const VaultPricesQuery = Type.Object(
  { span: Type.Optional(Type.Enum([...VAULT_SPANS], { default: 'month' })) },
  { additionalProperties: false },
)
export type VaultPricesQuery = Static<typeof VaultPricesQuery>

export const VaultPrice = Type.Object({
  at: TimeSchema,
  /** value of one whole share (10^30 units), wei of GALX, rounded down */
  price: AmountSchema,
})
export type VaultPrice = Static<typeof VaultPrice>

export const VaultPricesData = Type.Object({
  prices: Type.Array(VaultPrice, {
    maxItems: 121,
    description: 'oldest first, at equal distances in time; the price never falls',
  }),
  asOf: AsOfSchema,
})
export type VaultPricesData = Static<typeof VaultPricesData>

export const VaultAccountQuery = Type.Object({ address: AddressInputSchema }, { additionalProperties: false })

/** An account's deposits and withdrawals. Shares that change hands count at their value at that moment. */
export const VaultAccountData = Type.Object({
  address: AddressSchema,
  paidIn: Type.Union([AmountSchema, Type.Null()], {
    description: 'wei of GALX, all deposits; null before the first block is indexed',
  }),
  takenOut: Type.Union([AmountSchema, Type.Null()], {
    description: 'wei of GALX, all withdrawals; null before the first block is indexed',
  }),
  asOf: AsOfSchema,
})
export type VaultAccountData = Static<typeof VaultAccountData>
