/** Reads a finished deployment back from the chain: nothing is believed because a transaction succeeded. */
import { erc20Abi, zeroHash, type Address } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { POOL_KEYS } from '@galx/protocol/deployment'
import { DeploymentError } from './deploymentError.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import { fingerprint, termsOf, type PoolIds } from './pools.ts'
import type { Session } from './session.ts'
import type { TokenAddresses } from './tokens.ts'

export type Wiring = {
  tokens: TokenAddresses
  stakingPools: Address
  aaaFund: Address
  timelock: Address
  pools: PoolIds
}

/** @throws DeploymentError listing everything that is not as planned */
export async function verifyWiring(
  session: Session,
  configuration: NetworkConfiguration,
  { tokens, stakingPools, aaaFund, timelock, pools }: Wiring,
): Promise<void> {
  const { reader } = session
  const faults: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) => {
    const text = (value: unknown) => String(value).toLowerCase()
    if (text(found) !== text(wanted)) faults.push(`${what} is ${String(found)}, not ${String(wanted)}`)
  }
  const contract = { address: stakingPools, abi: stakingPoolsAbi } as const
  expect('StakingPools owner', await reader.readContract({ ...contract, functionName: 'owner' }), timelock)
  expect(
    'StakingPools guardian',
    await reader.readContract({ ...contract, functionName: 'guardian' }),
    configuration.guardian,
  )
  for (const symbol of ['GALX', 'MCM'] as const) {
    const minter = await reader.readContract({
      address: tokens[symbol],
      abi: galxAbi,
      functionName: 'minter',
    })
    expect(`${symbol} minter`, minter, timelock)
  }
  expect(
    'AAA cfo',
    await reader.readContract({ address: tokens.AAA, abi: aaaAbi, functionName: 'cfo' }),
    timelock,
  )
  const recipient = { address: tokens.AAA, abi: aaaAbi, functionName: 'feeRecipient' } as const
  expect('AAA fee recipient', await reader.readContract(recipient), aaaFund)
  const fund = { address: aaaFund, abi: aaaFundAbi } as const
  expect(
    'AaaFund stakingPools',
    await reader.readContract({ ...fund, functionName: 'stakingPools' }),
    stakingPools,
  )
  expect('AaaFund pool', await reader.readContract({ ...fund, functionName: 'pool' }), pools.aaa)
  for (const [symbol, address] of Object.entries(tokens))
    expect(
      `${symbol} decimals`,
      await reader.readContract({ address, abi: erc20Abi, functionName: 'decimals' }),
      18,
    )

  for (const key of POOL_KEYS) {
    const plan = configuration.pools[key]
    if (!plan) continue
    const id = pools[key]!
    const terms = await reader.readContract({ ...contract, functionName: 'poolConfiguration', args: [id] })
    expect(`pool ${key}`, fingerprint(terms), fingerprint(termsOf(plan, tokens)))
    const state = await reader.readContract({ ...contract, functionName: 'poolState', args: [id] })
    if (plan.funding > 0n && state.rewardRate === 0n) faults.push(`pool ${key} streams nothing`)
  }
  await verifyTimelock(session, configuration, timelock, expect)
  if (faults.length > 0) throw new DeploymentError(`deployed, but wrongly wired: ${faults.join('; ')}`)
}

/** The delay and the roles are the plan's, and the deployer keeps none that the plan does not give it. */
async function verifyTimelock(
  session: Session,
  { timelock: plan }: NetworkConfiguration,
  timelock: Address,
  expect: (what: string, found: unknown, wanted: unknown) => void,
): Promise<void> {
  const contract = { address: timelock, abi: timelockAbi } as const
  const { reader, account } = session
  const role = (name: 'PROPOSER_ROLE' | 'EXECUTOR_ROLE' | 'CANCELLER_ROLE') =>
    reader.readContract({ ...contract, functionName: name })
  const holds = (id: `0x${string}`, who: Address) =>
    reader.readContract({ ...contract, functionName: 'hasRole', args: [id, who] })
  const delay = await reader.readContract({ ...contract, functionName: 'getMinDelay' })
  expect('Timelock delay', delay, plan.minDelay)
  const [proposer, executor, canceller] = [
    await role('PROPOSER_ROLE'),
    await role('EXECUTOR_ROLE'),
    await role('CANCELLER_ROLE'),
  ]
  for (const who of plan.proposers) expect(`Timelock proposer ${who}`, await holds(proposer, who), true)
  for (const who of plan.executors) expect(`Timelock executor ${who}`, await holds(executor, who), true)
  expect('Timelock administers itself', await holds(zeroHash, timelock), true)
  expect('deployer administers the Timelock', await holds(zeroHash, account.address), false)
  const planned = (list: readonly Address[]) =>
    list.some((who) => who.toLowerCase() === account.address.toLowerCase())
  expect('deployer may propose', await holds(proposer, account.address), planned(plan.proposers))
  expect('deployer may cancel', await holds(canceller, account.address), planned(plan.proposers))
  expect('deployer may execute', await holds(executor, account.address), planned(plan.executors))
}
