/** Reads of Levels. */
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { stakingPoolsTermsAbi } from '@galx/protocol/abi/StakingPoolsTerms'
import type { LevelTerms } from '@galx/protocol/formulas'
import type { PoolKey } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import type { ReadContext, Reader } from '../../core/chain/chainRead.ts'

/** The constant facts. */
export type LevelTable = {
  /** every level, level 0 first */
  levels: readonly LevelTerms[]
  /** the pools whose weights the levels boost */
  boosted: readonly PoolKey[]
}

/** Prices and boosts are code of the contract, and a pool's terms never change: they are read once. */
export function createTableReader(): Reader<LevelTable> {
  let known: { config: WebConfig; table: LevelTable } | undefined
  return async (context) => {
    if (known?.config !== context.config) known = { config: context.config, table: await readTable(context) }
    return known.table
  }
}

async function readTable(context: ReadContext): Promise<LevelTable> {
  const { config, read } = context
  const [maximum, boosted] = await Promise.all([
    read(config.contracts.Levels, levelsAbi, 'MAXIMUM_LEVEL', []),
    readBoosted(context),
  ])
  const levels = await Promise.all(
    Array.from({ length: Number(maximum) + 1 }, async (_, level) => {
      const [price, boostBps] = await Promise.all([
        read(config.contracts.Levels, levelsAbi, 'priceOf', [BigInt(level)]),
        read(config.contracts.Levels, levelsAbi, 'boostOf', [BigInt(level)]),
      ])
      return { level, price, boostBps: Number(boostBps) }
    }),
  )
  return { levels, boosted }
}

/** The configured pools whose boost source is Levels. */
async function readBoosted({ config, read }: ReadContext): Promise<PoolKey[]> {
  const keys = Object.keys(config.pools) as PoolKey[]
  const sources = await Promise.all(
    keys.map(async (key) => {
      const id = BigInt(config.pools[key]?.id ?? 0)
      const terms = await read(config.contracts.StakingPools, stakingPoolsTermsAbi, 'poolConfiguration', [id])
      return terms.boostSource.toLowerCase()
    }),
  )
  return keys.filter((_, index) => sources[index] === config.contracts.Levels)
}

export const readOwnLevel: Reader<number> = async ({ config, account, read }) =>
  Number(await read(config.contracts.Levels, levelsAbi, 'levelOf', [account]))
