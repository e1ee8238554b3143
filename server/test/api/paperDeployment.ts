/** A deployment file whose contracts are on no chain, for what never asks about them. */
import type { Deployment } from '@galx/protocol/deployment'

const paperAddress = (digit: string) => `0x${digit.repeat(40)}`
const paperToken = (digit: string) => ({ address: paperAddress(digit), decimals: 18 as const, permit: true })
const paperPool = (id: string, pairToken: 'MCM' | null) => ({
  id,
  stakeToken: 'GALX' as const,
  pairToken,
  pairRatio: pairToken === null ? '0' : '1000000000000000000',
  rewardToken: 'GALX' as const,
  boosted: false,
  tiers: [{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }],
})
export const PAPER_DEPLOYMENT: Deployment = {
  version: 1,
  network: 'paper',
  chainId: 56,
  genesisHash: `0x${'0'.repeat(64)}`,
  deployBlock: 0,
  tokens: {
    USDT: paperToken('1'),
    AAA: paperToken('2'),
    MCM: paperToken('3'),
    GALX: paperToken('4'),
    BTCB: paperToken('5'),
  },
  contracts: { StakingPools: { address: paperAddress('6'), codeHash: `0x${'6'.repeat(64)}` } },
  pools: { galx: paperPool('101', null), galxMcm: paperPool('102', 'MCM') },
}
