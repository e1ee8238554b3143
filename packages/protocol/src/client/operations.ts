/** The calls of both servers. Generated from docs/openapi by packages/protocol/script/clientText.ts. Do not edit. */

export type AccountEpochData = {
  epoch: Epoch
  address: Address
  from: Time
  to: Time
  hash: string
  programs: AccountProgram[]
  asOf: AsOf
}

export type AccountProgram = {
  program: ProgramKey
  points: Amount
  bonus: Amount
  cumulative: Amount
  allPoints: Amount
  grantable: Amount
  calculation: MembersCalculation | NodeCalculation | PromotionCalculation
}

export type ActivityData = {
  list: ActivityItem[]
  /** null before the first block is indexed */
  total: number | null
  nextCursor: string | null
  asOf: AsOf
}

export type ActivityItem = {
  /** stable and unique within the list */
  id: string
  kind:
    | 'stake'
    | 'unstake'
    | 'exit'
    | 'claim'
    | 'forfeit'
    | 'deposit'
    | 'withdraw'
    | 'level'
    | 'mintPass'
    | 'sendPass'
    | 'receivePass'
    | 'unbondPass'
    | 'bonus'
  product: 'galx' | 'exchange' | 'btc' | 'mcm' | 'mcf' | 'zn' | 'aaa' | 'passes'
  /** null if no staking pool is involved */
  pool: PoolKey | null
  /** the level bought, or the id of the node pass; null for other kinds */
  subject: Amount | null
  /** null for claims and while not indexed */
  position: Amount | null
  token: TokenSymbol
  /** null if nothing moves, or while unknown */
  amount: Amount | null
  pairToken: TokenSymbol | null
  pairAmount: Amount | null
  /** wei of `token` that an early exit cost */
  penalty: Amount | null
  rewardToken: TokenSymbol | null
  /** wei of `rewardToken` that an exit also paid */
  reward: Amount | null
  status: 'pending' | 'confirmed' | 'failed'
  /** the contract’s reason for the failure */
  reason: string | null
  txHash: string
  blockNumber: number | null
  at: Time
}

export type ActivityTotalsData = {
  /** the totals above 0, without bonds of node passes; null before the first block is indexed */
  totals:
    | {
        kind: 'earned' | 'bonus' | 'putIn' | 'takenOut' | 'penalty' | 'forfeited' | 'burned'
        token: TokenSymbol
        amount: Amount
      }[]
    | null
  /** null: all of the history; a time: only the actions from then on, because the history is very long */
  since: Time | null
  asOf: AsOf
}

/** account, lowercase */
export type Address = string

/** wei, decimal */
export type Amount = string

export type AnnouncementItem = {
  id: string
  title: string
  /** plain text */
  body: string
  publishedAt: Time
}

export type AnnouncementsData = { list: AnnouncementItem[] }

export type AsOf = { block: number; at: Time } | null

export type AuthBody = {
  /** 65 bytes, 64 bytes (EIP-2098), or a contract wallet’s own form (ERC-1271, ERC-6492) */
  signature: string
}

export type AuthData = { token: string; expiresAt: Time }

export type BindBody = { inviteCode: InviteCodeInput }

export type BonusHistoryData = { list: BonusHistoryItem[]; next: Epoch | null; asOf: AsOf }

export type BonusHistoryItem = {
  epoch: Epoch
  from: Time
  to: Time
  points: Amount
  bonus: Amount
  cumulative: Amount
  allPoints: Amount
  grantable: Amount
  published: boolean
}

export type BonusOfProgram = {
  program: ProgramKey
  programId: Amount
  /** wei granted in all closed epochs, except epochs with blocks that wait for a second node; null before the first block is indexed */
  cumulative: Amount | null
  epoch: Epoch | null
  voucher: Voucher | null
}

export type BonusesData = {
  address: Address
  programs: BonusOfProgram[]
  settled: Settled
  late: Lateness
  asOf: AsOf
}

export type BtcLevelData = {
  /** every level, level 0 first */
  levels: {
    level: number
    /** wei of MCM that the level costs, counted from level 0 */
    price: string
    /** on the weight, basis points */
    boostBps: number
  }[]
  level: Level
  /** wei of MCM that the next level costs the account; null at the highest level, or if the account’s level is unknown */
  nextPrice: Amount | null
  asOf: AsOf
}

export type CountedMember = { address: Address; since: Time; segments: Segment[]; latest: Amount }

export type EarningsData = {
  pool: PoolKey
  token: TokenSymbol
  asOf: AsOf
  /** oldest first; none before the first block is indexed. Fewer than requested if the account changed its weight too often */
  periods: EarningsPeriod[]
}

