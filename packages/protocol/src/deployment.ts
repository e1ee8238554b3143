/**
 * The deployment file: what a deployment put where. Written by the operator's deploy script, read by everything else.
 * Amount-like values are decimal strings; addresses are lowercase.
 */
import { Type, type Static } from 'typebox'

export const TOKEN_SYMBOLS = ['USDT', 'AAA', 'MCM', 'GALX', 'BTCB'] as const
export type TokenSymbol = (typeof TOKEN_SYMBOLS)[number]

/** The staking products that are pools of StakingPools. */
export const POOL_KEYS = ['galx', 'galxMcm', 'btc', 'mcm', 'mcf', 'aaa'] as const
export type PoolKey = (typeof POOL_KEYS)[number]

const Address = Type.String({ pattern: '^0x[0-9a-f]{40}$' })
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' })
const Symbol = Type.Enum([...TOKEN_SYMBOLS])

export const TokenSchema = Type.Object({
  address: Address,
  decimals: Type.Literal(18),
  /** whether the token takes EIP-2612 permits */
  permit: Type.Boolean(),
})

export const TierSchema = Type.Object({
  /** seconds; 0 is flexible */
  duration: Type.Integer({ minimum: 0 }),
  multiplierBps: Type.Integer({ minimum: 10_000 }),
  penaltyBps: Type.Integer({ minimum: 0, maximum: 2_000 }),
})

export const PoolSchema = Type.Object({
  /** the contract's pool id, a decimal uint256: opaque, never a JavaScript number */
  id: Type.String({ pattern: '^[0-9]+$' }),
  stakeToken: Symbol,
  pairToken: Type.Union([Symbol, Type.Null()]),
  /** wei of the pair token per 1e18 wei of the stake token, decimal */
  pairRatio: Type.String({ pattern: '^[0-9]+$' }),
  rewardToken: Symbol,
  boosted: Type.Boolean(),
  tiers: Type.Array(TierSchema, { minItems: 1, maxItems: 4 }),
})

export const ContractSchema = Type.Object({ address: Address, codeHash: Hash })

export const DeploymentSchema = Type.Object({
  version: Type.Literal(1),
  network: Type.String(),
  chainId: Type.Integer(),
  genesisHash: Hash,
  /** first block that can hold one of our logs */
  deployBlock: Type.Integer({ minimum: 0 }),
  /** by symbol; a network may lack none */
  tokens: Type.Object({
    USDT: TokenSchema,
    AAA: TokenSchema,
    MCM: TokenSchema,
    GALX: TokenSchema,
    BTCB: TokenSchema,
  }),
  /** by contract name: StakingPools, Timelock, Multicall3, DemoFaucet, … */
  contracts: Type.Record(Type.String(), ContractSchema),
  /** by pool key; a pool that is not made yet is absent */
  pools: Type.Partial(
    Type.Object({
      galx: PoolSchema,
      galxMcm: PoolSchema,
      btc: PoolSchema,
      mcm: PoolSchema,
      mcf: PoolSchema,
      aaa: PoolSchema,
    }),
  ),
})

export type Deployment = Static<typeof DeploymentSchema>
export type DeployedPool = Static<typeof PoolSchema>
export type DeployedToken = Static<typeof TokenSchema>
