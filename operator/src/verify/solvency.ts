/**
 * Whether each contract holds at least what it owes, token by token, all read at one block.
 *
 * StakingPools keeps no totals of principal and unpaid rewards. Whoever ever staked is in its logs; that nobody is missing is
 * proven by the weights, which must add up to each pool's own total.
 */
import { erc20Abi, formatEther, type Address, type PublicClient } from 'viem'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { DeployedPool, Deployment } from '@galx/protocol/deployment'
import type { TokenSymbol } from '@galx/protocol/products'
import { contractAddress } from './code.ts'
import { firstLine, type Findings } from './findings.ts'
import { readLogs } from './logs.ts'
import type { VerifyOptions } from './verifyDeployment.ts'

/** Accounts of one multicall: two reads each. */
const ACCOUNTS_A_CALL = 100
const POSITIONS_A_PAGE = 50n

/** Wei owed, by token. */
class Debts {
  readonly byToken = new Map<TokenSymbol, bigint>()
  add(token: TokenSymbol, amount: bigint): void {
    this.byToken.set(token, (this.byToken.get(token) ?? 0n) + amount)
  }
}

export async function verifySolvency(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
  options: VerifyOptions,
): Promise<void> {
  const block = await reader.getBlock()
  const at = { reader, deployment, findings, blockNumber: block.number, now: block.timestamp }
  const kept = [
    ['ZnVault', vaultDebts],
    ['RewardVouchers', voucherDebts],
    ['NodePass', passDebts],
  ] as const
  for (const [name, debtsOf] of kept) {
    const debts = await findings.read(`${name} solvency`, debtsOf(at))
    if (debts) await compare(at, name, debts)
  }
  try {
    await compare(at, 'StakingPools', await poolDebts(at, options))
  } catch (error) {
    findings.unchecked.push({ what: 'StakingPools solvency', fault: firstLine(error) })
  }
}

type Place = {
  reader: PublicClient
  deployment: Deployment
  findings: Findings
  blockNumber: bigint
  now: bigint
}
type Holder = 'ZnVault' | 'RewardVouchers' | 'NodePass' | 'StakingPools'

async function compare(place: Place, name: Holder, debts: Debts): Promise<void> {
  const { reader, deployment, findings, blockNumber } = place
  for (const [symbol, owed] of debts.byToken) {
    const held = await reader.readContract({
      address: deployment.tokens[symbol].address as Address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [contractAddress(deployment, name)],
      blockNumber,
    })
    findings.checked++
    if (held < owed)
      findings.fault(
        `${name} solvency`,
        `holds ${formatEther(held)} ${symbol} and owes ${formatEther(owed)}: ${formatEther(owed - held)} are missing`,
      )
  }
}

async function vaultDebts({ reader, deployment, blockNumber }: Place): Promise<Debts> {
  const { assets, unvested, undistributed } = await reader.readContract({
    address: contractAddress(deployment, 'ZnVault'),
    abi: znVaultAbi,
    functionName: 'vaultState',
    blockNumber,
  })
  const debts = new Debts()
  debts.add('GALX', assets + unvested + undistributed)
  return debts
}

async function voucherDebts({ reader, deployment, blockNumber }: Place): Promise<Debts> {
  const contract = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  const debts = new Debts()
  for (const { id, token } of Object.values(deployment.programs)) {
    const terms = await reader.readContract({
      ...contract,
      functionName: 'program',
      args: [BigInt(id)],
      blockNumber,
    })
    debts.add(token, terms.funded - terms.paid)
  }
  return debts
}

async function passDebts({ reader, deployment, blockNumber }: Place): Promise<Debts> {
  const contract = { address: contractAddress(deployment, 'NodePass'), abi: nodePassAbi } as const
  const bond = await reader.readContract({ ...contract, functionName: 'BOND', blockNumber })
  const passes = await reader.readContract({ ...contract, functionName: 'totalSupply', blockNumber })
  const debts = new Debts()
  debts.add('MCM', bond * passes)
  return debts
}

