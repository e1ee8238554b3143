/**
 * Bonuses: the grants of an account, and their computation (docs/rewards.md). Points are wei * seconds; for `promotion` they are the owed wei.
 * These answers have the envelope. `GET /api/epochs/{epoch}/header` and `GET /api/epochs/{epoch}/parts/{xx}` return the epoch file's own
 * bytes (text/plain, never changing).
 */
import { Type, type Static } from 'typebox'
import { PROGRAM_KEYS } from '../products.ts'
import { AddressInputSchema, AddressSchema, AmountSchema, AsOfSchema, TimeSchema } from './common.ts'
import { SignersNonceSchema, VoucherSignatureSchema } from './voucherSchemas.ts'

export const ProgramKeySchema = Type.Enum([...PROGRAM_KEYS])
export const EpochSchema = Type.Integer({ minimum: 0, description: 'epoch: unix time / epoch duration' })
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' })

/** Why no voucher is signed for ended epochs. */
export const LATE_REASONS = [
  /** the indexer has not read the chain up to the end of the epoch */
  'indexing',
  /** the indexer has halted: the read data does not fit the stored data */
  'halted',
  /** the second computation has not finished, or only one node gave some blocks of the epoch */
  'unconfirmed',
  /** the two computations differ */
  'disagreement',
  /** the hash is not published on-chain, or its transaction is not final */
  'unpublished',
  /** the grants would exceed the vested amount, or a grant would fall */
  'unfunded',
  /** the signer is disabled, or its key is not reachable */
  'signer',
  /** the co-signer is disabled or not reachable, or refuses grants that differ from its own results */
  'coSigner',
] as const
export type LateReason = (typeof LATE_REASONS)[number]
/** `since`: the end of the first waiting epoch */
export const LatenessSchema = Type.Union([
  Type.Object({ since: TimeSchema, reason: Type.Enum([...LATE_REASONS]) }),
  Type.Null(),
])

/** The last epoch that is closed, published and signed; null: none yet. `until`: its end */
export const SettledSchema = Type.Union([Type.Object({ epoch: EpochSchema, until: TimeSchema }), Type.Null()])

/** A signed voucher for RewardVouchers. The answer names program and account beside the voucher. */
export const VoucherSchema = Type.Object({
  cumulative: AmountSchema,
  deadline: TimeSchema,
  signersNonce: SignersNonceSchema,
  signature: VoucherSignatureSchema,
  coSignature: VoucherSignatureSchema,
})
export type VoucherAnswer = Static<typeof VoucherSchema>

/** GET /api/bonuses */
export const BonusesQuery = Type.Object({ address: AddressInputSchema }, { additionalProperties: false })
export type BonusesQuery = Static<typeof BonusesQuery>

export const BonusOfProgram = Type.Object({
  program: ProgramKeySchema,
  /** RewardVouchers' id, a decimal uint256 */
  programId: AmountSchema,
  cumulative: Type.Union([AmountSchema, Type.Null()], {
    description:
      'wei granted in all closed epochs, except epochs with blocks that wait for a second node; null before the first block is indexed',
  }),
  /** the last epoch that added something; null: none yet, or `cumulative` is unknown */
  epoch: Type.Union([EpochSchema, Type.Null()]),
  /** public, like all vouchers; null: nothing granted, or not signed yet. May grant less than `cumulative` while bonuses are late */
  voucher: Type.Union([VoucherSchema, Type.Null()]),
})
export type BonusOfProgram = Static<typeof BonusOfProgram>

export const BonusesData = Type.Object({
  address: AddressSchema,
  /** every program of the deployment, in the order of the deployment */
  programs: Type.Array(BonusOfProgram),
  settled: SettledSchema,
  late: LatenessSchema,
  asOf: AsOfSchema,
})
export type BonusesData = Static<typeof BonusesData>

