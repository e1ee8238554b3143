/** An account's holdings in the contracts. The lists of pools and programs come from the contracts themselves, not from a file. */
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { LifeboatDeployment } from '@galx/protocol/lifeboat'
import { getBlockNumberAbi } from '@galx/protocol/multicall3'
import { erc20Abi, zeroAddress, type Address } from 'viem'
import type { Request } from './node.ts'
import { readAll, view } from './views.ts'

const timeAbi = [
  {
    type: 'function',
    name: 'getCurrentBlockTimestamp',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'uint256', name: 'timestamp' }],
  },
] as const

/** The lowest position number of a gift (IStakingPools.positionsOf). */
const FIRST_GIFT = 2n ** 32n
const PAGE = 200n

type Tier = { duration: number; multiplierBps: number; penaltyBps: number }

export type Position = {
  position: bigint
  amount: bigint
  pairAmount: bigint
  tier: Tier
  unlockAt: number
}

export type Pool = {
  id: bigint
  stakeToken: string
  pairToken: string | null
  rewardToken: string
  /** wei of the reward token */
  earned: bigint
  positions: Position[]
}

type Pass = { id: bigint; name: string; unbondingUntil: number }

export type Holdings = {
  block: bigint
  /** unix seconds of the block */
  time: number
  /** wei of the native coin, which pays for transactions; null if the node does not say */
  coins: bigint | null
  /** every pool, even if the account has nothing in it */
  pools: Pool[]
  vault: { shares: bigint; assets: bigint; token: string }
  passes: Pass[]
  bond: bigint
  level: bigint
  /** fees in the AAA fund that are not distributed yet */
  fund: bigint
  /** the symbol of each program's token, by the program's id */
  programs: ReadonlyMap<bigint, string>
  /** contracts that did not answer */
  unread: string[]
}

/** @throws NodeError if the node does not answer */
export async function readHoldings(
  request: Request,
  { contracts, tokens }: LifeboatDeployment,
  account: Address,
): Promise<Holdings> {
  const { StakingPools, ZnVault, NodePass, RewardVouchers, Levels, AaaFund, Multicall3 } = contracts
  /** contracts that did not answer */
  const unread = new Set<string>()
  const known = <Result>(contract: string, result: Result | null | undefined, otherwise: Result): Result => {
    if (result === null || result === undefined) unread.add(contract)
    return result ?? otherwise
  }

  const { ids, pages, passPages } = await readPages(request, contracts, account, unread)
  // All amounts in one call, and so at one block.
  const found = await readAll(request, Multicall3, {
    block: view(Multicall3, getBlockNumberAbi, 'getBlockNumber', []),
    time: view(Multicall3, timeAbi, 'getCurrentBlockTimestamp', []),
    passes: passPages.map((from) => view(NodePass, nodePassAbi, 'passesOf', [account, from, PAGE])),
    bond: view(NodePass, nodePassAbi, 'BOND', []),
    level: view(Levels, levelsAbi, 'levelOf', [account]),
    fund: view(tokens.AAA, erc20Abi, 'balanceOf', [AaaFund]),
    programs: view(RewardVouchers, rewardVouchersAbi, 'programs', []),
    shares: view(ZnVault, znVaultAbi, 'balanceOf', [account]),
    assets: view(ZnVault, znVaultAbi, 'maxWithdraw', [account]),
    asset: view(ZnVault, znVaultAbi, 'asset', []),
    terms: ids.map((id) => view(StakingPools, stakingPoolsAbi, 'poolConfiguration', [id])),
    states: ids.map((id) => view(StakingPools, stakingPoolsAbi, 'accountState', [id, account])),
    positions: pages.map(({ id, from }) =>
      view(StakingPools, stakingPoolsAbi, 'positionsOf', [id, account, from, PAGE]),
    ),
  })
  const symbols = new Map(Object.entries(tokens).map(([symbol, address]) => [address.toLowerCase(), symbol]))
  // A token that is newer than this file has no name here, so its address is shown.
  const symbolOf = (address: Address) => symbols.get(address.toLowerCase()) ?? address
  const coins = await request('eth_getBalance', [account, 'latest']).then(
    (balance) => BigInt(balance as string),
    () => null,
  )
  const pools = ids.flatMap((id, index): Pool[] => {
    const terms = found.terms[index]
    if (terms === null || terms === undefined) {
      unread.add('StakingPools')
      return []
    }
    const positions = pages.flatMap((page, number) =>
      page.id === id ? known('StakingPools', found.positions[number], []) : [],
    )
    return [
      {
        id,
        stakeToken: symbolOf(terms.stakeToken),
        pairToken: terms.pairToken === zeroAddress ? null : symbolOf(terms.pairToken),
        rewardToken: symbolOf(terms.rewardToken),
        earned: known('StakingPools', found.states[index], null)?.earned ?? 0n,
        positions: positions.map(({ position, amount, pairAmount, tier, unlockAt }) => ({
          position,
          amount,
          pairAmount,
          tier: terms.tiers[Number(tier)]!,
          unlockAt: Number(unlockAt),
        })),
      },
    ]
  })
  return {
    block: found.block ?? 0n,
    time: Number(found.time ?? 0n),
    coins,
    pools,
    vault: {
      shares: known('ZnVault', found.shares, 0n),
      assets: known('ZnVault', found.assets, 0n),
      token: symbolOf(found.asset ?? tokens.GALX),
    },
    passes: found.passes
      .flatMap((page) => known('NodePass', page, []))
      .map(({ id, name, unbondingUntil }) => ({ id, name, unbondingUntil: Number(unbondingUntil) })),
    bond: known('NodePass', found.bond, 0n),
    level: known('Levels', found.level, 0n),
    fund: known('AaaFund', found.fund, 0n),
    programs: new Map(
      known('RewardVouchers', found.programs, []).map(({ id, token }) => [id, symbolOf(token)]),
    ),
    unread: [...unread],
  }
}

