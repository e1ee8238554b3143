/** Worlds written by hand. An epoch lasts 60 seconds, the first epoch begins at 60 000, and every program pays 1 000 wei an epoch. */
import type { RulesetJson } from '../../src/rulesets.ts'
import { NOBODY, serialId, WorldBuilder } from './randomWorld.ts'
import type { Hex, RawWorld } from './rawWorld.ts'

const DURATION = 60
const FIRST_EPOCH = 1_000
const BEGIN = FIRST_EPOCH * DURATION
export const BUDGET = 1_000n

/** Each person's address repeats one byte twenty times, so that people can read the files. */
function person(byte: string): Hex {
  return `0x${byte.repeat(20)}`
}
export const ANN = person('a1')
export const BOB = person('b0')
export const CID = person('c1')
export const DAN = person('d0')
export const EVE = person('e1')
export const FAY = person('fa')
export const GUS = person('65')
/** A contract. The rules treat it like any other account. */
export const SAFE = person('5a')

export const [GALX_POOL, PAIR_POOL, BTC_POOL] = [1, 2, 3].map(serialId) as [bigint, bigint, bigint]

const MEMBERS = { rule: 'members', vault: false } as const
const NO_POOLS = { pools: [], vault: false }
const PROGRAMS = {
  galx: { id: serialId(11), ...MEMBERS, pools: [GALX_POOL, PAIR_POOL] },
  btc: { id: serialId(12), ...MEMBERS, pools: [BTC_POOL] },
  promotion: { id: serialId(13), rule: 'promotion', ...NO_POOLS },
  mcm: { id: serialId(14), ...MEMBERS, pools: [BTC_POOL] },
  node: { id: serialId(15), rule: 'node', ...NO_POOLS },
  zn: { id: serialId(16), rule: 'members', pools: [], vault: true },
} as const
export type StoryProgram = keyof typeof PROGRAMS

export function programId(key: StoryProgram): bigint {
  return PROGRAMS[key].id
}

/** A wei of weight gives half a wei of power in the pool `galx`, one and a half in the pool `btc`, and none in the pair pool. */
export function storyRuleset(keys: readonly StoryProgram[], change: Partial<RulesetJson> = {}): RulesetJson {
  return {
    number: 1,
    firstEpoch: `${FIRST_EPOCH}`,
    programs: keys.map((key) => {
      const { id, rule, pools, vault } = PROGRAMS[key]
      return { key, id: id.toString(), rule, pools: pools.map(String), vault }
    }),
    power: [
      { pool: `${GALX_POOL}`, coefficient: '5000' },
      { pool: `${BTC_POOL}`, coefficient: '15000' },
    ],
    vaultCoefficient: '10000',
    qualifying: [{ pool: `${BTC_POOL}`, amount: '100' }],
    ladder: [
      { members: 1, amount: '185' },
      { members: 2, amount: '1000' },
    ],
    ...change,
  }
}

type Stake = { pool?: bigint; amount: bigint; inviter?: Hex; multiplier?: bigint }

/** Seconds count from the begin of the first epoch. */
export class Story {
  readonly #builder: WorldBuilder
  readonly #rulesets: readonly RulesetJson[]
  readonly #weights = new Map<string, bigint>()
  readonly #positions = new Map<string, { pool: bigint; amount: bigint; multiplier: bigint }>()
  readonly #counts = new Map<string, bigint>()