export type EarningsPeriod = {
  from: Time
  /** unix seconds, exclusive; for the current period the time of `asOf` */
  to: number
  /** wei of `token` that the account’s weight earned: the contract’s formula for each interval without a change, each rounded down */
  earned: string
  /** wei of `token` that were paid out */
  claimed: string
  /** the account’s at the end of the period, wei */
  weight: string
  /** the pool’s at the end of the period, wei */
  totalWeight: string
}

/** epoch: unix time / epoch duration */
export type Epoch = number

export type EpochItem = {
  epoch: Epoch
  from: Time
  to: Time
  ruleset: number
  hash: string
  blockNumber: number
  published: boolean
  programs: {
    program: ProgramKey
    grantable: Amount
    points: Amount
    bonuses: Amount
    cumulative: Amount
    accounts: number
  }[]
}

export type EpochsData = { list: EpochItem[]; next: Epoch | null; late: Lateness; asOf: AsOf }

export type ErrorDetail = null | { field: string } | { requestId: string }

export type ErrorEnvelope = { code: number; message: string; data: ErrorDetail }

export type FanItem = {
  address: Address
  joinedAt: Time
  status: 'pending' | 'bound'
  hashPower: Amount
  teamHashPower: Amount
  level: Level
  /** holds a live node pass */
  node: boolean
  /** in the requested pool, wei; null: no pool was requested */
  weight: Amount | null
}

export type FansData = {
  list: FanItem[]
  total: number
  nextCursor: string | null
  asOf: AsOf
  /** members in `total` that are not bound yet */
  pending: number
  /** sum over the bound members in the requested pool, wei; null: no pool was requested, a further page, or more than 1 000 members */
  weight: Amount | null
}

export type FundLogData = {
  list: FundLogItem[]
  /** null before the first block is indexed */
  total: number | null
  nextCursor: string | null
  asOf: AsOf
  /** wei of AAA, the sum of all payments in, and of all distributions; null before the first block is indexed */
  totals: { inflow: Amount; distribution: Amount } | null
}

export type FundLogItem = {
  /** stable and unique within the list */
  id: string
  /** inflow: the token reached the fund; distribution: the fund gave it to the stakers of its pool */
  kind: 'inflow' | 'distribution'
  token: TokenSymbol
  amount: Amount
  txHash: string
  blockNumber: number
  at: Time
}

export type InviteCode = string

export type InviteCodeInput = string

export type InvitePreviewData = {
  address: Address
  inviteCode: InviteCode
  team: {
    /** direct members, bound; null before the first block is indexed */
    direct: number | null
    /** all descendants, bound; null before they are counted for the first time */
    total: number | null
    asOf: AsOf
  }
  registeredAt: Time | null
  asOf: AsOf
}

export type Lateness = {
  since: Time
  reason:
    | 'indexing'
    | 'halted'
    | 'unconfirmed'
    | 'disagreement'
    | 'unpublished'
    | 'unfunded'
    | 'signer'
    | 'coSigner'
} | null

/** MCM level; 0: none bought; null: unknown */
export type Level = number | null

export type MembersCalculation = {
  rule: 'members'
  /** the account’s own weight during the whole epoch. If the weight changed more than 5 000 times in the epoch, the list begins later, and has every change from its beginning on */
  own: Segment[]
  /** false: the own weight at the beginning of the epoch is unknown */
  ownComplete: boolean
  ownLatest: Amount
  members: CountedMember[]
  /** the number of all members with weight in the epoch. If the account has more than 1 000 direct members, this is the number of all direct members, and `members` has those with the greatest hash power */
  memberCount: number
  /** the number of members that are counted and not listed. A member is not listed if its weight changed more than 100 times in the epoch, or if the weights of all members together changed more than 20 000 times */
  unlisted: number
}

export type Node = { id: Amount; name: string } | null

export type NodeCalculation = {
  rule: 'node'
  /** the times in which the account held a live pass; empty if `liveComplete` is false */
  live: { from: Time; to: Time }[]
  /** false: the times are not known, because the account received passes more than 1 000 times in all, or its passes changed more than 5 000 times in the epoch */
  liveComplete: boolean
}

export type NonceData = string

export type PassItem = {
  id: Amount
  /** 1 to 32 characters */
  name: string
  /** wei of MCM in the pass */
  bond: string
  mintedAt: Time
  /** time from which the bond can be withdrawn; null: no cool-down is running */
  unbondingUntil: Time | null
  /** whether the pass makes its holder a node: no cool-down is running */
  live: boolean
}

export type PassReportBody = {
  txHash: string
  /** of the pass, in characters */
  name: string
}

export type PassesData = {
  list: PassItem[]
  /** null before the first block is indexed */
  total: number | null
  nextCursor: string | null
  asOf: AsOf
}

export type PoolKey = 'galx' | 'galxMcm' | 'btc' | 'mcm' | 'mcf' | 'aaa'

