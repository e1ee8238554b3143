/** Whether the contracts know each other as they should, and pools and programs have the terms the file gives them. */
import { zeroAddress, type Address, type PublicClient } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { erc20Abi } from 'viem'
import type { Deployment, TokenSymbol } from '@galx/protocol/deployment'
import { factoryAbi, routerAbi } from '../deploy/exchangeAbi.ts'
import { contractAddress } from './code.ts'
import type { Findings } from './findings.ts'

export async function verifyWiring(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
): Promise<void> {
  const token = (symbol: TokenSymbol) => deployment.tokens[symbol].address as Address
  const stakingPools = contractAddress(deployment, 'StakingPools')
  for (const symbol of Object.keys(deployment.tokens) as TokenSymbol[])
    await findings.same(
      `${symbol} decimals`,
      reader.readContract({ address: token(symbol), abi: erc20Abi, functionName: 'decimals' }),
      18,
    )

  const levels = { address: contractAddress(deployment, 'Levels'), abi: levelsAbi } as const
  await findings.same('Levels MCM', reader.readContract({ ...levels, functionName: 'mcm' }), token('MCM'))
  await findings.same(
    'Levels pools contract',
    reader.readContract({ ...levels, functionName: 'stakingPools' }),
    stakingPools,
  )
  const passes = { address: contractAddress(deployment, 'NodePass'), abi: nodePassAbi } as const
  await findings.same('NodePass MCM', reader.readContract({ ...passes, functionName: 'mcm' }), token('MCM'))

  const fund = { address: contractAddress(deployment, 'AaaFund'), abi: aaaFundAbi } as const
  await findings.same(
    'AaaFund pools contract',
    reader.readContract({ ...fund, functionName: 'stakingPools' }),
    stakingPools,
  )
  const fed = await findings.read('AaaFund pool', reader.readContract({ ...fund, functionName: 'pool' }))
  if (fed !== undefined) findings.expect('AaaFund pool', fed, deployment.pools.aaa?.id)
  const aaa = { address: token('AAA'), abi: aaaAbi } as const
  await findings.same(
    'AAA fee recipient',
    reader.readContract({ ...aaa, functionName: 'feeRecipient' }),
    fund.address,
  )
  const vault = { address: contractAddress(deployment, 'ZnVault'), abi: znVaultAbi } as const
  await findings.same(
    'ZnVault asset',
    reader.readContract({ ...vault, functionName: 'asset' }),
    token('GALX'),
  )
  await findings.same(
    'ZnVault vesting duration',
    reader.readContract({ ...vault, functionName: 'vestingDuration' }),
    deployment.vaultVestingDuration,
  )
  await verifyEpochLog(reader, deployment, findings)
  await verifyExchange(reader, deployment, findings)
}

/** Its epochs are RewardVouchers' own, beginning with the earliest program's first. */
async function verifyEpochLog(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
): Promise<void> {
  const log = { address: contractAddress(deployment, 'EpochLog'), abi: epochLogAbi } as const
  await findings.same(
    'EpochLog vouchers contract',
    reader.readContract({ ...log, functionName: 'rewardVouchers' }),
    contractAddress(deployment, 'RewardVouchers'),
  )
  await findings.same(
    'EpochLog epoch',
    reader.readContract({ ...log, functionName: 'epochDuration' }),
    deployment.epochDuration,
  )
  const starts = Object.values(deployment.programs).map(({ start }) => start)
  await findings.same(
    'EpochLog first epoch',
    reader.readContract({ ...log, functionName: 'firstEpoch' }),
    Math.floor(Math.min(...starts) / deployment.epochDuration),
  )
}

async function verifyExchange(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
): Promise<void> {
  const factory = contractAddress(deployment, 'SwapFactory')
  const router = { address: contractAddress(deployment, 'SwapRouter'), abi: routerAbi } as const
  await findings.same(
    'SwapRouter factory',
    reader.readContract({ ...router, functionName: 'factory' }),
    factory,
  )
  for (const { base, quote, address } of deployment.pairs) {
    const found = reader.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPair',
      args: [deployment.tokens[base].address as Address, deployment.tokens[quote].address as Address],
    })
    await findings.same(`pair ${base}/${quote}`, found, address)
    if (base !== 'AAA') continue
    const taxed = reader.readContract({
      address: deployment.tokens.AAA.address as Address,
      abi: aaaAbi,
      functionName: 'swapPair',
    })
    await findings.same('AAA swap pair', taxed, address)
  }
}

export async function verifyPools(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
): Promise<void> {
  const contract = { address: contractAddress(deployment, 'StakingPools'), abi: stakingPoolsAbi } as const
  const token = (symbol: TokenSymbol) => deployment.tokens[symbol].address
  // What the file does not name is not looked at, its debts neither: it must not go unnoticed.
  await findings.same(
    'StakingPools number of pools',
    reader.readContract({ ...contract, functionName: 'poolCount' }),
    idsOf(deployment.pools).size,
  )
  for (const [key, pool] of Object.entries(deployment.pools)) {
    const what = `pool ${key}`
    const reading = reader.readContract({
      ...contract,
      functionName: 'poolConfiguration',
      args: [BigInt(pool.id)],
    })
    const terms = await findings.read(what, reading)
    if (!terms) continue
    findings.expect(`${what} stake token`, terms.stakeToken, token(pool.stakeToken))
    findings.expect(
      `${what} pair token`,
      terms.pairToken,
      pool.pairToken ? token(pool.pairToken) : zeroAddress,
    )
    findings.expect(`${what} pair ratio`, terms.pairRatio, pool.pairRatio)
    findings.expect(`${what} reward token`, terms.rewardToken, token(pool.rewardToken))
    findings.expect(`${what} reward duration`, terms.rewardDuration, pool.rewardDuration)
    findings.expect(
      `${what} boost source`,
      terms.boostSource,
      pool.boosted ? contractAddress(deployment, 'Levels') : zeroAddress,
    )
    findings.expect(`${what} tiers`, tierText(terms.tiers), tierText(pool.tiers))
  }
}

export async function verifyPrograms(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
): Promise<void> {
  const contract = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  await findings.same(
    'RewardVouchers epoch',
    reader.readContract({ ...contract, functionName: 'epochDuration' }),
    deployment.epochDuration,
  )
  await findings.same(
    'RewardVouchers number of programs',
    reader.readContract({ ...contract, functionName: 'programCount' }),
    idsOf(deployment.programs).size,
  )
  for (const [key, program] of Object.entries(deployment.programs)) {
    const what = `program ${key}`
    const reading = reader.readContract({ ...contract, functionName: 'program', args: [BigInt(program.id)] })
    const terms = await findings.read(what, reading)
    if (!terms) continue
    findings.expect(`${what} token`, terms.token, deployment.tokens[program.token].address)
    findings.expect(`${what} budget an epoch`, terms.budgetPerEpoch, program.budgetPerEpoch)
    findings.expect(`${what} start`, terms.start, program.start)
  }
}

const idsOf = (named: Readonly<Record<string, { id: string }>>): ReadonlySet<string> =>
  new Set(Object.values(named).map(({ id }) => id))

type TierTerms = { duration: number; multiplierBps: number; penaltyBps: number }

function tierText(tiers: readonly TierTerms[]): string {
  return tiers
    .map(({ duration, multiplierBps, penaltyBps }) => `${duration} s ×${multiplierBps} −${penaltyBps}`)
    .join(', ')
}
