/**
 * Accounts' aggregates read from the chain the slow and obvious way, with none of the indexer's code: viem decodes the logs,
 * every sum is made anew from the whole list.
 */
import { parseEventLogs, type Hex, type RpcLog } from 'viem'
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

export const readNaively = async (
  rpcUrl: string,
  deployment: Deployment,
  toBlock: number,
): Promise<{ accounts: NaiveAccount[]; events: number }> => {
  const raw = await rpc<RpcLog[]>(rpcUrl, 'eth_getLogs', {
    address: deployment.contracts.StakingPools!.address,
    fromBlock: '0x0',
    toBlock: `0x${toBlock.toString(16)}` as Hex,
  })
  const logs = parseEventLogs({ abi: stakingPoolsAbi, logs: raw.map((log) => formatLog(log)) })
  const inviters = new Map<string, string>()
  const weights = new Map<string, Map<bigint, bigint>>()
  const known = new Set<string>()
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
  return { accounts, events }
}