export type PoolYieldsData = {
  pool: PoolKey
  token: TokenSymbol
  asOf: AsOf
  /** oldest first; without the periods at whose start less than one token was staked */
  periods: PoolYieldsPeriod[]
}

export type PoolYieldsPeriod = {
  from: Time
  /** unix seconds, exclusive; for the current period the time of `asOf` */
  to: number
  /** wei of `token` that 10^18 wei of weight earned in the period, by the contract’s formula, rounded down. One staked token has a weight of 10^18 wei times its multiplier */
  perToken: string
  /** the pool’s at the end of the period, wei */
  totalWeight: string
}

export type PriceHistoryData = {
  base: 'USDT' | 'AAA' | 'MCM' | 'GALX' | 'BTCB' | 'WBNB'
  quote: 'USDT' | 'AAA' | 'MCM' | 'GALX' | 'BTCB' | 'WBNB'
  range: 'hour' | 'day' | 'week' | 'month' | 'all'
  /** length of the points’ periods */
  periodSeconds: number
  /** the price when the range began; null: no price yet */
  before: string | null
  /** the last price of each period with a change, oldest first; at most 400 */
  points: {
    /** unix seconds of the last change in the period */
    at: number
    /** wei of the quote token for 10^18 wei of the base token, decimal, rounded down */
    price: string
  }[]
  /** including the price at the beginning; null: no price */
  high: string | null
  low: string | null
  baseVolume: Amount
  quoteVolume: Amount
  swaps: number
  from: Time
  asOf: AsOf
}

export type ProductLogData = {
  list: ProductLogItem[]
  /** null before the first block is indexed */
  total: number | null
  nextCursor: string | null
  asOf: AsOf
}

export type ProductLogItem = {
  /** stable and unique within the list */
  id: string
  kind:
    | 'stake'
    | 'unstake'
    | 'exit'
    | 'claim'
    | 'forfeit'
    | 'deposit'
    | 'withdraw'
    | 'level'
    | 'mintPass'
    | 'sendPass'
    | 'receivePass'
    | 'unbondPass'
    | 'bonus'
  product: 'galx' | 'exchange' | 'btc' | 'mcm' | 'mcf' | 'zn' | 'aaa' | 'passes'
  /** null if no staking pool is involved */
  pool: PoolKey | null
  /** the level bought, or the id of the node pass; null for other kinds */
  subject: Amount | null
  /** null for claims and while not indexed */
  position: Amount | null
  token: TokenSymbol
  /** null if nothing moves, or while unknown */
  amount: Amount | null
  pairToken: TokenSymbol | null
  pairAmount: Amount | null
  /** wei of `token` that an early exit cost */
  penalty: Amount | null
  rewardToken: TokenSymbol | null
  /** wei of `rewardToken` that an exit also paid */
  reward: Amount | null
  status: 'pending' | 'confirmed' | 'failed'
  /** the contract’s reason for the failure */
  reason: string | null
  txHash: string
  blockNumber: number | null
  at: Time
  /** of the position, from 0; null for actions without a position, and while not indexed */
  tier: number | null
  /** when the position’s lock ends or ended; null if `tier` is null */
  unlockAt: Time | null
}

export type ProgramKey = 'galx' | 'btc' | 'promotion' | 'mcm' | 'node' | 'mcf' | 'zn' | 'aaa'

export type PromotionCalculation = {
  rule: 'promotion'
  /** the number of direct members that were qualified at the epoch's end; null: unknown. For an epoch before the last closed epoch, the number is unknown if the inviter has more than 1 000 direct members, or a member whose `qualified` is null */
  qualified: number | null
  /** the highest number of qualified members up to the epoch’s end; null for every epoch before the last closed epoch, because only the newest number is stored */
  highest: number | null
  entitled: Amount
  members: {
    address: Address
    /** whether the member was qualified at the epoch's end; null: unknown, because the member has more than 100 positions in a pool or more than 1 000 later events in a pool, or because the members listed before it together have more than 50 000 */
    qualified: boolean | null
    /** the time at which the member's oldest position was opened that was large enough at the epoch's end; null: no position was large enough, or the member exceeds the limits of `qualified` */
    since: Time | null
  }[]
  /** direct members, bound */
  memberCount: number
}

export type PublicVoucher = {
  program: ProgramKey
  programId: Amount
  account: Address
  cumulative: Amount
  deadline: Time
  /** RewardVouchers’ `signersNonce` when the voucher was signed: the contract pays only vouchers of the current nonce */
  signersNonce: number
  /** r, s and v of the typed data `Voucher` (EIP-712) */
  signature: string
  /** r, s and v of the typed data `Voucher` (EIP-712) */
  coSignature: string
}

