/** Checks that the chain has exactly the file's pools and programs, on exactly the file's terms. */
import { zeroAddress } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { Deployment } from '@galx/protocol/deployment'
import { contractAddress, tokenAddress, type Place } from './place.ts'
import type { PoolOnChain, ProgramOnChain } from './state.ts'
import type { TierTerms } from './text.ts'

export function verifyPools({ deployment, findings }: Place, pools: readonly PoolOnChain[]): void {
  findings.expect('StakingPools number of pools', pools.length, Object.keys(deployment.pools).length)
  verifyIds('pool', deployment.pools, pools, findings)
  for (const [key, pool] of Object.entries(deployment.pools)) {
    const what = `pool ${key}`
    const found = pools.find(({ id }) => id.toString() === pool.id)
    if (!found) continue
    const { terms } = found
    findings.expect(`${what} stake token`, terms.stakeToken, tokenAddress(deployment, pool.stakeToken))
    findings.expect(
      `${what} pair token`,
      terms.pairToken,
      pool.pairToken ? tokenAddress(deployment, pool.pairToken) : zeroAddress,
    )
    findings.expect(`${what} pair ratio`, terms.pairRatio, pool.pairRatio)
    findings.expect(`${what} reward token`, terms.rewardToken, tokenAddress(deployment, pool.rewardToken))
    findings.expect(`${what} reward duration`, terms.rewardDuration, pool.rewardDuration)
    findings.expect(
      `${what} boost source`,
      terms.boostSource,
      pool.boosted ? contractAddress(deployment, 'Levels') : zeroAddress,
    )
    findings.expect(`${what} tiers`, tiersText(terms.tiers), tiersText(pool.tiers))
  }
}

export async function verifyPrograms(place: Place, programs: readonly ProgramOnChain[]): Promise<void> {
  const { read, deployment, findings } = place
  const contract = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  await findings.compare([
    ['RewardVouchers epoch', read({ ...contract, functionName: 'epochDuration' }), deployment.epochDuration],
  ])
  findings.expect(
    'RewardVouchers number of programs',
    programs.length,
    Object.keys(deployment.programs).length,
  )
  verifyIds('program', deployment.programs, programs, findings)
  for (const [key, program] of Object.entries(deployment.programs)) {
    const what = `program ${key}`
    const found = programs.find(({ id }) => id.toString() === program.id)
    if (!found) continue
    findings.expect(`${what} token`, found.terms.token, tokenAddress(deployment, program.token))
    findings.expect(`${what} budget an epoch`, found.terms.budgetPerEpoch, program.budgetPerEpoch)
    findings.expect(`${what} start`, found.terms.start, program.start)
  }
}

type Named = Deployment['pools'] | Deployment['programs']

/** Checks that every name has its own id and that the chain knows the id. */
function verifyIds(
  what: 'pool' | 'program',
  named: Named,
  onChain: readonly { id: bigint }[],
  findings: Place['findings'],
): void {
  const seen = new Map<string, string>()
  for (const [key, { id }] of Object.entries(named)) {
    findings.checked++
    if (!onChain.some((found) => found.id.toString() === id))
      findings.fault(`${what} ${key}`, `does not exist on the chain with the id ${id}`)
    const other = seen.get(id)
    if (other) findings.fault(`${what} ${key}`, `has the same id as ${what} ${other}`)
    seen.set(id, key)
  }
}

export function tiersText(tiers: readonly TierTerms[]): string {
  return tiers
    .map(({ duration, multiplierBps, penaltyBps }) => `${duration} s ×${multiplierBps} −${penaltyBps}`)
    .join(', ')
}