/** @returns the pools' ids, the pages of an account's positions and gifts in the pools, and the starts of the pages of its passes */
async function readPages(
  request: Request,
  { StakingPools, NodePass, Multicall3 }: LifeboatDeployment['contracts'],
  account: Address,
  unread: Set<string>,
): Promise<{ ids: bigint[]; pages: { id: bigint; from: bigint }[]; passPages: bigint[] }> {
  const { count, passCount } = await readAll(request, Multicall3, {
    count: view(StakingPools, stakingPoolsAbi, 'poolCount', []),
    passCount: view(NodePass, nodePassAbi, 'balanceOf', [account]),
  })
  if (count === null) unread.add('StakingPools')
  if (passCount === null) unread.add('NodePass')
  const { listed } = await readAll(request, Multicall3, {
    listed: Array.from({ length: Number(count ?? 0n) }, (_, index) =>
      view(StakingPools, stakingPoolsAbi, 'poolAt', [BigInt(index)]),
    ),
  })
  const ids = listed.filter((id) => id !== null)
  const { accounts } = await readAll(request, Multicall3, {
    accounts: ids.map((id) => view(StakingPools, stakingPoolsAbi, 'accountState', [id, account])),
  })
  const pages = ids.flatMap((id, index) => {
    const { positionCount, giftCount } = accounts[index] ?? { positionCount: 0n, giftCount: 0n }
    const starts = [...pagesOf(0n, positionCount), ...pagesOf(FIRST_GIFT, FIRST_GIFT + giftCount)]
    return starts.map((from) => ({ id, from }))
  })
  return { ids, pages, passPages: pagesOf(0n, passCount ?? 0n) }
}

function pagesOf(from: bigint, end: bigint): bigint[] {
  const starts: bigint[] = []
  for (let start = from; start < end; start += PAGE) starts.push(start)
  return starts
}
