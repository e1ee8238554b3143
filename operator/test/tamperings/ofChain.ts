/** Chains that are not as they were deployed, with files that go along where they can. */
import {
  encodeFunctionData,
  erc20Abi,
  getAddress,
  keccak256,
  parseEther,
  zeroAddress,
  zeroHash,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import type { TokenSymbol } from '@galx/protocol/products'
import { uniswapPairCodeHash } from '../../src/deploy/uniswapArtefacts.ts'
import { embeddedNetwork } from '../../src/networks/embedded.ts'
import { ROLE_IDS } from '../../src/verify/operations.ts'
import type { TimelockRole } from '../../src/verify/timelockRoles.ts'
import { STRANGER, type LiveDeployment } from '../support/liveDeployment.ts'
import { changed, type Tampering } from './tampering.ts'

function roleId(name: TimelockRole): Hex {
  return [...ROLE_IDS].find(([, role]) => role === name)![0]
}

/** The world after the timelock called, for which somebody must have announced it. */
function byTimelock(
  what: string,
  calls: (world: LiveDeployment) => readonly (readonly [Address, Abi, string, readonly unknown[]])[],
  expected: Pick<Tampering, 'wrong' | 'note'>,
  file: (world: LiveDeployment) => Deployment = ({ deployment }) => deployment,
): Tampering {
  return {
    what,
    async tamper(world) {
      for (const [address, abi, functionName, args] of calls(world))
        await world.call(world.contract('Timelock'), address, abi, functionName, args)
      return file(world)
    },
    ...expected,
  }
}

/** The world after the timelock announced calls. */
function announced(
  what: string,
  calls: (world: LiveDeployment) => readonly (readonly [Address, Hex])[],
  note: RegExp,
): Tampering {
  return {
    what,
    async tamper(world) {
      const [proposer] = world.deployment.roles.timelock.proposers as [Address]
      const list = calls(world)
      await world.call(proposer, world.contract('Timelock'), timelockAbi, 'scheduleBatch', [
        list.map(([target]) => target),
        list.map(() => 0n),
        list.map(([, data]) => data),
        zeroHash,
        zeroHash,
        60n,
      ])
      return world.deployment
    },
    note,
  }
}

/** Other code where a contract was, and a file that knows its hash. */
async function exchangeCode(
  world: LiveDeployment,
  name: keyof Deployment['contracts'],
  code: Hex,
): Promise<Deployment> {
  await world.rpc('anvil_setCode', world.contract(name), code)
  return changed(world, ({ contracts }) => (contracts[name]!.codeHash = keccak256(code)))
}

/** AAA made once more with other arguments, and a file that names it. */
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
    uniswapPairCodeHash(),
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
    wrong: new RegExp(`^${name} solvency holds 0 ${symbol} and owes [\\d.]+: [\\d.]+ are missing$`),
  }
}

const ANYTHING: Hex = '0x6001600101'