/** GET /api/bonusHistory: the epochs in which an account has a row in a program, newest first. */
export const BonusHistoryQuery = Type.Object(
  {
    address: AddressInputSchema,
    program: ProgramKeySchema,
    before: Type.Optional(Type.Integer({ minimum: 0, description: 'only epochs below this epoch' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  },
  { additionalProperties: false },
)
export type BonusHistoryQuery = Static<typeof BonusHistoryQuery>

export const BonusHistoryItem = Type.Object({
  epoch: EpochSchema,
  from: TimeSchema,
  to: TimeSchema,
  points: AmountSchema,
  bonus: AmountSchema,
  cumulative: AmountSchema,
  /** the points of all accounts together */
  allPoints: AmountSchema,
  grantable: AmountSchema,
  /** whether the epoch's hash is in EpochLog, in a final block */
  published: Type.Boolean(),
})
export type BonusHistoryItem = Static<typeof BonusHistoryItem>

export const BonusHistoryData = Type.Object({
  list: Type.Array(BonusHistoryItem),
  /** `before` of the next page; null on the last page */
  next: Type.Union([EpochSchema, Type.Null()]),
  asOf: AsOfSchema,
})
export type BonusHistoryData = Static<typeof BonusHistoryData>

/** The weight from `from` until just before `to`, unix seconds. Segments are in order and without gaps. */
export const SegmentSchema = Type.Object({ from: TimeSchema, to: TimeSchema, weight: AmountSchema })
export type SegmentAnswer = Static<typeof SegmentSchema>

/** The greatest number of members in a list. `memberCount` is the number of all members. */
export const MEMBERS_SHOWN = 1_000

/** A direct member whose weight counted. */
export const CountedMember = Type.Object({
  address: AddressSchema,
  /** the second from which the inviter is bound */
  since: TimeSchema,
  /** within the epoch, from `since` on; for `galx` the sum of both pools' weights, for `zn` shares */
  segments: Type.Array(SegmentSchema),
  /** at `asOf`, for the comparison with the chain */
  latest: AmountSchema,
})
export type CountedMember = Static<typeof CountedMember>

/** Rule 8: the weight of the members, at most five times the account's own weight. */
export const MembersCalculation = Type.Object({
  rule: Type.Literal('members'),
  own: Type.Array(SegmentSchema, {
    description:
      'the account’s own weight during the whole epoch. If the weight changed more than 5 000 times in the epoch, the list begins later, and has every change from its beginning on',
  }),
  ownComplete: Type.Boolean({
    description: 'false: the own weight at the beginning of the epoch is unknown',
  }),
  ownLatest: AmountSchema,
  /** the members with weight in the epoch, the greatest share of the points first */
  members: Type.Array(CountedMember, { maxItems: MEMBERS_SHOWN }),
  memberCount: Type.Integer({
    minimum: 0,
    description:
      'the number of all members with weight in the epoch. If the account has more than 1 000 direct members, this is the number of all direct members, and `members` has those with the greatest hash power',
  }),
  unlisted: Type.Integer({
    minimum: 0,
    description:
      'the number of members that are counted and not listed. A member is not listed if its weight changed more than 100 times in the epoch, or if the weights of all members together changed more than 20 000 times',
  }),
})
export type MembersCalculation = Static<typeof MembersCalculation>

/** Rule 9. */
export const NodeCalculation = Type.Object({
  rule: Type.Literal('node'),
  live: Type.Array(Type.Object({ from: TimeSchema, to: TimeSchema }), {
    description: 'the times in which the account held a live pass; empty if `liveComplete` is false',
  }),
  liveComplete: Type.Boolean({
    description:
      'false: the times are not known, because the account received passes more than 1 000 times in all, or its passes changed more than 5 000 times in the epoch',
  }),
})
export type NodeCalculation = Static<typeof NodeCalculation>

function Count(description: string) {
  return Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], { description })
}

/** Rule 10. */
export const PromotionCalculation = Type.Object({
  rule: Type.Literal('promotion'),
  qualified: Count(
    "the number of direct members that were qualified at the epoch's end; null: unknown. For an epoch before the last closed epoch, the number is unknown if the inviter has more than 1 000 direct members, or a member whose `qualified` is null",
  ),
  highest: Count(
    'the highest number of qualified members up to the epoch’s end; null for every epoch before the last closed epoch, because only the newest number is stored',
  ),
  entitled: AmountSchema,
  members: Type.Array(
    Type.Object({
      address: AddressSchema,
      qualified: Type.Union([Type.Boolean(), Type.Null()], {
        description:
          "whether the member was qualified at the epoch's end; null: unknown, because the member has more than 100 positions in a pool or more than 1 000 later events in a pool, or because the members listed before it together have more than 50 000",
      }),
      since: Type.Union([TimeSchema, Type.Null()], {
        description:
          "the time at which the member's oldest position was opened that was large enough at the epoch's end; null: no position was large enough, or the member exceeds the limits of `qualified`",
      }),
    }),
    { maxItems: MEMBERS_SHOWN },
  ),
  memberCount: Type.Integer({ minimum: 0, description: 'direct members, bound' }),
})
export type PromotionCalculation = Static<typeof PromotionCalculation>

/** GET /api/epochs/{epoch}/account/{address} */
export const AccountProgram = Type.Object({
  program: ProgramKeySchema,
  /** without a row in this epoch, `points` and `bonus` are "0", and `cumulative` is the sum of the account's last row */
  points: AmountSchema,
  bonus: AmountSchema,
  cumulative: AmountSchema,
  allPoints: AmountSchema,
  grantable: AmountSchema,
  calculation: Type.Union([MembersCalculation, NodeCalculation, PromotionCalculation]),
})
export type AccountProgram = Static<typeof AccountProgram>

export const AccountEpochData = Type.Object({
  epoch: EpochSchema,
  address: AddressSchema,
  from: TimeSchema,
  to: TimeSchema,
  /** keccak256 of the header */
  hash: Hash,
  /** every program of the epoch's ruleset, in the order of the ruleset */
  programs: Type.Array(AccountProgram),
  /** the block of `latest` and `ownLatest` */
  asOf: AsOfSchema,
})
export type AccountEpochData = Static<typeof AccountEpochData>

/** GET /api/epochs: closed epochs, newest first. */
export const EpochsQuery = Type.Object(
  {
    before: Type.Optional(Type.Integer({ minimum: 0, description: 'only epochs below this epoch' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  },
  { additionalProperties: false },
)
export type EpochsQuery = Static<typeof EpochsQuery>

export const EpochItem = Type.Object({
  epoch: EpochSchema,
  from: TimeSchema,
  to: TimeSchema,
  ruleset: Type.Integer({ minimum: 1 }),
  hash: Hash,
  /** the block number that was published with the hash */
  blockNumber: Type.Integer({ minimum: 0 }),
  published: Type.Boolean(),
  programs: Type.Array(
    Type.Object({
      program: ProgramKeySchema,
      grantable: AmountSchema,
      points: AmountSchema,
      bonuses: AmountSchema,
      cumulative: AmountSchema,
      accounts: Type.Integer({ minimum: 0 }),
    }),
  ),
})
export type EpochItem = Static<typeof EpochItem>

export const EpochsData = Type.Object({
  list: Type.Array(EpochItem),
  /** `before` of the next page; null on the last page */
  next: Type.Union([EpochSchema, Type.Null()]),
  late: LatenessSchema,
  asOf: AsOfSchema,
})
export type EpochsData = Static<typeof EpochsData>