export type RankData = {
  list: RankItem[]
  /** all ranks. Null before the board is made for the first time */
  total: number | null
  nextCursor: string | null
  /** of `address`; null without `address` */
  me: RankOfAccount | null
  asOf: AsOf
  /** only on `epoch`: the epoch of the board; null until an epoch is closed and its board exists. A cursor is refused after the next epoch is closed */
  epoch?: { epoch: Epoch; from: Time; to: Time } | null
}

export type RankItem = {
  /** equal hash power shares a rank; on `epoch` equal points */
  rank: number
  address: Address
  /** wei, decimal; on `epoch` the average of the power that counted for the account: points / seconds of the epoch, rounded down */
  hashPower: string
  /** all descendants, bound; the current number on every board */
  members: number
  node: Node
  /** only on `epoch`: what that epoch granted the account in the program `node`, wei */
  bonus?: string
}

export type RankOfAccount = {
  address: Address
  /** wei, decimal; on `epoch` the average of the power that counted for the account: points / seconds of the epoch, rounded down */
  hashPower: string
  /** all descendants, bound; the current number on every board */
  members: number
  node: Node
  /** only on `epoch`: what that epoch granted the account in the program `node`, wei */
  bonus?: string
  /** null without hash power, on `node` without a live node pass, and on `epoch` without points */
  rank: number | null
  /** rank and hash power of the place above. Null at the top and while a board is empty */
  next: {
    /** equal hash power shares a rank; on `epoch` equal points */
    rank: number
    hashPower: Amount
  } | null
}

export type Readiness = {
  status: 'ready' | 'degraded' | 'unavailable' | 'draining'
  checks: {
    database: { ok: boolean }
    chain: { ok: boolean; head: number | null; ageSeconds: number | null }
    indexer: {
      ok: boolean
      block: number | null
      lagBlocks: number | null
      ageSeconds: number | null
      halted: string | null
      differences: number | null
    }
  }
}

export type ReferralsData = {
  from: Time
  /** direct members whose first stake was in the period; null: more than 10 000 */
  bound: number | null
  /** members who named the caller in the period and have not staked yet; null: more than 10 000 */
  pending: number | null
  /** present hash power of the members counted in `bound`; null: more than 10 000 members */
  hashPower: Amount | null
  /** granted for the closed epochs that end in the period; without programs that granted nothing */
  bonuses: { program: ProgramKey; amount: Amount }[]
  asOf: AsOf
}

export type RevokeBody = { id?: string; all?: true }

export type RevokeData = { revoked: number }

export type Segment = { from: Time; to: Time; weight: Amount }

export type SessionItem = {
  id: string
  /** the session of this request */
  current: boolean
  createdAt: Time
  expiresAt: Time
  userAgent: string | null
}

export type SessionsData = { list: SessionItem[] }

export type Settled = { epoch: Epoch; until: Time } | null

export type SignData = {
  program: ProgramKey
  programId: Amount
  token: TokenSymbol
  account: Address
  /** wei that the voucher grants in all; 0 without a signed voucher */
  cumulative: string
  /** wei that the account has drawn, from the contract */
  claimed: string
  /** wei that a claim pays now */
  claimable: string
  deadline: Time | null
  signersNonce: number | null
  signature: string | null
  coSignature: string | null
  contract: Address
}

export type StatusData = {
  /** time of the read, unix seconds */
  at: number
  nodes: {
    /** only host and port, because an address may contain a key */
    host: string
    head: number | null
    finalised: number | null
    /** of its answer; null: it did not answer */
    milliseconds: number | null
  }[]
  indexer: {
    indexed: AsOf
    totals: AsOf
    ranks: AsOf
    halted: { since: Time; block: number } | null
    /** the last comparison of the tables with the contracts; null: none yet */
    contracts: { block: number; at: Time; differences: number } | null
  }
  bonuses: { settled: Settled; late: Lateness }
}

/** unix seconds */
export type Time = number

export type TimelockData = {
  /** by `readyAt` */
  list: {
    id: string
    /** the operation that must be executed before; zeros: none */
    predecessor: string
    salt: string
    scheduledAt: Time
    /** unix seconds from which the operation can be executed */
    readyAt: string
    /** in order; null: too long for this answer */
    calls: { target: Address; value: Amount; data: string }[] | null
  }[]
  /** there are more operations than in the list */
  more: boolean
  asOf: AsOf
}

export type TokenSymbol = 'USDT' | 'AAA' | 'MCM' | 'GALX' | 'BTCB'

export type TransactionReportBody = { txHash: string }

export type TransactionReportData = {
  txHash: string
  /** confirmed: final and indexed */
  status: 'pending' | 'confirmed' | 'failed'
  /** only with failed */
  reason?: string
}

