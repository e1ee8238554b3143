/**
 * Accounts' aggregates, read from the chain in the slow and obvious way, without the indexer's code: viem decodes the logs,
 * every sum is computed from the whole list, and open positions come from the contract itself.
 */
import { createClient, erc20Abi, http, parseEventLogs, type Address, type Hex, type RpcLog } from 'viem'
import { readContract } from 'viem/actions'
import { formatLog } from 'viem/utils'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'

type NaiveAccount = {
  address: string
  inviter: string | null
  direct_count: number
  team_count: number
  own_power: bigint
  team_power: bigint
}

/** A position with the names of the table's columns. */
type NaivePosition = {
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
  /** changes in StakingPools and, with pool null, in the vault, with the names of the table's columns */
  weightChanges: {
    block_number: number
    log_index: number
    address: string
    pool: bigint | null
    weight: bigint
  }[]
  /** from the contracts themselves */
  shares: { address: string; shares: bigint }[]
  levels: { address: string; level: number }[]
  passes: { id: bigint; address: string; name: string; unbonding_until: number | null }[]
  /** wei that the fund received */
  inflows: bigint
  positions: NaivePosition[]
  /** wei of the reward token that each pool has paid, by `pool` */
  rewards: ReadonlyMap<bigint, bigint>
  events: number
}

export async function readNaively(
  rpcUrl: string,
  deployment: Deployment,
  toBlock: number,
): Promise<NaiveReading> {
  const { contracts, tokens } = deployment
  const raw = await rpc<RpcLog[]>(rpcUrl, 'eth_getLogs', {
    fromBlock: '0x0',
    toBlock: `0x${toBlock.toString(16)}` as Hex,
  })
  const emittedBy = (address: string) =>
    raw.filter((log) => log.address === address).map((log) => formatLog(log))
  const read = [
    ...parseEventLogs({ abi: stakingPoolsAbi, logs: emittedBy(contracts.StakingPools.address) }).map(
      (log) => ({
        contract: 'StakingPools' as const,
        ...log,
      }),
    ),
    ...parseEventLogs({ abi: znVaultAbi, logs: emittedBy(contracts.ZnVault.address) }).map((log) => ({
      contract: 'ZnVault' as const,
      ...log,
    })),
  ].sort((one, two) => Number(one.blockNumber! - two.blockNumber!) || one.logIndex! - two.logIndex!)
  const inviters = new Map<string, string>()
  const weights = new Map<string, Map<bigint, bigint>>()
  const shares = new Map<string, bigint>()
  const known = new Set<string>()
  const rewards = new Map<bigint, bigint>()
  const weightChanges: NaiveReading['weightChanges'] = []
  const ancestors = (address: string): string[] => {
    const above = inviters.get(address)
    return above === undefined ? [] : [above, ...ancestors(above)]
  }
  const bind = (account: string, inviter: string) => {
    const valid =
      BigInt(inviter) !== 0n &&
      inviter !== account &&
      !inviters.has(account) &&
      !ancestors(inviter).includes(account)
    if (!valid) return
    inviters.set(account, inviter)
    known.add(inviter)
  }
  let events = 0
  for (const log of read) {
    const place = { block_number: Number(log.blockNumber), log_index: log.logIndex! }
    if (log.contract === 'ZnVault') {
      if (log.eventName === 'Transfer') {
        const { from, to, value } = log.args
        if (from === to || value === 0n) continue
        const moved = [
          [from.toLowerCase(), -value],
          [to.toLowerCase(), value],
        ] as const
        for (const [address, by] of moved) {
          if (BigInt(address) === 0n) continue
          known.add(address)
          const weight = (shares.get(address) ?? 0n) + by
          shares.set(address, weight)
          weightChanges.push({ ...place, address, pool: null, weight })
        }
      } else if (log.eventName === 'InviterNamed')
        bind(log.args.account.toLowerCase(), log.args.inviter.toLowerCase())
      else if (log.eventName === 'Deposit' || log.eventName === 'Withdraw') events += 1
      continue
    }
    if (!('account' in log.args)) continue
    const account = log.args.account.toLowerCase()
    known.add(account)
    if (log.eventName !== 'BoostSynced') events += 1
    if ('weight' in log.args) {
      const own = weights.get(account) ?? new Map<bigint, bigint>()
      const { pool, weight } = log.args
      if (weight !== (own.get(pool) ?? 0n)) weightChanges.push({ ...place, address: account, pool, weight })
      own.set(pool, weight)
      weights.set(account, own)
    }
    const paid =
      log.eventName === 'Claimed' ? log.args.amount : log.eventName === 'Exited' ? log.args.reward : 0n
    if (paid > 0n) rewards.set(log.args.pool, (rewards.get(log.args.pool) ?? 0n) + paid)
    if (log.eventName === 'Staked') bind(account, log.args.inviter.toLowerCase())
  }
  const passLogs = parseEventLogs({ abi: nodePassAbi, logs: emittedBy(contracts.NodePass.address) })
  for (const { eventName, args } of passLogs) {
    if (eventName === 'PassMinted' || eventName === 'Unbonded') events += 1
    if (eventName !== 'Transfer') continue
    for (const address of [args.from, args.to]) if (BigInt(address) !== 0n) known.add(address.toLowerCase())
    if (BigInt(args.from) !== 0n && BigInt(args.to) !== 0n && args.from !== args.to) events += 2
  }
  const levelLogs = parseEventLogs({ abi: levelsAbi, logs: emittedBy(contracts.Levels.address) })
  for (const { args, eventName } of levelLogs) {
    if (eventName !== 'LevelBought') continue
    known.add(args.account.toLowerCase())
    events += 1
  }
  const inflows = parseEventLogs({
    abi: erc20Abi,
    eventName: 'Transfer',
    logs: emittedBy(tokens.AAA.address),
  })
    .filter(({ args }) => args.to.toLowerCase() === contracts.AaaFund.address)
    .reduce((sum, { args }) => sum + args.value, 0n)
  const { power: coefficients, vaultCoefficient } = deployment.rulesets[0]!
  const power = (address: string) =>
    coefficients.reduce(
      (sum, { pool, coefficient }) =>
        sum + ((weights.get(address)?.get(BigInt(pool)) ?? 0n) * BigInt(coefficient)) / 10_000n,
      ((shares.get(address) ?? 0n) * BigInt(vaultCoefficient)) / 10n ** 16n,
    )
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
  const everybody = [...known].sort()
  return {
    accounts,
    positions: await openPositions(rpcUrl, deployment, everybody),
    weightChanges: weightChanges.sort(
      (one, two) =>
        one.block_number - two.block_number ||
        one.log_index - two.log_index ||
        one.address.localeCompare(two.address),
    ),
    ...(await askContracts(rpcUrl, deployment, everybody)),
    inflows,
    rewards,
    events,
  }
}

