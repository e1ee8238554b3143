/** Chains on which other accounts have power, or the timelock announces something. */
import {
  encodeFunctionData,
  getAddress,
  parseEther,
  zeroAddress,
  zeroHash,
  type Abi,
  type Address,
} from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { STRANGER, type LiveDeployment } from '../support/liveDeployment.ts'
import { announced, byTimelock, roleId } from './byTimelock.ts'
import { changed, type Tampering } from './tampering.ts'

const OWNERS_AND_ROLES_OF_CONTRACTS: Tampering[] = [
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
        wrong: new RegExp(
          `^${name} next owner is ${getAddress(STRANGER)}: this account can become the owner at any time`,
        ),
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
      const vouchers = await make('RewardVouchers', [
        STRANGER,
        roles.guardian,
        roles.voucherSigner,
        roles.voucherCoSigner,
        60n,
      ])
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
  byTimelock(
    'another voucher co-signer',
    ({ contract }) => [[contract('RewardVouchers'), rewardVouchersAbi, 'setCoSigner', [STRANGER]]],
    { wrong: /^RewardVouchers co-signer is 0xabab\w+, not 0x/ },
  ),
  byTimelock(
    'a voucher co-signer who was switched off',
    ({ contract }) => [[contract('RewardVouchers'), rewardVouchersAbi, 'disableCoSigner', []]],
    {
      wrong: /^RewardVouchers co-signer is 0x0{40}, not 0x/,
      note: /^RewardVouchers co-signer is switched off/,
    },
  ),
  byTimelock('another minter', ({ token }) => [[token('MCM'), galxAbi, 'setMinter', [STRANGER]]], {
    wrong: /^MCM minter is 0xabab\w+, not 0x/,
  }),
  byTimelock(
    'a minter who renounced',
    ({ token }) => [[token('GALX'), galxAbi, 'setMinter', [zeroAddress]]],
    {
      note: /^GALX minter is nobody: no more tokens can be minted$/,
    },
  ),
  byTimelock(
    'tokens minted beyond the plan',
    ({ token }) => [[token('GALX'), galxAbi, 'mint', [STRANGER, parseEther('5000')]]],
    { note: /^GALX supply is 100 005 000 GALX, 5 000 GALX more than the published plan mints$/ },
  ),
]

const ROLES_OF_THE_TIMELOCK: Tampering[] = [
  ...(['proposer', 'canceller', 'executor', 'administrator'] as const).map((role) =>
    byTimelock(
      `one ${role} too many`,
      ({ contract }) => [[contract('Timelock'), timelockAbi, 'grantRole', [roleId(role), STRANGER]]],
      {
        wrong: new RegExp(
          `^Timelock role ${role} is held by 0xabab\\w+; the deployment file does not say so$`,
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
    { wrong: /^Timelock role proposer is still held by the deployer 0x\w+$/ },
  ),
  byTimelock(
    'a proposer appointed before the first block that the file names',
    ({ contract }) => [[contract('Timelock'), timelockAbi, 'grantRole', [roleId('proposer'), STRANGER]]],
    { wrong: /^Timelock role proposer is held by 0xabab\w+; the deployment file does not say so$/ },
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
      wrong: /^Timelock role proposer is not held by 0x7099\w+$/,
      note: /^Timelock proposers there is no proposer$/,
    },
  ),
  byTimelock(
    'a delay of 0, and the file says so',
    ({ contract }) => [[contract('Timelock'), timelockAbi, 'updateDelay', [0n]]],
    { wrong: /^Timelock delay is 0: changes take effect without an announcement$/ },
    (world) => changed(world, ({ roles }) => (roles.timelock.minDelay = 0)),
  ),
  byTimelock(
    'a shorter delay, and the file says so',
    ({ contract }) => [[contract('Timelock'), timelockAbi, 'updateDelay', [5n]]],
    { note: /^Timelock delay is 5 seconds; the published plan says 1 minute$/ },
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
]

const ANNOUNCED: Tampering[] = [
  announced(
    'a mint that is announced',
    ({ token }) => [
      [
        token('GALX'),
        encodeFunctionData({ abi: galxAbi, functionName: 'mint', args: [STRANGER, parseEther('900000000')] }),
      ],
    ],
    new RegExp(
      `^Timelock has announced for \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC or later: mint 900 000 000 GALX to ${getAddress(STRANGER)}$`,
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
    'an unreadable call',
    () => [[STRANGER, '0x12345678']],
    /: call 0x\w+ with data that this program cannot read: 0x12345678$/,
  ),
]

export const TAMPERINGS_OF_POWER: Tampering[] = [
  ...OWNERS_AND_ROLES_OF_CONTRACTS,
  ...ROLES_OF_THE_TIMELOCK,
  ...ANNOUNCED,
]
