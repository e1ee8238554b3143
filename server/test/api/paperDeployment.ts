/** A deployment file whose contracts are on no chain, for tests that never call them. */
import type { Deployment } from '@galx/protocol/deployment'
import { CONTRACT_NAMES } from '@galx/protocol/products'

function paperAddress(digit: string) {
  return `0x${digit.repeat(40)}`
}
function paperHash(digit: string) {
  return `0x${digit.repeat(64)}`
}
function paperToken(digit: string) {
  return {
    address: paperAddress(digit),
    decimals: 18 as const,
    permit: true,
    codeHash: paperHash(digit),
  }
}
function paperPool(id: string, pairToken: 'MCM' | null) {
  return {
    id,
    stakeToken: 'GALX' as const,
    pairToken,
    pairRatio: pairToken === null ? '0' : '1000000000000000000',
    rewardToken: 'GALX' as const,
    rewardDuration: 90 * 86_400,
    boosted: false,
    tiers: [{ duration: 0, multiplierBps: 10_000, penaltyBps: 0 }],
  }
}
export const PAPER_DEPLOYMENT: Deployment = {
  version: 1,
  network: 'paper',
  chainId: 56,
  genesisHash: paperHash('0'),
  deployBlock: 0,
  salt: 'paper',
  epochDuration: 86_400,
  vaultVestingDuration: 7 * 86_400,
  roles: {
    deployer: paperAddress('7'),
    guardian: paperAddress('8'),
    voucherSigner: paperAddress('9'),
    voucherCoSigner: paperAddress('d'),
    epochPublisher: paperAddress('c'),
    timelock: { minDelay: 0, proposers: [paperAddress('a')], executors: [paperAddress('0')] },
  },
  tokens: {
    USDT: paperToken('1'),
    AAA: paperToken('2'),
    MCM: paperToken('3'),
    GALX: paperToken('4'),
    BTCB: paperToken('5'),
  },
  contracts: Object.fromEntries(
    CONTRACT_NAMES.map((name, index) => [
      name,
      { address: `0xb${index.toString(16).padStart(39, '0')}`, codeHash: paperHash('6') },
    ]),
  ) as Deployment['contracts'],
  pools: { galx: paperPool('101', null), galxMcm: paperPool('102', 'MCM') },
  programs: {},
  rulesets: [
    {
      number: 1,
      firstEpoch: '1000000',
      programs: [{ key: 'galx', id: '1', rule: 'members', pools: ['1', '101', '102'], vault: false }],
      // Pool 1 is the pool that tests of large tables fill.
      power: [
        { pool: '1', coefficient: '10000' },
        { pool: '101', coefficient: '10000' },
        { pool: '102', coefficient: '10000' },
      ],
      vaultCoefficient: '10000',
      qualifying: [],
      ladder: [],
    },
  ],
  pairs: [{ base: 'AAA', quote: 'USDT', address: paperAddress('e') }],
}
