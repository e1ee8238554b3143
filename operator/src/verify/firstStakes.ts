/**
 * Checks that every running stream has stakers. Without stakers, the first stranger who stakes receives the whole stream. A stream without
 * stakers is a fault on a public chain and in a rehearsal, and a note on other chains.
 */
import { hasMainnetRules, knownNetwork } from '../networks/knownChains.ts'
import { depositFault, weightFault } from '../funding/firstStake.ts'
import type { Place } from './place.ts'
import { nameOf, type PoolOnChain, type VaultOnChain } from './state.ts'

export function verifyStreamsAreStaked(
  { block, deployment, findings }: Place,
  pools: readonly PoolOnChain[],
  { state: vault, shares, minimumShares }: VaultOnChain,
): void {
  const isStrict = knownNetwork(deployment.network) !== undefined || hasMainnetRules(deployment.network)
  const judge = (what: string, fault: string | undefined) => {
    findings.checked++
    if (fault === undefined) return
    const text = `is funded and ${fault}`
    if (isStrict) findings.fault(what, text)
    else findings.note(what, text)
  }
  for (const pool of pools)
    if (isFunded(pool.state, block.timestamp))
      judge(nameOf('pool', pool), weightFault(pool.state.totalWeight))
  if (isFunded(vault, block.timestamp)) judge('ZnVault', depositFault(vault.assets, shares, minimumShares))
}

function isFunded(
  { rewardRate, rewardEnd }: { rewardRate: bigint; rewardEnd: bigint },
  now: bigint,
): boolean {
  return rewardRate > 0n && rewardEnd > now
}
