/** Chains on which terms differ from the plan, something is paused, or a contract holds too little. */
import { erc20Abi, parseEther, zeroAddress, zeroHash, type Address } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import type { TokenSymbol } from '@galx/protocol/products'
import { UNISWAP_PAIR_CODE_HASH } from '../../src/deploy/uniswapArtefacts.ts'
import { embeddedNetwork } from '../../src/networks/embedded.ts'
import { STAKERS, STRANGER, type LiveDeployment } from '../support/liveDeployment.ts'
import { byTimelock } from './byTimelock.ts'
import { changed, type Tampering } from './tampering.ts'

/** A second AAA with other arguments, and a file that names it. */
async function anotherAaa(
  world: LiveDeployment,
  change: { feeRate?: number; recipient?: Address; quote?: TokenSymbol },
): Promise<Deployment> {
  const { contract, token, make } = world
  const made = await make('AAA', [
    world.deployment.roles.deployer,
    embeddedNetwork.aaa.supply,
    contract('Timelock'),
    change.feeRate ?? embeddedNetwork.aaa.feeRateBps,
    change.recipient ?? contract('AaaFund'),
    contract('SwapFactory'),
    token(change.quote ?? 'USDT'),
    UNISWAP_PAIR_CODE_HASH,
  ])
  return changed(world, ({ tokens }) => Object.assign(tokens.AAA, made))
}

function anotherPool({ token }: LiveDeployment) {
  return {
    stakeToken: token('GALX'),
    pairToken: zeroAddress,
    rewardToken: token('GALX'),
    boostSource: zeroAddress,
    pairRatio: 0n,
    rewardDuration: 86_400,
    tiers: [{ duration: 0, multiplierBps: 40_000, penaltyBps: 0 }],
  }
}

function withoutBalance(name: keyof Deployment['contracts'], symbol: TokenSymbol): Tampering {
  return {
    what: `${name} without its ${symbol}`,
    async tamper(world) {
      const held = await world.reader.readContract({
        address: world.token(symbol),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [world.contract(name)],
      })
      await world.call(world.contract(name), world.token(symbol), erc20Abi, 'transfer', [STRANGER, held])
      return world.deployment
    },
    wrong: new RegExp(`^${name} solvency holds 0 ${symbol} and owes [\\d.]+: [\\d.]+ is missing$`),
  }
}

