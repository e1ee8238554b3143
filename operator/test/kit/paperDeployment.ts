/** A deployment file whose contracts are on no chain: the kit only copies the file. */
import type { Deployment } from '@galx/protocol/deployment'
import { CONTRACT_NAMES, TOKEN_SYMBOLS } from '@galx/protocol/products'

function address(index: number) {
  return `0x${index.toString(16).padStart(40, '0')}`
}
const HASH = `0x${'6'.repeat(64)}`

export const PAPER_DEPLOYMENT: Deployment = {
  version: 1,
  network: 'paper',
  chainId: 56,
  genesisHash: HASH,
  deployBlock: 0,
  salt: 'paper',
  epochDuration: 86_400,
  vaultVestingDuration: 7 * 86_400,
  roles: {
    deployer: address(1),
    guardian: address(2),
    voucherSigner: address(3),
    voucherCoSigner: address(7),
    epochPublisher: address(4),
    timelock: { minDelay: 0, proposers: [address(5)], executors: [address(6)] },
  },
  tokens: Object.fromEntries(
    TOKEN_SYMBOLS.map((symbol, index) => [
      symbol,
      { address: address(16 + index), decimals: 18, permit: true, codeHash: HASH },
    ]),
  ) as Deployment['tokens'],
  contracts: Object.fromEntries(
    CONTRACT_NAMES.map((name, index) => [name, { address: address(64 + index), codeHash: HASH }]),
  ) as Deployment['contracts'],
  pools: {},
  programs: {},
  rulesets: [
    {
      number: 1,
      firstEpoch: '1000000',
      programs: [],
      power: [],
      vaultCoefficient: '10000',
      qualifying: [],
      ladder: [],
    },
  ],
  pairs: [],
}
