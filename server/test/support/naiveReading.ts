/**
 * Accounts' aggregates read from the chain the slow and obvious way, with none of the indexer's code: viem decodes the logs,
 * every sum is made anew from the whole list; open positions are what the contract itself says.
 */
import { createClient, http, parseEventLogs, type Address, type Hex, type RpcLog } from 'viem'
import { readContract } from 'viem/actions'
import { formatLog } from 'viem/utils'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'

export type NaiveAccount = {
  address: string
  inviter: string | null
  direct_count: number
  team_count: number
  own_power: bigint
  team_power: bigint
}

/** In the form of the table's columns. */
export type NaivePosition = {
  address: string
  pool: bigint
  position: bigint
  amount: bigint
  pair_amount: bigint
  tier: number
  unlock_at: number
}

export type NaiveReading = {
  accounts: NaiveAccount[]
  positions: NaivePosition[]
  /** wei of its reward token each pool has paid, by `pool` */
  rewards: ReadonlyMap<bigint, bigint>
  events: number
}

export const readNaively = async (
  rpcUrl: string,
  deployment: Deployment,
  toBlock: number,
): Promise<NaiveReading> => {
  const raw = await rpc<RpcLog[]>(rpcUrl, 'eth_getLogs', {
    address: deployment.contracts.StakingPools.address,
    fromBlock: '0x0',
    toBlock: `0x${toBlock.toString(16)}` as Hex,
  })
  const logs = parseEventLogs({ abi: stakingPoolsAbi, logs: raw.map((log) => formatLog(log)) })
  const inviters = new Map<string, string>()
  const weights = new Map<string, Map<bigint, bigint>>()
  const known = new Set<string>()
  const rewards = new Map<bigint, bigint>()
  const ancestors = (address: string): string[] => {
    const above = inviters.get(address)
    return above === undefined ? [] : [above, ...ancestors(above)]
  }
  let events = 0
  for (const log of logs) {
    if (!('account' in log.args)) continue
    events += 1
    const account = log.args.account.toLowerCase()
    known.add(account)
    if ('weight' in log.args) {
      const own = weights.get(account) ?? new Map<bigint, bigint>()
      own.set(log.args.pool, log.args.weight)
      weights.set(account, own)
    }
    const paid =
      log.eventName === 'Claimed' ? log.args.amount : log.eventName === 'Exited' ? log.args.reward : 0n
    if (paid > 0n) rewards.set(log.args.pool, (rewards.get(log.args.pool) ?? 0n) + paid)
    if (log.eventName !== 'Staked') continue
    const inviter = log.args.inviter.toLowerCase()
    const valid =
      BigInt(inviter) !== 0n &&
      inviter !== account &&
      !inviters.has(account) &&
      !ancestors(inviter).includes(account)
    if (!valid) continue
    inviters.set(account, inviter)
    known.add(inviter)
  }
  const power = (address: string) =>
    [...(weights.get(address)?.values() ?? [])].reduce((sum, weight) => sum + weight, 0n)
  const accounts = [...known].sort().map((address) => {
    const team = [...known].filter((other) => ancestors(other).includes(address))
    return {
      address,
      inviter: inviters.get(address) ?? null,
      direct_count: [...inviters.values()].filter((inviter) => inviter === address).length,
      team_count: team.length,
      own_power: power(address),
      team_power: team.reduce((sum, member) => sum + power(member), 0n),
    }
  })
  return { accounts, positions: await openPositions(rpcUrl, deployment, [...known].sort()), rewards, events }
}

const openPositions = async (rpcUrl: string, deployment: Deployment, known: readonly string[]) => {
  const client = createClient({ transport: http(rpcUrl) })
  const address = deployment.contracts.StakingPools.address as Address
  const pools = Object.values(deployment.pools).map(({ id }) => BigInt(id))
  const positions: NaivePosition[] = []
  for (const account of known)
    for (const pool of pools) {
      const args = [pool, account as Address, 0n, 1_000n] as const
      const open = await readContract(client, {
        address,
        abi: stakingPoolsAbi,
        functionName: 'positionsOf',
        args,
      })
      for (const { position, amount, pairAmount, tier, unlockAt } of open)
        positions.push({
          address: account,
          pool,
          position,
          amount,
          pair_amount: pairAmount,
          tier: Number(tier),
          unlock_at: Number(unlockAt),
        })
    }
  return positions.sort((a, b) => comparePositions(a, b))
}

const comparePositions = (a: NaivePosition, b: NaivePosition): number =>
  a.address.localeCompare(b.address) || Number(a.pool - b.pool) || Number(a.position - b.position)
