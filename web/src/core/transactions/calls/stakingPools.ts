/** Calls of StakingPools. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { PoolKey } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { multicall3Abi } from '../../chain/abis.ts'
import { errorsOf, lowerCase, type CallFile, type PermitSignature } from './callFile.ts'

interface Stake {
  pool: PoolKey
  amount: bigint
  tier: number
  inviter: HexString | null
}

export type StakingPoolsCall =
  | ({ name: 'stake' } & Stake)
  /** a null permit: this token's allowance is used */
  | ({
      name: 'stakeWithPermit'
      stakePermit: PermitSignature | null
      pairPermit: PermitSignature | null
    } & Stake)
  | { name: 'unstake'; pool: PoolKey; position: bigint; amount: bigint }
  | { name: 'exit'; pool: PoolKey; position: bigint }
  | { name: 'exitEarly'; pool: PoolKey; position: bigint; amount: bigint }
  | { name: 'withdrawPrincipal'; pool: PoolKey; position: bigint }
  | { name: 'claim'; pool: PoolKey }
  /** one Multicall3 transaction of `claimFor`, one for each pool */
  | { name: 'claimAll'; pools: PoolKey[]; account: HexString }

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
const ZERO_HASH = `0x${'0'.repeat(64)}` as const
const NO_PERMIT: PermitSignature = { deadline: 0n, v: 0, r: ZERO_HASH, s: ZERO_HASH }

function encodeData(call: Exclude<StakingPoolsCall, { name: 'claimAll' }>, config: WebConfig): HexString {
  const abi = stakingPoolsAbi
  const pool = poolId(call.pool, config)
  switch (call.name) {
    case 'stake':
      return encodeFunctionData({
        abi,
        functionName: 'stake',
        args: [pool, call.amount, BigInt(call.tier), call.inviter ?? ZERO_ADDRESS],
      })
    case 'stakeWithPermit':
      return encodeFunctionData({
        abi,
        functionName: 'stakeWithPermit',
        args: [
          pool,
          call.amount,
          BigInt(call.tier),
          call.inviter ?? ZERO_ADDRESS,
          call.stakePermit ?? NO_PERMIT,
          call.pairPermit ?? NO_PERMIT,
        ],
      })
    case 'unstake':
    case 'exitEarly':
      return encodeFunctionData({ abi, functionName: call.name, args: [pool, call.position, call.amount] })
    case 'exit':
    case 'withdrawPrincipal':
      return encodeFunctionData({ abi, functionName: call.name, args: [pool, call.position] })
    case 'claim':
      return encodeFunctionData({ abi, functionName: 'claim', args: [pool] })
  }
}

function encodeClaims(pools: PoolKey[], account: HexString, config: WebConfig): HexString {
  const calls = pools.map((pool) => ({
    target: config.contracts.StakingPools,
    allowFailure: false,
    callData: encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'claimFor',
      args: [poolId(pool, config), account],
    }),
  }))
  return encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
}

function decodeData(data: HexString, config: WebConfig): StakingPoolsCall | null {
  const decoded = decodeFunctionData({ abi: stakingPoolsAbi, data })
  const pool = poolKey(decoded.args?.[0] as bigint, config)
  if (pool === null) return null
  switch (decoded.functionName) {
    case 'stake': {
      const [, amount, tier, inviter] = decoded.args
      return { name: 'stake', pool, amount, tier: Number(tier), inviter: inviterOf(inviter) }
    }
    case 'stakeWithPermit': {
      const [, amount, tier, inviter, stakePermit, pairPermit] = decoded.args
      return {
        name: 'stakeWithPermit',
        pool,
        amount,
        tier: Number(tier),
        inviter: inviterOf(inviter),
        stakePermit: permitOf(stakePermit),
        pairPermit: permitOf(pairPermit),
      }
    }
    case 'unstake':
    case 'exitEarly':
      return { name: decoded.functionName, pool, position: decoded.args[1], amount: decoded.args[2] }
    case 'exit':
    case 'withdrawPrincipal':
      return { name: decoded.functionName, pool, position: decoded.args[1] }
    case 'claim':
      return { name: 'claim', pool }
    default:
      return null
  }
}

function decodeClaims(data: HexString, config: WebConfig): StakingPoolsCall | null {
  const decoded = decodeFunctionData({ abi: multicall3Abi, data })
  if (decoded.functionName !== 'aggregate3') return null
  const pools: PoolKey[] = []
  let account: HexString | null = null
  for (const { target, allowFailure, callData } of decoded.args[0]) {
    if (allowFailure || lowerCase(target) !== config.contracts.StakingPools) return null
    const inner = decodeFunctionData({ abi: stakingPoolsAbi, data: callData })
    if (inner.functionName !== 'claimFor') return null
    const pool = poolKey(inner.args[0], config)
    const claimed = lowerCase(inner.args[1])
    if (pool === null || (account !== null && account !== claimed)) return null
    account = claimed
    pools.push(pool)
  }
  return account === null ? null : { name: 'claimAll', pools, account }
}

function poolId(key: PoolKey, config: WebConfig): bigint {
  const pool = config.pools[key]
  if (pool === undefined) throw new Error(`there is no pool ${key} on this chain`)
  return BigInt(pool.id)
}

function poolKey(id: bigint, config: WebConfig): PoolKey | null {
  const found = Object.entries(config.pools).find(([, pool]) => pool !== undefined && BigInt(pool.id) === id)
  return (found?.[0] as PoolKey | undefined) ?? null
}

const inviterOf = (address: string) => (address === ZERO_ADDRESS ? null : lowerCase(address))
const permitOf = (permit: PermitSignature) => (permit.deadline === 0n ? null : permit)

export const stakingPoolsCalls: CallFile<StakingPoolsCall> = {
  names: {
    stake: true,
    stakeWithPermit: true,
    unstake: true,
    exit: true,
    exitEarly: true,
    withdrawPrincipal: true,
    claim: true,
    claimAll: true,
  },
  errors: errorsOf(stakingPoolsAbi),
  encode: (call, config) =>
    call.name === 'claimAll'
      ? { to: config.contracts.Multicall3, data: encodeClaims(call.pools, call.account, config) }
      : { to: config.contracts.StakingPools, data: encodeData(call, config) },
  decode: ({ to, data }, config) => {
    if (to === config.contracts.StakingPools) return decodeData(data, config)
    return to === config.contracts.Multicall3 ? decodeClaims(data, config) : null
  },
  spender: (config) => config.contracts.StakingPools,
  permits: {
    takes: (call) => call.name === 'stake' || call.name === 'stakeWithPermit',
    add: (call, token, permit, config) => {
      if (call.name !== 'stake' && call.name !== 'stakeWithPermit') return call
      const before = { stakePermit: null, pairPermit: null, ...call, name: 'stakeWithPermit' as const }
      return config.pools[call.pool]?.stakeToken === token
        ? { ...before, stakePermit: permit }
        : { ...before, pairPermit: permit }
    },
  },
}