export type UserInfo = {
  address: Address
  /** the inviter, permanent or pending */
  FAddress: Address | null
  inviterStatus: 'pending' | 'bound' | null
  /** null without the account’s own token, and before its first sign-in */
  invite_code: InviteCode | null
  level: Level
  node: Node
  team: {
    /** direct members, bound. Null while nothing is indexed */
    direct: number | null
    /** all descendants, bound. Null until teams are summed */
    total: number | null
    /** wei of GALX, of the team. Null until teams are summed */
    hashPower: Amount | null
    asOf: AsOf
  }
  asOf: AsOf
  /** wei of GALX, of the account: weights by the ruleset’s coefficients. Null while nothing is indexed, and while the server’s deployment file lacks the ruleset */
  hashPower: Amount | null
  /** first sign-in */
  registeredAt: Time | null
}

export type VaultAccountData = {
  address: Address
  /** wei of GALX, all deposits; null before the first block is indexed */
  paidIn: Amount | null
  /** wei of GALX, all withdrawals; null before the first block is indexed */
  takenOut: Amount | null
  asOf: AsOf
}

export type VaultPrice = { at: Time; price: Amount }

export type VaultPricesData = {
  /** oldest first, at equal distances in time; the price never falls */
  prices: VaultPrice[]
  asOf: AsOf
}

export type Voucher = {
  cumulative: Amount
  deadline: Time
  /** RewardVouchers’ `signersNonce` when the voucher was signed: the contract pays only vouchers of the current nonce */
  signersNonce: number
  /** r, s and v of the typed data `Voucher` (EIP-712) */
  signature: string
  /** r, s and v of the typed data `Voucher` (EIP-712) */
  coSignature: string
}

export type VouchersData = { list: PublicVoucher[]; nextCursor: string | null }

/** A call that takes nothing. */
export type Nothing = Record<never, never>

