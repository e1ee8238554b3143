/**
 * The deployment file: the contracts of a deployment and their addresses. The operator's deploy script writes it, and all other programs read it.
 * Amounts are decimal strings. Addresses are lowercase.
 */
import { Type, type Static, type TOptional, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import {
  CONTRACT_NAMES,
  DEVELOPMENT_CONTRACT_NAMES,
  POOL_KEYS,
  PROGRAM_KEYS,
  SWAP_SYMBOLS,
  TOKEN_SYMBOLS,
} from './products.ts'
import { parseRulesets, PROGRAM_RULES, type Ruleset } from './rulesets.ts'

/** An object that has `schema` under each of `keys`. */
function each<Key extends string, Schema extends TSchema>(keys: readonly Key[], schema: Schema) {
  return Type.Object(Object.fromEntries(keys.map((key) => [key, schema])) as Record<Key, Schema>)
}
/** An object that may have `schema` under each of `keys`. */
function eachOptional<Key extends string, Schema extends TSchema>(keys: readonly Key[], schema: Schema) {
  return Type.Object(
    Object.fromEntries(keys.map((key) => [key, Type.Optional(schema)])) as Record<Key, TOptional<Schema>>,
  )
}

const Address = Type.String({ pattern: '^0x[0-9a-f]{40}$' })
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' })
const Symbol = Type.Enum([...TOKEN_SYMBOLS])
const SwapSymbol = Type.Enum([...SWAP_SYMBOLS])
/** the constructor arguments of our own contracts, ABI-encoded; the address follows from them, the published creation code and the salt */
const ConstructorArguments = Type.Optional(Type.String({ pattern: '^0x([0-9a-f]{2})*$' }))

export const TokenSchema = Type.Object({
  address: Address,
  decimals: Type.Literal(18),
  /** whether the token takes EIP-2612 permits */
  permit: Type.Boolean(),
  codeHash: Hash,
  constructorArguments: ConstructorArguments,
})

export const TierSchema = Type.Object({
  /** seconds; 0 is flexible */
  duration: Type.Integer({ minimum: 0 }),
  multiplierBps: Type.Integer({ minimum: 10_000 }),
  penaltyBps: Type.Integer({ minimum: 0, maximum: 2_000 }),
})

export const PoolSchema = Type.Object({
  /** the contract's pool id, a decimal uint256; opaque, never a JavaScript number */
  id: Type.String({ pattern: '^[0-9]+$' }),
  stakeToken: Symbol,
  pairToken: Type.Union([Symbol, Type.Null()]),
  /** wei of the pair token per 1e18 wei of the stake token, decimal */
  pairRatio: Type.String({ pattern: '^[0-9]+$' }),
  rewardToken: Symbol,
  /** seconds over which a fresh funding streams */
  rewardDuration: Type.Integer({ minimum: 1 }),
  /** whether Levels raises the weight */
  boosted: Type.Boolean(),
  tiers: Type.Array(TierSchema, { minItems: 1, maxItems: 4 }),
})

export const ContractSchema = Type.Object({
  address: Address,
  /** keccak256 of the code on the chain */
  codeHash: Hash,
  constructorArguments: ConstructorArguments,
})

export const ProgramSchema = Type.Object({
  /** RewardVouchers' program id, a decimal uint256; opaque, never a JavaScript number */
  id: Type.String({ pattern: '^[0-9]+$' }),
  token: Symbol,
  /** wei that vest with each completed epoch, decimal */
  budgetPerEpoch: Type.String({ pattern: '^[0-9]+$' }),
  /** unix seconds, an epoch boundary; nothing vests for earlier epochs */
  start: Type.Integer({ minimum: 0 }),
})

const Decimal = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' })

/** The shape of a ruleset in JSON. `parseRulesets` checks the values. */
export const RulesetSchema = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  firstEpoch: Decimal,
  programs: Type.Array(
    Type.Object({
      key: Type.Enum([...PROGRAM_KEYS]),
      id: Decimal,
      rule: Type.Enum([...PROGRAM_RULES]),
      pools: Type.Array(Decimal),
      vault: Type.Boolean(),
    }),
  ),
  /** basis points of one GALX for each wei of weight */
  power: Type.Array(Type.Object({ pool: Decimal, coefficient: Decimal })),
  /** basis points of one GALX for each 10^12 shares */
  vaultCoefficient: Decimal,
  /** wei of the pool's stake token */
  qualifying: Type.Array(Type.Object({ pool: Decimal, amount: Decimal })),
  /** wei of the promotion token */
  ladder: Type.Array(Type.Object({ members: Type.Integer({ minimum: 1 }), amount: Decimal })),
})