export const TAMPERINGS_OF_TERMS: Tampering[] = [
  {
    what: 'a pool that takes no new stakes',
    async tamper(world) {
      const { deployment, contract } = world
      await world.call(
        deployment.roles.guardian as Address,
        contract('StakingPools'),
        stakingPoolsAbi,
        'pauseStaking',
        [BigInt(deployment.pools.galx!.id)],
      )
      return deployment
    },
    note: /^pool galx takes no new stakes: paused until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
  },
  {
    what: 'a vault that takes no deposits',
    async tamper({ deployment, contract, call }) {
      await call(deployment.roles.guardian as Address, contract('ZnVault'), znVaultAbi, 'pauseDeposits', [])
      return deployment
    },
    note: /^ZnVault takes no new deposits: paused until \d{4}-/,
  },
  {
    what: 'vouchers that are not paid',
    async tamper({ deployment, contract, call }) {
      const guardian = deployment.roles.guardian as Address
      await call(guardian, contract('RewardVouchers'), rewardVouchersAbi, 'pause', [])
      return deployment
    },
    note: /^RewardVouchers pays no vouchers: paused until \d{4}-/,
  },

  byTimelock('a lower fee', ({ token }) => [[token('AAA'), aaaAbi, 'lowerFee', [100]]], {
    note: /^AAA fee is 1 %; the published plan says 3 %$/,
  }),
  {
    what: 'a fee written into the token',
    async tamper({ token, rpc, deployment }) {
      await rpc('anvil_setStorageAt', token('AAA'), zeroHash, `0x${(500).toString(16).padStart(64, '0')}`)
      return deployment
    },
    wrong: /^AAA fee is 500 basis points, above the constructor's 300$/,
  },
  {
    what: 'a fee of 5 % from the start',
    tamper: (world) => anotherAaa(world, { feeRate: 500 }),
    note: /^AAA fee is 5 %; the published plan says 3 %$/,
  },
  {
    what: 'another recipient of the fee',
    tamper: (world) => anotherAaa(world, { recipient: STRANGER }),
    wrong: /^AAA fee recipient is 0xabab\w+, not 0x/,
  },
  {
    what: 'another taxed pair',
    tamper: (world) => anotherAaa(world, { quote: 'BTCB' }),
    wrong: /^AAA swap pair is 0x\w+, not 0x/,
  },
  {
    what: 'a doubled cap',
    async tamper(world) {
      const { roles } = world.deployment
      const made = await world.make('GALX', [2n * embeddedNetwork.galx.cap, roles.deployer])
      return changed(world, ({ tokens }) => Object.assign(tokens.GALX, made))
    },
    note: /^GALX cap is 2 000 000 000 GALX; the published plan says 1 000 000 000 GALX$/,
  },
  {
    what: 'boosts that are bought with another token',
    async tamper(world) {
      const made = await world.make('Levels', [world.token('GALX'), world.contract('StakingPools')])
      return changed(world, ({ contracts }) => (contracts.Levels = made))
    },
    wrong: /^Levels MCM is 0x\w+, not 0x/,
  },

  byTimelock(
    'a pool too many',
    (world) => [[world.contract('StakingPools'), stakingPoolsAbi, 'createPool', [anotherPool(world)]]],
    { wrong: /^StakingPools number of pools is 7, not 6$/ },
  ),
  {
    what: 'a pool whose terms differ from the product’s terms, and which the file names',
    async tamper(world) {
      const pool = anotherPool(world)
      const { contract, reader } = world
      await world.call(contract('Timelock'), contract('StakingPools'), stakingPoolsAbi, 'createPool', [pool])
      const id = await reader.readContract({
        address: contract('StakingPools'),
        abi: stakingPoolsAbi,
        functionName: 'poolAt',
        args: [6n],
      })
      return changed(world, ({ pools }) => {
        pools.galx = { ...pools.galx!, id: id.toString(), rewardDuration: 86_400, tiers: pool.tiers }
      })
    },
    note: /^pool galx is GALX for GALX over 1 day \(no lock, weight ×4\.00\); the published plan says GALX for GALX over 90 days \(no lock, weight ×1\.00\)$/,
  },
  byTimelock(
    'a program too many',
    ({ contract, token }) => [
      [contract('RewardVouchers'), rewardVouchersAbi, 'createProgram', [token('GALX'), 1n, 0n]],
    ],
    { wrong: /^RewardVouchers number of programs is 9, not 8$/ },
  ),

  {
    what: 'a funded pool that everybody has left',
    async tamper({ deployment, contract, call }) {
      const pool = BigInt(deployment.pools.galx!.id)
      for (const staker of STAKERS)
        await call(staker, contract('StakingPools'), stakingPoolsAbi, 'exit', [pool, 0n, staker])
      return deployment
    },
    note: /^pool galx is funded and has a weight of 0: below 1 the next staker takes nearly the whole stream/,
  },
  {
    what: 'a funded vault whose only depositor has 0.0025 GALX',
    async tamper({ deployment, contract, call, reader }) {
      const vault = { address: contract('ZnVault'), abi: znVaultAbi } as const
      for (const holder of STAKERS.slice(1)) {
        const shares = await reader.readContract({ ...vault, functionName: 'balanceOf', args: [holder] })
        await call(holder, vault.address, znVaultAbi, 'redeem', [shares, holder, holder])
      }
      const left = STAKERS[0]!
      const worth = await reader.readContract({ ...vault, functionName: 'maxWithdraw', args: [left] })
      await call(left, vault.address, znVaultAbi, 'withdraw', [worth - parseEther('0.0025'), left, left])
      return deployment
    },
    note: /^ZnVault is funded and has 0\.\d+ GALX: below 1 GALX the next depositor takes /,
  },

  withoutBalance('ZnVault', 'GALX'),
  withoutBalance('RewardVouchers', 'USDT'),
  withoutBalance('NodePass', 'MCM'),
  withoutBalance('StakingPools', 'AAA'),
  withoutBalance('StakingPools', 'BTCB'),
  {
    what: 'StakingPools without a thousandth of a token that an account has earned',
    async tamper({ call, contract, token, deployment }) {
      // The surplus over the debts is only rounding, so any taken amount is missing at once.
      await call(contract('StakingPools'), token('GALX'), erc20Abi, 'transfer', [
        STRANGER,
        parseEther('0.001'),
      ])
      return deployment
    },
    wrong: /^StakingPools solvency holds .* GALX and owes .*: 0\.000\d+ is missing$/,
  },
]
