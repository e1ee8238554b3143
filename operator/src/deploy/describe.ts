/** The deployment file of a completed plan: the plan's own terms, with the values that only the chain knows. */
import { keccak256, type Address, type PublicClient } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import {
  type DeployedContract,
  type DeployedPool,
  type DeployedProgram,
  type Deployment,
} from '@galx/protocol/deployment'
import { TOKEN_SYMBOLS, type PoolKey, type ProgramKey } from '@galx/protocol/products'
import { rulesetJson } from '@galx/protocol/rulesets'
import type { PoolPlan } from '../networks/networkConfiguration.ts'
import { pairAddress, swapTokenAddress } from './addressBook.ts'
import { constructorArguments } from './create2.ts'
import { DeploymentError } from './deploymentError.ts'
import type { PlanContext } from './planContext.ts'
import { readFirstRuleset } from './steps/ruleset.ts'

function lower(address: Address): Address {
  return address.toLowerCase() as Address
}

/** @throws DeploymentError naming a contract that is not on the chain */
export async function describeDeployment(
  reader: PublicClient,
  context: PlanContext,
  deployBlock: number,
): Promise<Deployment> {
  const { configuration, book, deployer } = context
  const { guardian, voucherSigner, voucherCoSigner, epochPublisher } = configuration
  const { releaseSigner, timelock, existingTokens } = configuration
  const genesis = await reader.getBlock({ blockNumber: 0n })
  const tokens: [string, Deployment['tokens']['USDT']][] = []
  for (const symbol of TOKEN_SYMBOLS) {
    const entry = await contractEntry(reader, context, symbol, book.tokens[symbol])
    const permit = symbol !== 'USDT' && symbol !== 'BTCB' && !(symbol in existingTokens)
    tokens.push([symbol, { ...entry, decimals: 18, permit }])
  }
  const contracts: [string, DeployedContract][] = []
  for (const [name, address] of Object.entries(book.contracts))
    contracts.push([name, await contractEntry(reader, context, name, address)])
  return {
    version: 1,
    network: configuration.network,
    chainId: configuration.chainId,
    genesisHash: genesis.hash!,
    deployBlock,
    salt: configuration.salt,
    tokens: Object.fromEntries(tokens) as Deployment['tokens'],
    epochDuration: configuration.epochDuration,
    vaultVestingDuration: configuration.vault.vestingDuration,
    roles: {
      deployer: lower(deployer),
      guardian: lower(guardian),
      voucherSigner: lower(voucherSigner),
      voucherCoSigner: lower(voucherCoSigner),
      epochPublisher: lower(epochPublisher),
      timelock: {
        minDelay: timelock.minDelay,
        proposers: timelock.proposers.map(lower),
        executors: timelock.executors.map(lower),
      },
    },
    contracts: Object.fromEntries(contracts) as Deployment['contracts'],
    pools: Object.fromEntries(
      (Object.entries(book.pools) as [PoolKey, bigint][]).map(([key, id]) => [
        key,
        poolEntry(configuration.pools[key]!, id),
      ]),
    ),
    programs: await programEntries(reader, context),
    rulesets: [rulesetJson(await readFirstRuleset(reader, context))],
    pairs: configuration.pairs.map(({ base, quote }) => ({
      base,
      quote,
      address: pairAddress(book, swapTokenAddress(book, base), swapTokenAddress(book, quote)),
    })),
    ...(releaseSigner === undefined ? {} : { releaseSigner: lower(releaseSigner) }),
  }
}

async function contractEntry(
  reader: PublicClient,
  { book }: PlanContext,
  name: string,
  address: Address,
): Promise<DeployedContract> {
  const code = await reader.getCode({ address })
  if (!code) throw new DeploymentError(`${name} has no code at ${address}`)
  const creation = [...book.creations, book.epochLog].find((candidate) => candidate.name === name)
  return {
    address: lower(address),
    codeHash: keccak256(code),
    ...(creation ? { constructorArguments: constructorArguments(creation) } : {}),
  }
}

function poolEntry(plan: PoolPlan, id: bigint): DeployedPool {
  const { stakeToken, pairToken, rewardToken, pairRatio, rewardDuration, boosted, tiers } = plan
  return {
    id: id.toString(),
    stakeToken,
    pairToken,
    pairRatio: pairRatio.toString(),
    rewardToken,
    rewardDuration,
    boosted,
    tiers: tiers.map((tier) => ({ ...tier })),
  }
}

/** The starts come from the chain: the contract rounds each start, and an earlier run may have set it. */
async function programEntries(
  reader: PublicClient,
  { configuration, book }: PlanContext,
): Promise<Deployment['programs']> {
  const entries: [string, DeployedProgram][] = []
  for (const [key, id] of Object.entries(book.programs) as [ProgramKey, bigint][]) {
    const { start } = await reader.readContract({
      address: book.contracts.RewardVouchers,
      abi: rewardVouchersAbi,
      functionName: 'program',
      args: [id],
    })
    const { token, budgetPerEpoch } = configuration.programs[key]!
    const seconds = Number.parseInt(start.toString(), 10)
    entries.push([
      key,
      { id: id.toString(), token, budgetPerEpoch: budgetPerEpoch.toString(), start: seconds },
    ])
  }
  return Object.fromEntries(entries)
}