/** Current shares, levels and passes from their contracts. */
async function askContracts(rpcUrl: string, { contracts }: Deployment, everybody: readonly string[]) {
  const client = createClient({ transport: http(rpcUrl) })
  const vault = { address: contracts.ZnVault.address as Address, abi: znVaultAbi } as const
  const levelContract = { address: contracts.Levels.address as Address, abi: levelsAbi } as const
  const passContract = { address: contracts.NodePass.address as Address, abi: nodePassAbi } as const
  const shares: NaiveReading['shares'] = []
  const levels: NaiveReading['levels'] = []
  const passes: NaiveReading['passes'] = []
  for (const address of everybody) {
    const args = [address as Address] as const
    const held = await readContract(client, { ...vault, functionName: 'balanceOf', args })
    if (held > 0n) shares.push({ address, shares: held })
    const level = await readContract(client, { ...levelContract, functionName: 'levelOf', args })
    if (level > 0n) levels.push({ address, level: Number(level) })
    const own = await readContract(client, {
      ...passContract,
      functionName: 'passesOf',
      args: [...args, 0n, 100n],
    })
    for (const { id, holder, name, unbondingUntil } of own)
      passes.push({
        id,
        address: holder.toLowerCase(),
        name,
        unbonding_until: unbondingUntil === 0n ? null : Number(unbondingUntil),
      })
  }
  return { shares, levels, passes: passes.sort((one, two) => Number(one.id - two.id)) }
}

async function openPositions(rpcUrl: string, deployment: Deployment, known: readonly string[]) {
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

function comparePositions(a: NaivePosition, b: NaivePosition): number {
  return a.address.localeCompare(b.address) || Number(a.pool - b.pool) || Number(a.position - b.position)
}
