/**
 * Checks that each contract holds at least its debts, token by token, all read at one block.
 *
 * StakingPools keeps no totals of principal and unpaid rewards, so every staker is read. The logs name every account that ever staked. The weights
 * prove that no staker is missing: they must add up to each pool's own total.
 */
import { erc20Abi, formatEther, zeroAddress, type Address } from 'viem'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { indexedAddress, type History } from './history.ts'
import { contractAddress, tokenAddress, type Place, type RequiredContract } from './place.ts'
import { nameOf, type PoolOnChain, type ProgramOnChain, type VaultOnChain } from './state.ts'
import type { Names } from './words.ts'

/** The number of accounts in one multicall. */
const ACCOUNTS_A_CALL = 100
const POSITIONS_A_PAGE = 50n
/** The first number of a position that another account opened as a gift: FIRST_GIFT of StakingPools. */
const FIRST_GIFT = 2n ** 32n

/** Wei owed, by token. */
class Debts {
  readonly byToken = new Map<Address, bigint>()
  add(token: Address, amount: bigint): void {
    this.byToken.set(token, (this.byToken.get(token) ?? 0n) + amount)
  }
}

async function compare(place: Place, names: Names, name: RequiredContract, debts: Debts): Promise<void> {
  const { read, deployment, findings } = place
  const held = await Promise.all(
    [...debts.byToken.keys()].map((token) =>
      read({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [contractAddress(deployment, name)],
      }),
    ),
  )
  for (const [index, [token, owed]] of [...debts.byToken].entries()) {
    const missing = owed - held[index]!
    findings.checked++
    if (missing > 0n)
      findings.fault(
        `${name} solvency`,
        `holds ${formatEther(held[index]!)} ${names.symbol(token)} and owes ${formatEther(owed)}: ${formatEther(missing)} is missing`,
      )
  }
}

export async function verifyVaultSolvency(
  place: Place,
  names: Names,
  { state }: VaultOnChain,
): Promise<void> {
  const debts = new Debts()
  const { assets, unvested, undistributed } = state
  debts.add(tokenAddress(place.deployment, 'GALX'), assets + unvested + undistributed)
  await compare(place, names, 'ZnVault', debts)
}

export async function verifyVoucherSolvency(
  place: Place,
  names: Names,
  programs: readonly ProgramOnChain[],
): Promise<void> {
  const debts = new Debts()
  for (const { terms } of programs) debts.add(terms.token, terms.funded - terms.paid)
  await compare(place, names, 'RewardVouchers', debts)
}

export async function verifyPassSolvency(place: Place, names: Names): Promise<void> {
  const { read, deployment } = place
  const contract = { address: contractAddress(deployment, 'NodePass'), abi: nodePassAbi } as const
  const bond = await read({ ...contract, functionName: 'BOND' })
  const passes = await read({ ...contract, functionName: 'totalSupply' })
  const debts = new Debts()
  debts.add(tokenAddress(deployment, 'MCM'), bond * passes)
  await compare(place, names, 'NodePass', debts)
}

/** Principal, unclaimed rewards, rewards still to stream, and rewards held back. */
export async function verifyPoolSolvency(
  place: Place,
  names: Names,
  pools: readonly PoolOnChain[],
  history: History,
): Promise<void> {
  const { findings, block } = place
  const stakers = stakersOf(history)
  const debts = new Debts()
  const weights = await Promise.all(
    pools.map((pool) => addAccounts(place, pool, [...(stakers.get(pool.id) ?? [])], debts)),
  )
  for (const [index, pool] of pools.entries()) {
    const { state, terms } = pool
    const left = state.rewardEnd > block.timestamp ? state.rewardEnd - block.timestamp : 0n
    debts.add(terms.rewardToken, state.rewardRate * left + state.undistributed)
    findings.checked++
    if (weights[index] !== state.totalWeight)
      findings.fault(
        `${nameOf('pool', pool)} weights`,
        `add up to ${weights[index]} wei for all stakers in the logs; the pool's total is ${state.totalWeight}`,
      )
  }
  await compare(place, names, 'StakingPools', debts)
}

/** @returns every account that ever staked, by pool id */
function stakersOf(history: History): Map<bigint, Set<Address>> {
  const stakers = new Map<bigint, Set<Address>>()
  for (const log of history.of('Staked')) {
    const pool = BigInt(log.topics[1]!)
    stakers.set(pool, (stakers.get(pool) ?? new Set()).add(indexedAddress(log, 2)))
  }
  return stakers
}

/** @returns the start of each page of `count` positions numbered from `first` */
function pagesOf(first: bigint, count: bigint): bigint[] {
  const starts: bigint[] = []
  for (let from = first; from < first + count; from += POSITIONS_A_PAGE) starts.push(from)
  return starts
}

/** Adds the pool's debts to these accounts to `debts`. @returns the sum of the accounts' weights, wei */
async function addAccounts(
  { reader, deployment, stateBlock }: Place,
  { id, terms }: PoolOnChain,
  accounts: readonly Address[],
  debts: Debts,
): Promise<bigint> {
  const contract = { address: contractAddress(deployment, 'StakingPools'), abi: stakingPoolsAbi } as const
  const together = {
    multicallAddress: contractAddress(deployment, 'Multicall3'),
    allowFailure: false,
  } as const
  let weight = 0n
  for (let start = 0; start < accounts.length; start += ACCOUNTS_A_CALL) {
    const chunk = accounts.slice(start, start + ACCOUNTS_A_CALL)
    const at = { ...together, blockNumber: await stateBlock() }
    const states = await reader.multicall({
      contracts: chunk.map(
        (account) => ({ ...contract, functionName: 'accountState', args: [id, account] }) as const,
      ),
      ...at,
    })
    const pages = chunk.flatMap((account, index) => {
      const { positionCount, giftCount } = states[index]!
      const starts = [...pagesOf(0n, positionCount), ...pagesOf(FIRST_GIFT, giftCount)]
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
      ...at,
    })
    for (const state of states) {
      weight += state.weight
      debts.add(terms.rewardToken, state.earned)
    }
    for (const { amount, pairAmount } of positions.flat()) {
      debts.add(terms.stakeToken, amount)
      if (terms.pairToken !== zeroAddress) debts.add(terms.pairToken, pairAmount)
    }
  }
  return weight
}