export const TAMPERINGS_OF_CHAIN: Tampering[] = [
  {
    what: 'code exchanged, and the file knows its hash',
    tamper: (world) => exchangeCode(world, 'Levels', ANYTHING),
    wrong: /^Levels has code that is not of the published build at 0x/,
  },
  {
    what: 'code exchanged, and the file knows its hash and no constructor arguments',
    tamper: async (world) => {
      const file = await exchangeCode(world, 'AaaFund', ANYTHING)
      delete file.contracts.AaaFund!.constructorArguments
      return file
    },
    wrong: /^AaaFund has no constructor arguments in the deployment file: nothing binds 0x/,
  },
  {
    what: 'a contract’s own code with another owner written into it',
    tamper: async (world) => {
      const code = await world.reader.getCode({ address: world.contract('AaaFund') })
      const other = code!.replaceAll(world.contract('StakingPools').slice(2), STRANGER.slice(2)) as Hex
      return exchangeCode(world, 'AaaFund', other)
    },
    wrong: /^AaaFund has code that is not of the published build/,
  },
  {
    what: 'a Multicall3 that lies',
    tamper: (world) => exchangeCode(world, 'Multicall3', ANYTHING),
    wrong: /^Multicall3 has code that is not Multicall3's at 0xca11/,
  },
  {
    what: 'code that is gone',
    tamper: async (world) => {
      await world.rpc('anvil_setCode', world.contract('AaaFund'), '0x')
      return world.deployment
    },
    wrong: /^AaaFund has no code at 0x/,
  },

  ...(
    [
      ['StakingPools', stakingPoolsAbi],
      ['RewardVouchers', rewardVouchersAbi],
      ['ZnVault', znVaultAbi],
    ] as const
  ).flatMap(([name, abi]) => [
    {
      what: `another owner of ${name}`,
      async tamper(world: LiveDeployment) {
        const { contract, call } = world
        await call(contract('Timelock'), contract(name), znVaultAbi, 'transferOwnership', [STRANGER])
        await call(STRANGER, contract(name), znVaultAbi, 'acceptOwnership', [])
        return world.deployment
      },
      wrong: new RegExp(`^${name} owner is 0xabab\\w+, not 0x`),
    },
    byTimelock(
      `an ownership of ${name} that is offered`,
      ({ contract }) => [[contract(name), abi as Abi, 'transferOwnership', [STRANGER]]],
      {
        wrong: new RegExp(`^${name} next owner is ${getAddress(STRANGER)}: it becomes the owner as soon as`),
      },
    ),
    byTimelock(
      `another guardian of ${name}`,
      ({ contract }) => [[contract(name), abi as Abi, 'setGuardian', [STRANGER]]],
      { wrong: new RegExp(`^${name} guardian is 0xabab\\w+, not 0x`) },
    ),
  ]),
  {
    what: 'another owner of EpochLog',
    async tamper(world) {
      const { contract, call } = world
      await call(contract('Timelock'), contract('EpochLog'), epochLogAbi, 'transferOwnership', [STRANGER])
      await call(STRANGER, contract('EpochLog'), epochLogAbi, 'acceptOwnership', [])
      return world.deployment
    },
    wrong: /^EpochLog owner is 0xabab\w+, not 0x/,
  },
  byTimelock(
    'another publisher of epochs',
    ({ contract }) => [[contract('EpochLog'), epochLogAbi, 'setPublisher', [STRANGER]]],
    { wrong: /^EpochLog publisher is 0xabab\w+, not 0x/ },
  ),
  byTimelock(
    'a ruleset that the file lacks',
    ({ contract }) => [
      [contract('EpochLog'), epochLogAbi, 'addRuleset', [zeroHash.replace('0x0', '0x1'), 10n ** 12n]],
    ],
    { wrong: /^EpochLog number of rulesets is 2, not 1$/ },
  ),
  {
    what: 'an EpochLog of another RewardVouchers',
    async tamper(world) {
      const { contract, make, deployment, call, token } = world
      const { roles } = deployment
      const vouchers = await make('RewardVouchers', [STRANGER, roles.guardian, roles.voucherSigner, 60n])
      const program = ['createProgram', [token('GALX'), 1n, 0n]] as const
      await call(STRANGER, vouchers.address as Address, rewardVouchersAbi, ...program)
      const made = await make('EpochLog', [contract('Timelock'), roles.epochPublisher, vouchers.address])
      return changed(world, ({ contracts }) => (contracts.EpochLog = made))
    },
    wrong: /^EpochLog vouchers contract is 0x\w+, not 0x/,
  },
  byTimelock(
    'an owner who renounced',
    ({ contract }) => [[contract('StakingPools'), stakingPoolsAbi, 'renounceOwnership', []]],
    { wrong: /^StakingPools owner is 0x0{40}, not 0x/ },
  ),
  byTimelock(
    'another voucher signer',
    ({ contract }) => [[contract('RewardVouchers'), rewardVouchersAbi, 'setSigner', [STRANGER]]],
    { wrong: /^RewardVouchers signer is 0xabab\w+, not 0x/ },
  ),
  byTimelock(
    'a voucher signer who was switched off',
    ({ contract }) => [[contract('RewardVouchers'), rewardVouchersAbi, 'disableSigner', []]],
    { wrong: /^RewardVouchers signer is 0x0{40}, not 0x/, note: /^RewardVouchers signer is switched off/ },
  ),
  byTimelock('another minter', ({ token }) => [[token('MCM'), galxAbi, 'setMinter', [STRANGER]]], {
    wrong: /^MCM minter is 0xabab\w+, not 0x/,
  }),
  byTimelock(
    'a minter who renounced',
    ({ token }) => [[token('GALX'), galxAbi, 'setMinter', [zeroAddress]]],
    {
      note: /^GALX minter is nobody: no more can ever be made$/,
    },
  ),
  byTimelock(
    'tokens minted beyond the plan',
    ({ token }) => [[token('GALX'), galxAbi, 'mint', [STRANGER, parseEther('5000')]]],
    { note: /^GALX supply is 100 005 000 GALX, 5 000 GALX more than the published plan mints$/ },
  ),

  ...(['proposer', 'canceller', 'executor', 'administrator'] as const).map((role) =>
    byTimelock(
      `one ${role} too many`,
      ({ contract }) => [[contract('Timelock'), timelockAbi, 'grantRole', [roleId(role), STRANGER]]],
      {
        wrong: new RegExp(
          `^Timelock ${role} 0xabab\\w+ holds the role, and the deployment file does not say so$`,
        ),
      },
    ),
  ),
  byTimelock(
    'a role that the deployer kept',
    ({ contract, deployment }) => [
      [
        contract('Timelock'),
        timelockAbi,
        'grantRole',
        [roleId('proposer'), deployment.roles.deployer as Address],
      ],
    ],
    { wrong: /^Timelock proposer the deployer 0x\w+ still holds the role$/ },
  ),
  byTimelock(
    'a proposer appointed before the first block that the file names',
    ({ contract }) => [[contract('Timelock'), timelockAbi, 'grantRole', [roleId('proposer'), STRANGER]]],
    { wrong: /^Timelock proposer 0xabab\w+ holds the role, and the deployment file does not say so$/ },
    (world) => changed(world, (file) => (file.deployBlock = 100_000)),
  ),
  byTimelock(
    'the only proposer removed',
    ({ contract, deployment }) => [
      [
        contract('Timelock'),
        timelockAbi,
        'revokeRole',
        [roleId('proposer'), deployment.roles.timelock.proposers[0]],
      ],
    ],
    {
      wrong: /^Timelock proposer 0x7099\w+ does not hold the role$/,
      note: /^Timelock proposers there is no proposer$/,
    },
  ),
  byTimelock(
    'a delay of 0, and the file says so',
    ({ contract }) => [[contract('Timelock'), timelockAbi, 'updateDelay', [0n]]],
    { wrong: /^Timelock delay is 0: nothing is announced before it happens$/ },
    (world) => changed(world, ({ roles }) => (roles.timelock.minDelay = 0)),
  ),
  byTimelock(
    'a shorter delay, and the file says so',
    ({ contract }) => [[contract('Timelock'), timelockAbi, 'updateDelay', [5n]]],
    { note: /^Timelock delay is 5 seconds, and the published plan says 1 minute$/ },
    (world) => changed(world, ({ roles }) => (roles.timelock.minDelay = 5)),
  ),
  byTimelock(
    'one address in every role, and the file says so',
    ({ contract }) => [
      ...(['StakingPools', 'RewardVouchers', 'ZnVault'] as const).map(
        (name) => [contract(name), znVaultAbi as Abi, 'setGuardian', [STRANGER]] as const,
      ),
      [contract('RewardVouchers'), rewardVouchersAbi, 'setSigner', [STRANGER]],
      ...(['proposer', 'canceller'] as const).map(
        (role) => [contract('Timelock'), timelockAbi as Abi, 'grantRole', [roleId(role), STRANGER]] as const,
      ),
    ],
    { note: /^roles 0xabab\w+ is guardian and voucher signer and proposer$/ },
    (world) =>
      changed(world, ({ roles }) => {
        roles.guardian = roles.voucherSigner = STRANGER
        roles.timelock.proposers.push(STRANGER)
      }),
  ),

  announced(
    'a mint that is announced',
    ({ token }) => [
      [
        token('GALX'),
        encodeFunctionData({ abi: galxAbi, functionName: 'mint', args: [STRANGER, parseEther('900000000')] }),
      ],
    ],
    new RegExp(
      `^Timelock has announced, for \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC or later: mint 900 000 000 GALX to ${getAddress(STRANGER)}$`,
    ),
  ),
  announced(
    'another proposer and no delay, announced together',
    ({ contract }) => [
      [
        contract('Timelock'),
        encodeFunctionData({
          abi: timelockAbi,
          functionName: 'grantRole',
          args: [roleId('proposer'), STRANGER],
        }),
      ],
      [
        contract('Timelock'),
        encodeFunctionData({ abi: timelockAbi, functionName: 'updateDelay', args: [0n] }),
      ],
    ],
    new RegExp(
      `: make ${getAddress(STRANGER)} a proposer of the timelock; then change the timelock's delay to 0 seconds$`,
    ),
  ),
  announced(
    'a call that nobody can read',
    () => [[STRANGER, '0x12345678']],
    /: call 0x\w+ with data that this program cannot read: 0x12345678$/,
  ),

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
    note: /^AAA fee is 1 %, and the published plan says 3 %$/,
  }),
  {
    what: 'a fee written into the token',
    async tamper({ token, rpc, deployment }) {
      await rpc('anvil_setStorageAt', token('AAA'), zeroHash, `0x${(500).toString(16).padStart(64, '0')}`)
      return deployment
    },
    wrong: /^AAA fee is 500 basis points, above the 300 it was made with$/,
  },
  {
    what: 'a fee of 5 % from the start',
    tamper: (world) => anotherAaa(world, { feeRate: 500 }),
    note: /^AAA fee is 5 %, and the published plan says 3 %$/,
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
    what: 'a cap of twice as much',
    async tamper(world) {
      const { roles } = world.deployment
      const made = await world.make('GALX', [2n * embeddedNetwork.galx.cap, roles.deployer])
      return changed(world, ({ tokens }) => Object.assign(tokens.GALX, made))
    },
    note: /^GALX cap is 2 000 000 000 GALX, and the published plan says 1 000 000 000 GALX$/,
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
    what: 'a pool on other terms than the product’s, and the file says so',
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
    note: /^pool galx is GALX for GALX over 1 day \(no lock, weight ×4\.00\), and the published plan says GALX for GALX over 90 days \(no lock, weight ×1\.00\)$/,
  },
  byTimelock(
    'a program too many',
    ({ contract, token }) => [
      [contract('RewardVouchers'), rewardVouchersAbi, 'createProgram', [token('GALX'), 1n, 0n]],
    ],
    { wrong: /^RewardVouchers number of programs is 9, not 8$/ },
  ),

  withoutBalance('ZnVault', 'GALX'),
  withoutBalance('RewardVouchers', 'USDT'),
  withoutBalance('NodePass', 'MCM'),
  withoutBalance('StakingPools', 'AAA'),
  withoutBalance('StakingPools', 'BTCB'),
  {
    what: 'StakingPools with a thousandth of a token too little: what an account earned counts',
    async tamper({ call, contract, token, deployment }) {
      // Whatever exceeds the debts is a rounding, so that anything taken is missing at once.
      await call(contract('StakingPools'), token('GALX'), erc20Abi, 'transfer', [
        STRANGER,
        parseEther('0.001'),
      ])
      return deployment
    },
    wrong: /^StakingPools solvency holds .* GALX and owes .*: 0\.000\d+ are missing$/,
  },
]
