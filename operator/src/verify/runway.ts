/** The time that the present rewards will last without further funding. */
import { drawable, type PoolOnChain, type ProgramOnChain, type VaultOnChain } from './state.ts'
import { amountText, dateText } from './text.ts'

const DAY = 86_400n

type Stream = 'rewardRate' | 'rewardEnd'
type PoolRunway = { state: Pick<PoolOnChain['state'], Stream | 'undistributed' | 'totalWeight'> }
type ProgramRunway = {
  terms: Pick<ProgramOnChain['terms'], 'vested' | 'paid' | 'budgetPerEpoch' | 'fundedUntil'>
}
type VaultRunway = Pick<VaultOnChain, 'shares' | 'minimumShares'> & {
  state: Pick<VaultOnChain['state'], Stream>
}

/** While no account is staked, the end of a pool's stream moves back. */
export function poolRunway({ state }: PoolRunway, symbol: string, now: bigint): string {
  const held =
    state.undistributed > 0n
      ? `; ${amountText(state.undistributed, symbol)} held back until the next funding`
      : ''
  if (state.rewardEnd <= now || state.rewardRate === 0n) return `no reward is left${held}`
  const rate = `${amountText(state.rewardRate * DAY, symbol)} a day until ${dateText(state.rewardEnd)}`
  return `${rate}${state.totalWeight === 0n ? '; the end moves back while no account is staked' : ''}${held}`
}

/** One budget vests at the end of each epoch, and the rest at the end of the last epoch. `fundedUntil` is the end of the last epoch. */
export function programRunway({ terms }: ProgramRunway, symbol: string): string {
  const claimable = `${amountText(drawable(terms), symbol)} can be claimed now`
  if (terms.fundedUntil === 0n) return `nothing is left to vest; ${claimable}`
  const budget = amountText(terms.budgetPerEpoch, symbol)
  return `at most ${budget} an epoch until ${dateText(terms.fundedUntil)}; ${claimable}`
}

/** While the vault has fewer than `minimumShares`, nothing vests and the end moves back. */
export function vaultRunway({ state, shares, minimumShares }: VaultRunway, now: bigint): string {
  if (state.rewardRate === 0n || state.rewardEnd <= now) return 'no reward is left'
  const still = shares < minimumShares ? '; the end moves back while there are too few shares' : ''
  return `${amountText(state.rewardRate * DAY, 'GALX')} a day until ${dateText(state.rewardEnd)}${still}`
}