/** Principal, what was earned and not claimed, what is still to stream, and what is held back. */
async function poolDebts(place: Place, { logRange }: VerifyOptions): Promise<Debts> {
  const { reader, deployment, findings, blockNumber, now } = place
  const contract = { address: contractAddress(deployment, 'StakingPools'), abi: stakingPoolsAbi } as const
  const stakers = await readStakers(place, logRange)
  const debts = new Debts()
  for (const [key, pool] of Object.entries(deployment.pools)) {
    const state = await reader.readContract({
      ...contract,
      functionName: 'poolState',
      args: [BigInt(pool.id)],
      blockNumber,
    })
    const left = state.rewardEnd > now ? state.rewardEnd - now : 0n
    debts.add(pool.rewardToken, state.rewardRate * left + state.undistributed)
    const accounts = [...(stakers.get(BigInt(pool.id)) ?? [])]
    const weight = await addAccounts(place, pool, accounts, debts)
    findings.checked++
    if (weight !== state.totalWeight)
      findings.fault(
        `pool ${key} weights`,
        `the stakers of the logs weigh ${weight} wei, the pool says ${state.totalWeight}`,
      )
  }
  return debts
}

/** @returns by pool id everyone who ever staked */
async function readStakers(
  { reader, deployment, blockNumber }: Place,
  range: bigint | undefined,
): Promise<Map<bigint, Set<Address>>> {
  const logs = await readLogs(reader, {
    address: contractAddress(deployment, 'StakingPools'),
    event: stakingPoolsAbi.find((item) => item.type === 'event' && item.name === 'Staked')!,
    fromBlock: BigInt(deployment.deployBlock),
    toBlock: blockNumber,
    range,
  })
  const stakers = new Map<bigint, Set<Address>>()
  for (const { topics } of logs) {
    const pool = BigInt(topics[1]!)
    const accounts = stakers.get(pool) ?? new Set()
    stakers.set(pool, accounts.add(`0x${topics[2]!.slice(26)}`))
  }
  return stakers
}

/** Adds what the pool owes the accounts. @returns the sum of their weights, wei */
async function addAccounts(
  { reader, deployment, blockNumber }: Place,
  pool: DeployedPool,
  accounts: readonly Address[],
  debts: Debts,
): Promise<bigint> {
  const contract = { address: contractAddress(deployment, 'StakingPools'), abi: stakingPoolsAbi } as const
  const id = BigInt(pool.id)
  let weight = 0n
  for (let start = 0; start < accounts.length; start += ACCOUNTS_A_CALL) {
    const chunk = accounts.slice(start, start + ACCOUNTS_A_CALL)
    const states = await reader.multicall({
      contracts: chunk.map(
        (account) => ({ ...contract, functionName: 'accountState', args: [id, account] }) as const,
      ),
      multicallAddress: contractAddress(deployment, 'Multicall3'),
      allowFailure: false,
      blockNumber,
    })
    const pages = chunk.flatMap((account, index) => {
      const starts: bigint[] = []
      for (let from = 0n; from < states[index]!.positionCount; from += POSITIONS_A_PAGE) starts.push(from)
      return starts.map((from) => ({ account, from }))
    })
    const positions = await reader.multicall({
      contracts: pages.map(
        ({ account, from }) =>
          ({
            ...contract,
            functionName: 'positionsOf',
            args: [id, account, from, POSITIONS_A_PAGE],
          }) as const,
      ),
      multicallAddress: contractAddress(deployment, 'Multicall3'),
      allowFailure: false,
      blockNumber,
    })
    for (const state of states) {
      weight += state.weight
      debts.add(pool.rewardToken, state.earned)
    }
    for (const { amount, pairAmount } of positions.flat()) {
      debts.add(pool.stakeToken, amount)
      if (pool.pairToken) debts.add(pool.pairToken, pairAmount)
    }
  }
  return weight
}
