/**
 * Deploys the product to a network: the same plan, salt and key give the same addresses, what exists is skipped, every
 * role ends at the timelock, and the result is read back from the chain before the deployment is returned.
 */
import { keccak256, type Address, type Hex } from 'viem'
import { aaaFundAbi } from '@galx/protocol/abi/AaaFund'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { aaaFundBytecode } from '@galx/protocol/bytecode/AaaFund'
import { stakingPoolsBytecode } from '@galx/protocol/bytecode/StakingPools'
import { timelockBytecode } from '@galx/protocol/bytecode/Timelock'
import { POOL_KEYS, TOKEN_SYMBOLS, type DeployedPool, type Deployment } from '@galx/protocol/deployment'
import { ensureDeployed } from './create2.ts'
import { DeploymentError } from './deploymentError.ts'
import { assertEmbedded, deployFaucet, ensureMulticall3, MULTICALL3 } from './embeddedChain.ts'
import type { NetworkConfiguration, PoolPlan } from './networkConfiguration.ts'
import { createPools, fundPools } from './pools.ts'
import { openSession, type Session } from './session.ts'
import { deployTokens, handTokensOver, type TokenAddresses } from './tokens.ts'
import { verifyWiring } from './verify.ts'

export type DeployOptions = {
  rpcUrl: string
  privateKey: Hex
  configuration: NetworkConfiguration
  /** one line for each thing done */
  log?: ((line: string) => void) | undefined
}

/**
 * Can be run again after any interruption; a second run of a finished deployment sends nothing.
 * @throws DeploymentError: wrong chain, a refused transaction by its error's name, wiring that is not as planned
 */
export async function deploy({
  rpcUrl,
  privateKey,
  configuration,
  log = () => {},
}: DeployOptions): Promise<Deployment> {
  const { chainId, development } = configuration
  const session = await openSession({ rpcUrl, privateKey, chainId, development, log })
  if (development) {
    await assertEmbedded(session)
    await ensureMulticall3(session)
  } else if (!(await session.reader.getCode({ address: MULTICALL3 })))
    throw new DeploymentError(`this chain lacks Multicall3 at ${MULTICALL3}`)

  const timelock = await deployTimelock(session, configuration)
  const { stakingPools, deployBlock } = await deployStakingPools(session, configuration)
  const aaaFund = await deployAaaFund(session, configuration, stakingPools)
  const { tokens, swapFactory } = await deployTokens(session, configuration, { timelock, aaaFund })
  const pools = await createPools(session, stakingPools, configuration.pools, tokens)
  await fundPools(session, stakingPools, configuration.pools, pools, tokens)
  const faucet =
    development && configuration.faucet ? await deployFaucet(session, configuration, tokens) : undefined
  await handTokensOver(session, configuration, tokens, timelock)
  await handPoolsOver(session, stakingPools, timelock)
  await verifyWiring(session, configuration, { tokens, stakingPools, aaaFund, timelock, pools })

  const contracts: Record<string, Address> = {
    StakingPools: stakingPools,
    AaaFund: aaaFund,
    Timelock: timelock,
    Multicall3: MULTICALL3,
    SwapFactory: swapFactory,
    ...(faucet ? { DemoFaucet: faucet } : {}),
  }
  const genesis = await session.reader.getBlock({ blockNumber: 0n })
  return {
    version: 1,
    network: configuration.network,
    chainId,
    genesisHash: genesis.hash!,
    deployBlock,
    tokens: tokenTable(configuration, tokens),
    contracts: Object.fromEntries(
      await Promise.all(
        Object.entries(contracts).map(async ([name, address]) => [
          name,
          await contractEntry(session, name, address),
        ]),
      ),
    ),
    pools: Object.fromEntries(
      POOL_KEYS.flatMap((key) =>
        configuration.pools[key] ? [[key, poolEntry(configuration.pools[key], pools[key]!)]] : [],
      ),
    ),
  }
}

async function deployTimelock(session: Session, { timelock, salt }: NetworkConfiguration): Promise<Address> {
  const args = [BigInt(timelock.minDelay), timelock.proposers, timelock.executors]
  const creation = { name: 'Timelock', abi: timelockAbi, bytecode: timelockBytecode, args, salt }
  return (await ensureDeployed(session, creation)).address
}

/** The deployer owns it only until its pools are made: see handPoolsOver. */
async function deployStakingPools(session: Session, { guardian, salt }: NetworkConfiguration) {
  const head = await session.reader.getBlockNumber()
  const { address, made } = await ensureDeployed(session, {
    name: 'StakingPools',
    abi: stakingPoolsAbi,
    bytecode: stakingPoolsBytecode,
    args: [session.account.address, guardian],
    salt,
  })
  // A resumed run no longer knows the block: 0 is early enough, and only costs the first indexing some empty ranges.
  return { stakingPools: address, deployBlock: made ? toBlockNumber(head) + 1 : 0 }
}

/**
 * AAA names its fee's recipient for ever, so the fund is there first; the fund's pool needs AAA, so the fund is told the place
 * the pool will have. verifyWiring reads back that it is that pool.
 */
async function deployAaaFund(
  session: Session,
  { pools, salt }: NetworkConfiguration,
  stakingPools: Address,
): Promise<Address> {
  const index = POOL_KEYS.filter((key) => pools[key]).indexOf('aaa')
  if (index < 0) throw new DeploymentError("pools.aaa is missing in the plan: AAA's fee goes to it")
  const args = [stakingPools, BigInt(index)]
  const creation = { name: 'AaaFund', abi: aaaFundAbi, bytecode: aaaFundBytecode, args, salt }
  return (await ensureDeployed(session, creation)).address
}

async function handPoolsOver(session: Session, stakingPools: Address, timelock: Address): Promise<void> {
  const contract = { address: stakingPools, abi: stakingPoolsAbi } as const
  const owner = await session.reader.readContract({ ...contract, functionName: 'owner' })
  if (owner.toLowerCase() !== session.account.address.toLowerCase()) return // verifyWiring says if it is the wrong one
  await session.call('StakingPools owner is the timelock', {
    ...contract,
    functionName: 'transferOwnership',
    args: [timelock],
  })
}

function tokenTable({ existingTokens }: NetworkConfiguration, tokens: TokenAddresses): Deployment['tokens'] {
  const entries = TOKEN_SYMBOLS.map((symbol) => {
    const permit = symbol !== 'USDT' && symbol !== 'BTCB' && !(symbol in existingTokens)
    return [symbol, { address: tokens[symbol].toLowerCase(), decimals: 18, permit }]
  })
  return Object.fromEntries(entries) as Deployment['tokens']
}

async function contractEntry(session: Session, name: string, address: Address) {
  const code = await session.reader.getCode({ address })
  if (!code) throw new DeploymentError(`${name} has no code at ${address}`)
  return { address: address.toLowerCase(), codeHash: keccak256(code) }
}

function poolEntry(plan: PoolPlan, id: bigint): DeployedPool {
  const { stakeToken, pairToken, rewardToken, pairRatio, tiers } = plan
  return {
    id: id.toString(),
    stakeToken,
    pairToken,
    pairRatio: pairRatio.toString(),
    rewardToken,
    boosted: false,
    tiers: tiers.map((tier) => ({ ...tier })),
  }
}

function toBlockNumber(block: bigint): number {
  return Number.parseInt(block.toString(), 10)
}