/** Each call by its operationId: what it takes, and the data of a success. */
export type Operations = {
  /** The process is running */
  getHealthLive: { request: Nothing; answer: { status: 'live' } }
  /** For balancers: whether the process accepts requests, whatever the state of database and chain */
  getHealthAccepting: { request: Nothing; answer: { status: 'accepting' | 'draining' } }
  /** Whether the process should get requests, by the database, the age of the chain’s head and the lag of the indexer */
  getHealthReady: { request: Nothing; answer: Readiness }
  /** A text to sign in with: an EIP-4361 message, valid for one sign-in within five minutes. If the address has too many open texts, the call returns the newest open text */
  postUserPublicNonceAddress: {
    request: {
      path: {
        /** account */
        address: string
      }
    }
    answer: NonceData
  }
  /** Signs in with the signature of the text. Contract wallets can sign in too (ERC-1271, ERC-6492) */
  postUserPublicAuthAddress: {
    request: {
      path: {
        /** account */
        address: string
      }
      body: AuthBody
    }
    answer: AuthData
  }
  /** An account. The invite code is shown only with the account’s own token. An unknown address gives nulls and zeros */
  getAAAUserInfo: {
    request: {
      query: {
        /** account */
        address: string
      }
    }
    answer: UserInfo
  }
  /** Names the inviter: pending at once, permanent with the first stake */
  postBindSuggest1: { request: { body: BindBody }; answer: UserInfo }
  /** The caller’s direct members, bound and pending; newest first, or by hash power; with a pool, their weights in it */
  getFans1: {
    request: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
        sort?: 'joined' | 'hashPower'
        /** whose weights are requested */
        pool?: PoolKey
      }
    }
    answer: FansData
  }
  /** The caller’s invitations in the last days: members, their hash power, and the bonuses of the closed epochs */
  getReferrals: {
    request: {
      query: {
        /** the length of the period, which ends now */
        days: 7 | 30 | 90
      }
    }
    answer: ReferralsData
  }
  /** The caller’s history in every product, or only one kind or one product, newest first. The first page begins with open reports */
  getActivity: {
    request: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
        /** only this kind */
        kind?:
          | 'stake'
          | 'unstake'
          | 'exit'
          | 'claim'
          | 'forfeit'
          | 'deposit'
          | 'withdraw'
          | 'level'
          | 'mintPass'
          | 'sendPass'
          | 'receivePass'
          | 'unbondPass'
          | 'bonus'
        /** only this product */
        product?: 'galx' | 'exchange' | 'btc' | 'mcm' | 'mcf' | 'zn' | 'aaa' | 'passes'
      }
    }
    answer: ActivityData
  }
  /** The caller’s whole confirmed history as a file. Amounts are exact, in whole tokens. One file at a time; the number of lines an hour is limited */
  getActivityCsv: { request: Nothing; answer: string }
  /** Sums over the caller’s whole history, by token: earned, bonuses, put in, taken out, cost of early exits. The number of rows a minute is limited for an account */
  getActivityTotals: { request: Nothing; answer: ActivityTotalsData }
  /** The actions of an account in final blocks, or only one kind or one product, newest first. Reports of the account’s browser are left out */
  getAccountActivity: {
    request: {
      query: {
        /** account */
        address: string
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
        /** only this kind */
        kind?:
          | 'stake'
          | 'unstake'
          | 'exit'
          | 'claim'
          | 'forfeit'
          | 'deposit'
          | 'withdraw'
          | 'level'
          | 'mintPass'
          | 'sendPass'
          | 'receivePass'
          | 'unbondPass'
          | 'bonus'
        /** only this product */
        product?: 'galx' | 'exchange' | 'btc' | 'mcm' | 'mcf' | 'zn' | 'aaa' | 'passes'
      }
    }
    answer: ActivityData
  }
  /** Sums over any account’s whole history in final blocks, by token: earned, bonuses, put in, taken out, cost of early exits. The number of rows a minute is limited for a network */
  getAccountTotals: {
    request: {
      query: {
        /** account */
        address: string
      }
    }
    answer: ActivityTotalsData
  }
  /** The caller’s sessions, newest first */
  getSessions: { request: Nothing; answer: SessionsData }
  /** Ends one of the caller’s sessions by its id, or all sessions, including the session of this call */
  postSessionsRevoke: { request: { body: RevokeBody }; answer: RevokeData }
  /** The account that an invite code belongs to */
  getInvitePreview: { request: { query: { code: InviteCodeInput } }; answer: InvitePreviewData }
  /** Announcements in force, newest first, in the caller’s language */
  getAnnouncements: { request: Nothing; answer: AnnouncementsData }
  /** Payments to the AAA fund, and its distributions, newest first */
  getFundInvestLogs: {
    request: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
      }
    }
    answer: FundLogData
  }
  /** Prices of a pair of the exchange by period, with the highest and the lowest price and the volume */
  getPriceHistory: {
    request: {
      query: {
        base: 'USDT' | 'AAA' | 'MCM' | 'GALX' | 'BTCB' | 'WBNB'
        quote: 'USDT' | 'AAA' | 'MCM' | 'GALX' | 'BTCB' | 'WBNB'
        range?: 'hour' | 'day' | 'week' | 'month' | 'all'
      }
    }
    answer: PriceHistoryData
  }
  /** The caller’s node passes by number, at the last final block that was indexed */
  postGetNft: {
    request: {
      body: {
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
      }
    }
    answer: PassesData
  }
  /** The earnings of an account’s weight in one pool in each period, from final blocks and by the contract’s formula */
  getEarnings: {
    request: {
      query: {
        /** account */
        address: string
        pool: PoolKey
        /** in UTC */
        period?: 'hour' | 'day'
        /** number of periods, including the current one */
        count?: number
      }
    }
    answer: EarningsData
  }
  /** The earnings of one staked token in a pool in each period, from final blocks and by the contract’s formula */
  getPoolYields: {
    request: {
      query: {
        pool: PoolKey
        /** in UTC */
        period?: 'hour' | 'day'
        /** number of periods, including the current one */
        count?: number
      }
    }
    answer: PoolYieldsData
  }
  /** A board of ranks by hash power, current or of the last closed epoch, highest first, and the place of one account on it */
  getRank: {
    request: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
        /** node: holders of a live node pass, by team hash power; community: everybody, by team hash power; staker: everybody, by own hash power; epoch: accounts with points in the program `node` in the last closed epoch, by these points */
        type?: 'node' | 'community' | 'staker' | 'epoch'
        /** account */
        address?: string
      }
    }
    answer: RankData
  }
  /** The nodes that this server asks, by host, the last block of its tables, and the last epoch with signed bonuses */
  getStatus: { request: Nothing; answer: StatusData }
  /** Announced operations of the timelock that are neither executed nor cancelled, by date. Each identifier can be computed from its calls */
  getTimelock: { request: Nothing; answer: TimelockData }
  /** The total that each program has granted an account, with the signed vouchers, and whether bonuses are late */
  getBonuses: {
    request: {
      query: {
        /** account */
        address: string
      }
    }
    answer: BonusesData
  }
  /** The epochs in which an account has points or a bonus in a program, newest first */
  getBonusHistory: {
    request: {
      query: {
        /** account */
        address: string
        program: ProgramKey
        /** only epochs below this epoch */
        before?: number
        limit?: number
      }
    }
    answer: BonusHistoryData
  }
  /** Closed epochs of the bonus programs, newest first, and whether bonuses are late */
  getEpochs: {
    request: {
      query?: {
        /** only epochs below this epoch */
        before?: number
        limit?: number
      }
    }
    answer: EpochsData
  }
  /** An epoch’s header: its keccak256 is the hash in EpochLog */
  getEpochsEpochHeader: {
    request: {
      path: {
        /** epoch: unix time / epoch duration */
        epoch: number
      }
    }
    answer: string
  }
  /** One part of an epoch’s file: its keccak256 is in the header. A part without rows has no file. The number of rows a minute is limited for a network */
  getEpochsEpochPartsPart: {
    request: {
      path: {
        /** epoch: unix time / epoch duration */
        epoch: number
        /** first byte of the accounts, two hex digits */
        part: string
      }
    }
    answer: string
  }
  /** How an account’s bonuses of an epoch were computed: its members, all their weights, its own weight, its points and the sum of all points. One request at a time for a network */
  getEpochsEpochAccountAddress: {
    request: {
      path: {
        /** epoch: unix time / epoch duration */
        epoch: number
        /** account */
        address: string
      }
    }
    answer: AccountEpochData
  }
  /** All vouchers that the signer signed at the close of an epoch. Anybody can submit any of them */
  getVouchersEpoch: {
    request: {
      path: {
        /** epoch: unix time / epoch duration */
        epoch: number
      }
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
      }
    }
    answer: VouchersData
  }
  /** Reports a transaction of the caller’s wallet in the pool aaa (stake, stakeWithPermit), or asks for its state */
  postStake: { request: { body: TransactionReportBody }; answer: TransactionReportData }
  /** Reports a transaction of the caller’s wallet in NodePass (transferFrom, safeTransferFrom), or asks for its state */
  postTransferNft: { request: { body: TransactionReportBody }; answer: TransactionReportData }
  /** The price and the effect of each level, and the level of an address, or of the caller by default */
  getBtcLevel: {
    request: {
      query?: {
        /** account */
        address?: string
      }
    }
    answer: BtcLevelData
  }
  /** The price of a share of the vault over time, up to the newest indexed block; at most 121 prices */
  getZnPrices: {
    request: { query?: { span?: 'week' | 'month' | 'quarter' | 'all' } }
    answer: VaultPricesData
  }
  /** The sums of an account’s deposits into the vault and withdrawals from it; zeros for an account without either */
  getZnAccount: {
    request: {
      query: {
        /** account */
        address: string
      }
    }
    answer: VaultAccountData
  }
  /** Reports a transaction of the caller’s wallet in the pool galx (stake, stakeWithPermit), or asks for its state */
  postGalxStake: { request: { body: TransactionReportBody }; answer: TransactionReportData }
  /** Reports a transaction of the caller’s wallet in the pool galxMcm (stake, stakeWithPermit), or asks for its state */
  postGalxMcmStake: { request: { body: TransactionReportBody }; answer: TransactionReportData }
  /** Reports a transaction of the caller’s wallet in the pool btc (stake, stakeWithPermit), or asks for its state */
  postStakeA: { request: { body: TransactionReportBody }; answer: TransactionReportData }
  /** Reports a transaction of the caller’s wallet in Levels (buy, buyWithPermit), or asks for its state */
  postBuyLevel: { request: { body: TransactionReportBody }; answer: TransactionReportData }
  /** Reports a transaction of the caller’s wallet in the pool mcm (stake, stakeWithPermit), or asks for its state */
  postMcmStake: { request: { body: TransactionReportBody }; answer: TransactionReportData }
  /** Reports a transaction of the caller’s wallet in NodePass (mint, mintWithPermit), or asks for its state */
  postMcmNode: { request: { body: PassReportBody }; answer: TransactionReportData }
  /** Reports a transaction of the caller’s wallet in the pool mcf (stake, stakeWithPermit), or asks for its state */
  postMcfStake: { request: { body: TransactionReportBody }; answer: TransactionReportData }
  /** Reports a transaction of the caller’s wallet in ZnVault (deposit, depositWithInviter, depositWithPermit, mint), or asks for its state */
  postZnStake: { request: { body: TransactionReportBody }; answer: TransactionReportData }
  /** The caller’s history in the pool btc and Levels, newest first. The first page begins with open reports */
  getBtcStakeLog: {
    request: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
      }
    }
    answer: ProductLogData
  }
  /** The caller’s history in the pool mcf, newest first. The first page begins with open reports */
  getMcfStakeLog: {
    request: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
      }
    }
    answer: ProductLogData
  }
  /** The caller’s history in ZnVault, newest first. The first page begins with open reports */
  getznStakeLog: {
    request: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string
        limit?: number
      }
    }
    answer: ProductLogData
  }
  /** The caller’s signed voucher of galx; the drawn amount comes from the contract */
  postGetGalxSign: { request: Nothing; answer: SignData }
  /** The caller’s signed voucher of btc or promotion; the drawn amount comes from the contract */
  getSign: { request: { query?: { program?: 'btc' | 'promotion' } }; answer: SignData }
  /** The caller’s signed voucher of mcm or node; the drawn amount comes from the contract */
  postGetMcmSign: { request: { body: { program?: 'mcm' | 'node' } }; answer: SignData }
  /** The caller’s signed voucher of mcf; the drawn amount comes from the contract */
  getMcfSign: { request: Nothing; answer: SignData }
  /** The caller’s signed voucher of zn; the drawn amount comes from the contract */
  getznSign: { request: Nothing; answer: SignData }
  /** The caller’s signed voucher of aaa; the drawn amount comes from the contract */
  getASign: { request: Nothing; answer: SignData }
}