  /** All programs of the rulesets are created ten seconds before the first epoch, and funded unless `funded` says otherwise. */
  constructor(name: string, rulesets: readonly RulesetJson[], funded = 1_000_000n) {
    this.#builder = new WorldBuilder(name, BEGIN - 10)
    this.#rulesets = rulesets
    const ids = new Set(rulesets.flatMap(({ programs }) => programs.map(({ id }) => id)))
    for (const program of ids) {
      this.#builder.log('RewardVouchers', 'ProgramCreated', {
        program,
        token: person('70'),
        budgetPerEpoch: BUDGET,
        start: BigInt(BEGIN),
      })
      if (funded > 0n) this.fund(BigInt(program), funded)
    }
  }

  /** The next block. */
  at(second: number): this {
    this.#builder.block(BEGIN + second)
    return this
  }

  /** A new position, numbered from 0 in its pool. */
  stake(account: Hex, { pool = BTC_POOL, amount, inviter = NOBODY, multiplier = 10_000n }: Stake): this {
    const count = this.#counts.get(`${pool} ${account}`) ?? 0n
    this.#counts.set(`${pool} ${account}`, count + 1n)
    this.#positions.set(`${pool} ${account} ${count}`, { pool, amount, multiplier })
    this.#builder.log('StakingPools', 'Staked', {
      pool,
      account,
      position: count,
      amount,
      pairAmount: 0n,
      tier: 0n,
      weight: this.#changeWeight(pool, account, (amount * multiplier) / 10_000n),
      inviter,
    })
    return this
  }

  unstake(account: Hex, position: bigint, amount: bigint, pool = BTC_POOL): this {
    const { weight } = this.#leave(account, position, amount, pool)
    this.#builder.log('StakingPools', 'Unstaked', {
      pool,
      account,
      position,
      amount,
      pairAmount: 0n,
      penalty: 0n,
      weight,
    })
    return this
  }

  exit(account: Hex, position: bigint, pool = BTC_POOL): this {
    const { amount } = this.#positions.get(`${pool} ${account} ${position}`)!
    const { weight } = this.#leave(account, position, amount, pool)
    this.#builder.log('StakingPools', 'Exited', {
      pool,
      account,
      position,
      amount,
      pairAmount: 0n,
      reward: 7n,
      weight,
    })
    return this
  }

  /** The boost raises the account's weight in the pool to `weight`. */
  boost(account: Hex, boostBps: bigint, weight: bigint, pool = BTC_POOL): this {
    this.#weights.set(`${pool} ${account}`, weight)
    this.#builder.log('StakingPools', 'BoostSynced', { pool, account, boostBps, weight })
    return this
  }

  shares(from: Hex, to: Hex, value: bigint): this {
    this.#builder.log('ZnVault', 'Transfer', { from, to, value })
    return this
  }

  nameInviter(account: Hex, inviter: Hex): this {
    this.#builder.log('ZnVault', 'InviterNamed', { account, inviter })
    return this
  }

  /** Transfers a pass. `from` NOBODY mints the pass; `to` NOBODY burns it. */
  pass(tokenId: bigint, from: Hex, to: Hex): this {
    this.#builder.log('NodePass', 'Transfer', { from, to, tokenId })
    return this
  }

  startUnbonding(id: bigint): this {
    this.#builder.log('NodePass', 'UnbondingStarted', { id, until: 99_999_999n })
    return this
  }

  cancelUnbonding(id: bigint): this {
    this.#builder.log('NodePass', 'UnbondingCancelled', { id })
    return this
  }

  fund(program: bigint, amount: bigint): this {
    this.#builder.log('RewardVouchers', 'Funded', { program, funder: person('f0'), amount })
    return this
  }

  claim(program: bigint, account: Hex, amount: bigint): this {
    this.#builder.log('RewardVouchers', 'Claimed', { program, account, amount })
    return this
  }

  world(): RawWorld {
    return this.#builder.world({
      epochDuration: DURATION,
      firstEpoch: `${FIRST_EPOCH}`,
      rulesets: this.#rulesets,
    })
  }

  #changeWeight(pool: bigint, account: Hex, by: bigint): bigint {
    const weight = (this.#weights.get(`${pool} ${account}`) ?? 0n) + by
    this.#weights.set(`${pool} ${account}`, weight)
    return weight
  }

  #leave(account: Hex, position: bigint, amount: bigint, pool: bigint) {
    const held = this.#positions.get(`${pool} ${account} ${position}`)!
    held.amount -= amount
    return { ...held, weight: this.#changeWeight(pool, account, (-amount * held.multiplier) / 10_000n) }
  }
}
