/** Signed vouchers: the `sign` calls of products.ts return the caller's own vouchers, GET /api/vouchers/{epoch} returns all accounts' vouchers. */
import { Type, type Static, type TSchema } from 'typebox'
import { PROGRAM_KEYS, type ProgramKey } from '../products.ts'
import { AddressSchema, AmountSchema, PageQuery, TimeSchema, TokenSymbolSchema } from './common.ts'
import { SignersNonceSchema, VoucherSignatureSchema } from './voucherSchemas.ts'

const ProgramKeySchema = Type.Enum([...PROGRAM_KEYS])

function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** The request of a sign call: the program if there are several, the first by default; nothing if there is one program. */
export function signRequestOf(programs: readonly ProgramKey[]) {
  const [first] = programs
  return Type.Object(
    programs.length > 1 ? { program: Type.Optional(Type.Enum([...programs], { default: first! })) } : {},
    { additionalProperties: false },
  )
}

export const SignData = Type.Object({
  program: ProgramKeySchema,
  /** RewardVouchers' id, a decimal uint256 */
  programId: AmountSchema,
  token: TokenSymbolSchema,
  account: AddressSchema,
  cumulative: Type.String({
    pattern: '^[0-9]{1,78}$',
    description: 'wei that the voucher grants in all; 0 without a signed voucher',
  }),
  claimed: Type.String({
    pattern: '^[0-9]{1,78}$',
    description: 'wei that the account has drawn, from the contract',
  }),
  claimable: Type.String({ pattern: '^[0-9]{1,78}$', description: 'wei that a claim pays now' }),
  deadline: orNull(TimeSchema),
  signersNonce: orNull(SignersNonceSchema),
  /** the signer's */
  signature: orNull(VoucherSignatureSchema),
  coSignature: orNull(VoucherSignatureSchema),
  /** RewardVouchers */
  contract: AddressSchema,
})
export type SignData = Static<typeof SignData>

export const VouchersQuery = Type.Object(PageQuery, { additionalProperties: false })

export const PublicVoucher = Type.Object({
  program: ProgramKeySchema,
  /** RewardVouchers' id, a decimal uint256 */
  programId: AmountSchema,
  account: AddressSchema,
  /** the total sum in wei; drawn amounts count towards it */
  cumulative: AmountSchema,
  deadline: TimeSchema,
  signersNonce: SignersNonceSchema,
  /** the signer's */
  signature: VoucherSignatureSchema,
  coSignature: VoucherSignatureSchema,
})
export type PublicVoucher = Static<typeof PublicVoucher>

/** By account and program. A voucher is in the list of the epoch at whose close it was last signed. */
export const VouchersData = Type.Object({
  list: Type.Array(PublicVoucher),
  nextCursor: orNull(Type.String()),
})
export type VouchersData = Static<typeof VouchersData>