/** The server, method and path of each call. */
export const ROUTES = {
  getHealthLive: ['main', 'GET', '/health/live'],
  getHealthAccepting: ['main', 'GET', '/health/accepting'],
  getHealthReady: ['main', 'GET', '/health/ready'],
  postUserPublicNonceAddress: ['main', 'POST', '/api/user/public/nonce/{address}'],
  postUserPublicAuthAddress: ['main', 'POST', '/api/user/public/auth/{address}'],
  getAAAUserInfo: ['main', 'GET', '/api/getAAAUserInfo'],
  postBindSuggest1: ['main', 'POST', '/api/bindSuggest1'],
  getFans1: ['main', 'GET', '/api/getFans1'],
  getReferrals: ['main', 'GET', '/api/referrals'],
  getActivity: ['main', 'GET', '/api/activity'],
  getActivityCsv: ['main', 'GET', '/api/activity.csv'],
  getActivityTotals: ['main', 'GET', '/api/activityTotals'],
  getAccountActivity: ['main', 'GET', '/api/accountActivity'],
  getAccountTotals: ['main', 'GET', '/api/accountTotals'],
  getSessions: ['main', 'GET', '/api/sessions'],
  postSessionsRevoke: ['main', 'POST', '/api/sessions/revoke'],
  getInvitePreview: ['main', 'GET', '/api/invitePreview'],
  getAnnouncements: ['main', 'GET', '/api/announcements'],
  getFundInvestLogs: ['main', 'GET', '/api/getFundInvestLogs'],
  getPriceHistory: ['main', 'GET', '/api/getPriceHistory'],
  postGetNft: ['main', 'POST', '/api/getNft'],
  getEarnings: ['main', 'GET', '/api/earnings'],
  getPoolYields: ['main', 'GET', '/api/poolYields'],
  getRank: ['main', 'GET', '/api/getRank'],
  getStatus: ['main', 'GET', '/api/status'],
  getTimelock: ['main', 'GET', '/api/timelock'],
  getBonuses: ['main', 'GET', '/api/bonuses'],
  getBonusHistory: ['main', 'GET', '/api/bonusHistory'],
  getEpochs: ['main', 'GET', '/api/epochs'],
  getEpochsEpochHeader: ['main', 'GET', '/api/epochs/{epoch}/header'],
  getEpochsEpochPartsPart: ['main', 'GET', '/api/epochs/{epoch}/parts/{part}'],
  getEpochsEpochAccountAddress: ['main', 'GET', '/api/epochs/{epoch}/account/{address}'],
  getVouchersEpoch: ['main', 'GET', '/api/vouchers/{epoch}'],
  postStake: ['main', 'POST', '/api/stake'],
  postTransferNft: ['main', 'POST', '/api/transferNft'],
  getBtcLevel: ['btc', 'GET', '/api/getBtcLevel'],
  getZnPrices: ['btc', 'GET', '/api/getZnPrices'],
  getZnAccount: ['btc', 'GET', '/api/getZnAccount'],
  postGalxStake: ['btc', 'POST', '/api/galxStake'],
  postGalxMcmStake: ['btc', 'POST', '/api/galxMcmStake'],
  postStakeA: ['btc', 'POST', '/api/stakeA'],
  postBuyLevel: ['btc', 'POST', '/api/buyLevel'],
  postMcmStake: ['btc', 'POST', '/api/mcmStake'],
  postMcmNode: ['btc', 'POST', '/api/mcmNode'],
  postMcfStake: ['btc', 'POST', '/api/mcfStake'],
  postZnStake: ['btc', 'POST', '/api/znStake'],
  getBtcStakeLog: ['btc', 'GET', '/api/getBtcStakeLog'],
  getMcfStakeLog: ['btc', 'GET', '/api/getMcfStakeLog'],
  getznStakeLog: ['btc', 'GET', '/api/getznStakeLog'],
  postGetGalxSign: ['btc', 'POST', '/api/getGalxSign'],
  getSign: ['btc', 'GET', '/api/getSign'],
  postGetMcmSign: ['btc', 'POST', '/api/getMcmSign'],
  getMcfSign: ['btc', 'GET', '/api/getMcfSign'],
  getznSign: ['btc', 'GET', '/api/getznSign'],
  getASign: ['btc', 'GET', '/api/getASign'],
} as const
