/** The price and the effect of each level. Levels computes them in code that never changes, so each process reads them once. */
import { encodeFunctionData, type Hex } from 'viem'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import type { Deployment } from '@galx/protocol/deployment'
import type { LevelTerms } from '@galx/protocol/formulas'
import { ChainUnavailableError, type ChainReader } from '../../chain/chainReader.ts'
import { RefusalError } from '../../platform/http/refusal.ts'

/** More levels than the contract will ever have. A node could return any number, and each level costs a request. */
const MOST_LEVELS = 100n

const known = new WeakMap<Deployment, Promise<LevelTerms[]>>()

/**
 * @returns every level, level 0 first
 * @throws ChainUnavailableError while no node answers; the next call asks again. RefusalError if the caller's own requests exceed a limit
 */
export async function levelTerms(
  deployment: Deployment,
  chain: Pick<ChainReader, 'callWord'>,
): Promise<LevelTerms[]> {
  for (let others = known.get(deployment); others !== undefined; others = known.get(deployment)) {
    try {
      return await others
    } catch (error) {
      // Only the other caller has exceeded a limit. The next waiting caller sends the requests.
      if (!(error instanceof RefusalError)) throw error
    }
  }
  const reading = readTerms(deployment, chain)
  known.set(deployment, reading)
  reading.catch(() => known.delete(deployment))
  return reading
}

async function readTerms(
  { contracts }: Deployment,
  chain: Pick<ChainReader, 'callWord'>,
): Promise<LevelTerms[]> {
  const ask = async (data: Hex): Promise<bigint> => {
    const word = await chain.callWord({ to: contracts.Levels.address as Hex, data })
    if (word === null || word === '0x')
      throw new ChainUnavailableError('Levels does not return the price of a level')
    return BigInt(word)
  }
  const abi = levelsAbi
  const maximum = await ask(encodeFunctionData({ abi, functionName: 'MAXIMUM_LEVEL' }))
  if (maximum > MOST_LEVELS)
    throw new ChainUnavailableError(`the node says that Levels has ${maximum} levels, which is too many`)
  const levels = Array.from({ length: Number(maximum) + 1 }, (_, level) => level)
  return Promise.all(
    levels.map(async (level) => {
      const args = [BigInt(level)] as const
      const [price, boost] = await Promise.all([
        ask(encodeFunctionData({ abi, functionName: 'priceOf', args })),
        ask(encodeFunctionData({ abi, functionName: 'boostOf', args })),
      ])
      return { level, price, boostBps: Number(boost) }
    }),
  )
}
