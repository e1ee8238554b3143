/** False deployment files. The chain is unchanged. */
import { zeroAddress } from 'viem'
import { STRANGER } from '../support/liveDeployment.ts'
import { changed, type EditedFile, type Tampering } from './tampering.ts'

const HASH = `0x${'1'.repeat(64)}`

function inFile(
  what: string,
  change: (file: EditedFile) => void,
  expected: Pick<Tampering, 'wrong' | 'note'>,
): Tampering {
  return { what, tamper: (world) => changed(world, change), ...expected }
}

export const TAMPERINGS_OF_FILE: Tampering[] = [
  inFile('another chain id', (file) => (file.chainId = 97), { wrong: /^chain id is 56, not 97$/ }),
  inFile('another first block', (file) => (file.genesisHash = HASH), { wrong: /^genesis block is 0x/ }),
  inFile('a private chain called mainnet', (file) => (file.network = 'mainnet'), {
    wrong: /^network is mainnet in the deployment file; the first block belongs to no public chain$/,
  }),
  inFile('an unplanned network', (file) => (file.network = 'moon'), {
    note: /^network is moon: this repository has no plan for this network$/,
  }),
  inFile('a later first block', (file) => (file.deployBlock += 60), {
    wrong: /^deployBlock is \d+, but StakingPools has a log in block \d+$/,
  }),
  inFile('a first block that is still to come', (file) => (file.deployBlock = 1_000_000), {
    wrong: /^deployBlock is 1000000, but Timelock has a log in block \d+$/,
  }),
  inFile('another salt', (file) => (file.salt = 'another'), {
    wrong: /^Timelock is at 0x\w+; with these arguments the published code has the address 0x/,
  }),

  inFile('two tokens exchanged', ({ tokens }) => ([tokens.MCM, tokens.GALX] = [tokens.GALX, tokens.MCM]), {
    wrong: /^MCM is at 0x\w+; with these arguments the published code has the address 0x/,
  }),
  inFile('a token that is somebody else’s', ({ tokens }) => (tokens.USDT.address = STRANGER), {
    wrong: /^USDT has no code at 0xabab/,
  }),
  inFile(
    'a token without its constructor arguments',
    ({ tokens }) => delete tokens.GALX.constructorArguments,
    {
      wrong: /^GALX has no constructor arguments in the deployment file: nothing ties 0x/,
    },
  ),
  inFile(
    'a stand-in without its constructor arguments',
    ({ tokens }) => delete tokens.USDT.constructorArguments,
    {
      wrong: /^USDT has no constructor arguments/,
    },
  ),
  inFile('the hash of a token’s code', ({ tokens }) => (tokens.AAA.codeHash = HASH), {
    wrong: /^AAA code hash is 0x\w+, not 0x1+$/,
  }),
  inFile('a permit that the token does not take', ({ tokens }) => (tokens.USDT.permit = true), {
    wrong: /^USDT permit is false, not true$/,
  }),

  inFile('a contract left out', ({ contracts }) => delete contracts.NodePass, {
    wrong: /^NodePass is not in the deployment file$/,
  }),
  inFile('the wrapped coin left out', ({ contracts }) => delete contracts.WrappedNative, {
    wrong: /^SwapRouter wrapped coin is 0x\w+, not undefined$/,
  }),
  inFile(
    'a contract under another’s address',
    ({ contracts }) => (contracts.Levels!.address = contracts.NodePass!.address),
    {
      wrong: /^NodePass has the same address as Levels: 0x/,
    },
  ),
  inFile('the hash of a contract’s code', ({ contracts }) => (contracts.ZnVault!.codeHash = HASH), {
    wrong: /^ZnVault code hash is 0x\w+, not 0x1+$/,
  }),
  inFile(
    'constructor arguments with another owner',
    ({ contracts, roles }) => {
      const pools = contracts.StakingPools!
      pools.constructorArguments = pools.constructorArguments!.replace(
        roles.deployer.slice(2),
        STRANGER.slice(2),
      )
    },
    { wrong: /^StakingPools is at 0x\w+; with these arguments the published code has the address 0x/ },
  ),
  inFile(
    'an unknown contract',
    ({ contracts }) => (contracts.Treasury = { ...contracts.Levels!, address: `0x${'7f'.repeat(20)}` }),
    { wrong: /^Treasury has no code at 0x7f7f/ },
  ),
  inFile(
    'a Multicall3 at another address',
    ({ contracts }) => (contracts.Multicall3 = { ...contracts.DemoFaucet! }),
    { wrong: /^Multicall3 is at 0x\w+; on every chain it is at 0xca11/ },
  ),

  inFile('the length of an epoch', (file) => (file.epochDuration = 86_400), {
    wrong: /^RewardVouchers epoch is 60, not 86400$/,
  }),
  inFile('the vault’s vesting duration', (file) => (file.vaultVestingDuration = 86_400), {
    wrong: /^ZnVault vesting duration is 7776000, not 86400$/,
  }),

  inFile('another deployer', ({ roles }) => (roles.deployer = STRANGER), {
    wrong: /^deployer \(the first owner of StakingPools\) is 0x\w+, not 0xabab/,
  }),
  inFile('another guardian', ({ roles }) => (roles.guardian = STRANGER), {
    wrong: /^StakingPools guardian is 0x\w+, not 0xabab/,
  }),
  inFile('another voucher signer in the file', ({ roles }) => (roles.voucherSigner = STRANGER), {
    wrong: /^RewardVouchers signer is 0x\w+, not 0xabab/,
  }),
  inFile('another voucher co-signer in the file', ({ roles }) => (roles.voucherCoSigner = STRANGER), {
    wrong: /^RewardVouchers co-signer is 0x\w+, not 0xabab/,
  }),
  inFile('another publisher of epochs in the file', ({ roles }) => (roles.epochPublisher = STRANGER), {
    wrong: /^EpochLog publisher is 0x\w+, not 0xabab/,
  }),
  inFile('a longer delay', ({ roles }) => (roles.timelock.minDelay = 172_800), {
    wrong: /^Timelock delay is 60, not 172800$/,
  }),
  inFile('a proposer without the role', ({ roles }) => roles.timelock.proposers.push(STRANGER), {
    wrong: /^Timelock role proposer is not held by 0xabab\w+$/,
  }),
  inFile('another proposer in the place of the one', ({ roles }) => (roles.timelock.proposers = [STRANGER]), {
    wrong: /^Timelock role proposer is held by 0x7099\w+; the deployment file does not say so$/,
  }),
  inFile('executors where anyone is', ({ roles }) => (roles.timelock.executors = [STRANGER]), {
    wrong: /^Timelock role executor is held by anyone; the deployment file does not say so$/,
  }),

  inFile('a pool left out', ({ pools }) => delete pools.mcf, {
    wrong: /^StakingPools number of pools is 6, not 5$/,
  }),
  inFile('the id of a pool', ({ pools }) => (pools.btc!.id = '12345'), {
    wrong: /^pool btc does not exist on the chain with the id 12345$/,
  }),
  inFile('one pool under two names', ({ pools }) => (pools.btc!.id = pools.aaa!.id), {
    wrong: /^pool aaa has the same id as pool btc$/,
  }),
  inFile(
    'two pools exchanged',
    ({ pools }) => ([pools.galx!.id, pools.mcm!.id] = [pools.mcm!.id, pools.galx!.id]),
    {
      wrong: /^pool galx stake token is 0x\w+, not 0x/,
    },
  ),
  inFile('the token a pool takes', ({ pools }) => (pools.galx!.stakeToken = 'MCM'), {
    wrong: /^pool galx stake token is/,
  }),
  inFile('the pair token of a pool', ({ pools }) => (pools.galxMcm!.pairToken = null), {
    wrong: /^pool galxMcm pair token is/,
  }),
  inFile('the ratio of a pair', ({ pools }) => (pools.galxMcm!.pairRatio = '1'), {
    wrong: /^pool galxMcm pair ratio is 1000000000000000000, not 1$/,
  }),
  inFile('the token a pool pays', ({ pools }) => (pools.btc!.rewardToken = 'USDT'), {
    wrong: /^pool btc reward token is/,
  }),
  inFile('how long a funding streams', ({ pools }) => (pools.aaa!.rewardDuration = 1), {
    wrong: /^pool aaa reward duration is 7776000, not 1$/,
  }),
  inFile('a boost that does not exist', ({ pools }) => (pools.galx!.boosted = true), {
    wrong: new RegExp(`^pool galx boost source is ${zeroAddress}, not 0x`),
  }),
  inFile('a smaller penalty', ({ pools }) => (pools.mcf!.tiers[3]!.penaltyBps = 0), {
    wrong: /^pool mcf tiers is .*×30000 −2000, not .*×30000 −0$/,
  }),

  inFile('a program left out', ({ programs }) => delete programs.node, {
    wrong: /^RewardVouchers number of programs is 8, not 7$/,
  }),
  inFile('the token of a program', ({ programs }) => (programs.promotion!.token = 'GALX'), {
    wrong: /^program promotion token is/,
  }),
  inFile('the budget of a program', ({ programs }) => (programs.node!.budgetPerEpoch = '1'), {
    wrong: /^program node budget an epoch is 20000000000000000, not 1$/,
  }),
  inFile('the start of a program', ({ programs }) => (programs.node!.start = 60), {
    wrong: /^program node start is \d+, not 60$/,
  }),
  inFile(
    'two programs of the same terms exchanged',
    ({ programs }) => ([programs.zn, programs.node] = [programs.node!, programs.zn!]),
    { note: /^program node is number 7 on the chain; in the published plan number 7 is zn$/ },
  ),

  inFile('another coefficient of a ruleset', ({ rulesets }) => (rulesets[0]!.vaultCoefficient = '1'), {
    wrong: /^ruleset 1 hash is 0x\w+, not 0x/,
    note: /^ruleset 1 coefficient of the vault is 1 bps of one GALX; the published plan says 10000 bps/,
  }),
  inFile(
    'a program that begins before the log of epochs',
    ({ programs, epochDuration }) => (programs.galx!.start -= epochDuration),
    { wrong: /^EpochLog first epoch is (\d+), not \d+$/ },
  ),
  inFile('a ruleset that begins later', ({ rulesets }) => (rulesets[0]!.firstEpoch = '99999999'), {
    wrong: /^ruleset 1 first epoch is \d+, not 99999999$/,
  }),
  inFile('a ruleset whose program is another', ({ rulesets }) => (rulesets[0]!.programs[0]!.id = '7'), {
    wrong: /^ruleset 1 program galx is 7, not \d+$/,
  }),
  inFile('a ruleset whose program counts nothing', ({ rulesets }) => (rulesets[0]!.programs[0]!.pools = []), {
    wrong: /^ruleset 1 program galx counts is members {2}false, not members \d+,\d+ false$/,
  }),
  inFile(
    'a ruleset with an unknown pool',
    ({ rulesets }) => rulesets[0]!.power.unshift({ pool: '7', coefficient: '1' }),
    {
      wrong: /^ruleset 1 names the pool 7, which is not in the deployment file$/,
    },
  ),

  inFile('another pair', ({ pairs }) => (pairs.find(({ base }) => base === 'AAA')!.address = STRANGER), {
    wrong: /^AAA swap pair is 0x\w+, not 0xabab/,
  }),
  inFile(
    'the taxed pair left out',
    (file) => (file.pairs = file.pairs.filter(({ base }) => base !== 'AAA')),
    {
      wrong: /^pair AAA\/USDT is not in the deployment file$/,
    },
  ),
  inFile(
    'a pair of other tokens',
    ({ pairs }) => (pairs.find(({ base }) => base === 'MCM')!.quote = 'BTCB'),
    {
      wrong: /^pair MCM\/BTCB is 0x0+, not 0x/,
    },
  ),
]
