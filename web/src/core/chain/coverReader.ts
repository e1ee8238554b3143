import { stakingPoolsTermsAbi } from '@galx/protocol/abi/StakingPoolsTerms'
import type { PoolKey } from '@galx/protocol/products'
import { erc20Abi } from './abis.ts'
import type { Reader } from './chainRead.ts'
import { add, coverOf, debtOf, NOTHING, type Cover } from './poolDebts.ts'
import { orNull, readPoolFacts } from './poolFactsReader.ts'

/** Reads balances, terms and states in one call, so that both sides of the comparison are from one block. */
export const readCover: Reader<Cover[]> = async (context) => {
  const { config, read } = context
  const { StakingPools } = config.contracts
  const keys = Object.keys(config.pools) as PoolKey[]
  const tokens = Object.values(config.tokens).map(({ address }) => address)
  const [time, count, facts, held] = await Promise.all([
    context.time(),
    orNull(read(StakingPools, stakingPoolsTermsAbi, 'poolCount', [])),
    Promise.all(keys.map((key) => orNull(readPoolFacts(context, key)))),
    Promise.all(tokens.map((token) => orNull(read(token, erc20Abi, 'balanceOf', [StakingPools])))),
  ])
  // The tokens that an unread pool owes are unknown.
  const complete = Number(count) === keys.length && !facts.includes(null)
  return tokens.flatMap((token, index): Cover[] => {
    const debts = facts.flatMap((pool) => (pool === null ? [] : (debtOf(pool, token, time) ?? [])))
    if (debts.length === 0) return []
    const principal = debts.map((debt) => debt.principal).reduce(add, NOTHING)
    const rest = debts.reduce((sum, { future }) => sum + future, 0n)
    return [coverOf(held[index] ?? null, { principal, rest }, complete)]
  })
}