export const PairSchema = Type.Object({ base: SwapSymbol, quote: SwapSymbol, address: Address })

/** The roles and their holders. The roles on the chain must be exactly these. */
export const RolesSchema = Type.Object({
  /** has no role */
  deployer: Address,
  guardian: Address,
  voucherSigner: Address,
  voucherCoSigner: Address,
  epochPublisher: Address,
  timelock: Type.Object({
    /** seconds */
    minDelay: Type.Integer({ minimum: 0 }),
    proposers: Type.Array(Address, { minItems: 1 }),
    /** the zero address: anyone */
    executors: Type.Array(Address, { minItems: 1 }),
  }),
})

export const DeploymentSchema = Type.Object({
  version: Type.Literal(1),
  network: Type.String(),
  chainId: Type.Integer(),
  genesisHash: Hash,
  /** first block that can contain one of our logs */
  deployBlock: Type.Integer({ minimum: 0 }),
  /** the source of the CREATE2 salts of our contracts */
  salt: Type.String({ minLength: 1 }),
  /** by symbol; every network has all of them */
  tokens: each(TOKEN_SYMBOLS, TokenSchema),
  /** seconds of one epoch of the bonus programs, in unix time */
  epochDuration: Type.Integer({ minimum: 1 }),
  /** seconds over which a top-up of ZnVault vests */
  vaultVestingDuration: Type.Integer({ minimum: 1 }),
  roles: RolesSchema,
  /** by contract name */
  contracts: Type.Interface(
    [each(CONTRACT_NAMES, ContractSchema), eachOptional(DEVELOPMENT_CONTRACT_NAMES, ContractSchema)],
    {},
  ),
  /** by pool key; a pool that does not exist yet is absent */
  pools: eachOptional(POOL_KEYS, PoolSchema),
  /** by program key; a program that does not exist yet is absent */
  programs: eachOptional(PROGRAM_KEYS, ProgramSchema),
  /** the rulesets of the bonus programs, in the order of their hashes in EpochLog */
  rulesets: Type.Array(RulesetSchema, { minItems: 1 }),
  /** the exchange's pairs in which the app trades */
  pairs: Type.Array(PairSchema),
  /** the address whose signature on release.json the app trusts (release.ts); absent: no signature is trusted */
  releaseSigner: Type.Optional(Address),
})

export type Deployment = Static<typeof DeploymentSchema>
export type DeployedPool = Static<typeof PoolSchema>
export type DeployedContract = Static<typeof ContractSchema>
export type DeployedProgram = Static<typeof ProgramSchema>

/** @throws Error with the fault: "it is not JSON", or the first wrong field */
export function parseDeployment(text: string): Deployment {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
  if (Value.Check(DeploymentSchema, json)) {
    assertProgramIds(json.programs, parseRulesets(json.rulesets))
    return json
  }
  const [first] = Value.Errors(DeploymentSchema, json)
  throw new Error(`${first?.instancePath || '/'} ${first?.message ?? ''}`)
}

/** Grants are computed for the ids in the rulesets and signed for the ids in the file. A wrong id would pay grants in another program's token. */
function assertProgramIds(programs: Deployment['programs'], rulesets: readonly Ruleset[]): void {
  for (const { number, programs: ruled } of rulesets)
    for (const { key, id } of ruled) {
      const deployed = programs[key]?.id
      if (deployed !== undefined && BigInt(deployed) !== id)
        throw new Error(`/programs/${key}/id must be ${id} as in ruleset ${number}, not ${deployed}`)
    }
}
