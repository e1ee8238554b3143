/** The plan for the embedded chain of `npm start` and of the tests. */
import { parseEther, zeroAddress, type Address, type Hex } from 'viem'
import type { NetworkConfiguration, PoolPlan } from './networkConfiguration.ts'

const DAY = 86_400

/** anvil's published test key number 0: worthless anywhere else, and refused on any chain but the embedded one. */
export const EMBEDDED_DEPLOYER_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const OPERATOR: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' // number 1
const GUARDIAN: Address = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc' // number 2
const TREASURY: Address = '0x90f79bf6eb2c4f870365e785982e1f101e93b906' // number 3

const flexible = { duration: 0, multiplierBps: 10_000, penaltyBps: 0 }

const pool = (
  plan: Pick<PoolPlan, 'stakeToken' | 'rewardToken' | 'funding'> & Partial<PoolPlan>,
): PoolPlan => ({
  pairToken: null,
  pairRatio: 0n,
  rewardDuration: 90 * DAY,
  tiers: [flexible],
  ...plan,
})

export const embeddedNetwork: NetworkConfiguration = {
  network: 'embedded',
  chainId: 56,
  development: true,
  salt: 'galx embedded 1',
  guardian: GUARDIAN,
  treasury: TREASURY,
  timelock: { minDelay: 60, proposers: [OPERATOR], executors: [zeroAddress] },
  existingTokens: {},
  aaa: { supply: parseEther('100000000'), feeRateBps: 300 },
  galx: { cap: parseEther('1000000000'), minted: parseEther('100000000') },
  mcm: { cap: parseEther('1000000000'), minted: parseEther('400000000') },
  faucet: {
    parcel: {
      USDT: parseEther('1000'),
      AAA: parseEther('5000'),
      MCM: parseEther('20000'),
      GALX: parseEther('10000'),
      BTCB: parseEther('0.1'),
    },
    parcels: 5_000n,
  },
  pools: {
    galx: pool({ stakeToken: 'GALX', rewardToken: 'GALX', funding: parseEther('900000') }),
    galxMcm: pool({
      stakeToken: 'GALX',
      pairToken: 'MCM',
      pairRatio: parseEther('1'),
      rewardToken: 'GALX',
      tiers: [{ duration: 0, multiplierBps: 15_000, penaltyBps: 0 }],
      funding: parseEther('900000'),
    }),
    mcm: pool({ stakeToken: 'MCM', rewardToken: 'GALX', funding: parseEther('450000') }),
    mcf: pool({
      stakeToken: 'MCM',
      rewardToken: 'MCM',
      tiers: [
        { duration: 30 * DAY, multiplierBps: 10_000, penaltyBps: 500 },
        { duration: 90 * DAY, multiplierBps: 15_000, penaltyBps: 1_000 },
        { duration: 180 * DAY, multiplierBps: 20_000, penaltyBps: 1_500 },
        { duration: 360 * DAY, multiplierBps: 30_000, penaltyBps: 2_000 },
      ],
      funding: parseEther('450000'),
    }),
    aaa: pool({ stakeToken: 'AAA', rewardToken: 'AAA', funding: parseEther('450000') }),
  },
}
