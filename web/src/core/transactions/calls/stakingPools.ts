/** Calls of StakingPools. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { PoolKey } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { errorsOf, lowerCase, type CallFile, type PermitSignature } from './callFile.ts'
import { stakingPoolsOutcome, type StakingPoolsCall } from './stakingPoolsOutcome.ts'

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
const ZERO_HASH = `0x${'0'.repeat(64)}` as const
const NO_PERMIT: PermitSignature = { deadline: 0n, v: 0, r: ZERO_HASH, s: ZERO_HASH }

function encodeData(call: StakingPoolsCall, config: WebConfig): HexString {
  const abi = stakingPoolsAbi
  if (call.name === 'claimMany') {
    const pools = call.pools.map((pool) => poolId(pool, config))
    return encodeFunctionData({ abi, functionName: 'claimMany', args: [pools, call.to] })
  }
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
      return encodeFunctionData({
        abi,
        functionName: call.name,
        args: [pool, call.position, call.amount, call.to],
      })
    case 'exit':
    case 'withdrawPrincipal':
      return encodeFunctionData({ abi, functionName: call.name, args: [pool, call.position, call.to] })
    case 'claim':
      return encodeFunctionData({ abi, functionName: 'claim', args: [pool, call.to] })
    case 'stakeFor':
      return encodeFunctionData({
        abi,
        functionName: 'stakeFor',
        args: [pool, call.account, call.amount, BigInt(call.tier)],
      })
    case 'claimFor':
      return encodeFunctionData({ abi, functionName: 'claimFor', args: [pool, call.account] })
    case 'compound':
      return encodeFunctionData({ abi, functionName: 'compound', args: [pool] })
    case 'syncBoost':
      return encodeFunctionData({ abi, functionName: 'syncBoost', args: [pool, call.account] })
  }
}

function decodeData(data: HexString, config: WebConfig): StakingPoolsCall | null {
  const decoded = decodeFunctionData({ abi: stakingPoolsAbi, data })
  if (decoded.functionName === 'claimMany') {
    const pools = decoded.args[0].map((id) => poolKey(id, config))
    if (!pools.every((pool) => pool !== null)) return null
    return { name: 'claimMany', pools, to: lowerCase(decoded.args[1]) }
  }
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
      return {
        name: decoded.functionName,
        pool,
        position: decoded.args[1],
        amount: decoded.args[2],
        to: lowerCase(decoded.args[3]),
      }
    case 'exit':
    case 'withdrawPrincipal':
      return { name: decoded.functionName, pool, position: decoded.args[1], to: lowerCase(decoded.args[2]) }
    case 'claim':
      return { name: 'claim', pool, to: lowerCase(decoded.args[1]) }
    case 'stakeFor': {
      const [, account, amount, tier] = decoded.args
      return { name: 'stakeFor', pool, amount, tier: Number(tier), account: lowerCase(account) }
    }
    case 'claimFor':
      return { name: 'claimFor', pool, account: lowerCase(decoded.args[1]) }
    case 'compound':
      return { name: 'compound', pool }
    case 'syncBoost':
      return { name: 'syncBoost', pool, account: lowerCase(decoded.args[1]) }
    default:
      return null
  }
}

/** The contract's id of a pool. @throws Error if the configuration has no such pool */
export function poolId(key: PoolKey, config: WebConfig): bigint {
  const pool = config.pools[key]
  if (pool === undefined) throw new Error(`there is no pool ${key} on this chain`)
  return BigInt(pool.id)
}

/** The pool with this id; null if the configuration has no such pool. */
export function poolKey(id: bigint, config: WebConfig): PoolKey | null {
  const found = Object.entries(config.pools).find(([, pool]) => pool !== undefined && BigInt(pool.id) === id)
  return (found?.[0] as PoolKey | undefined) ?? null
}

function inviterOf(address: string) {
  return address === ZERO_ADDRESS ? null : lowerCase(address)
}
function permitOf(permit: PermitSignature) {
  return permit.deadline === 0n ? null : permit
}

export const stakingPoolsCalls: CallFile<StakingPoolsCall> = {
  names: {
    stake: true,
    stakeWithPermit: true,
    stakeFor: true,
    unstake: true,
    exit: true,
    exitEarly: true,
    withdrawPrincipal: true,
    claim: true,
    claimMany: true,
    claimFor: true,
    compound: true,
    syncBoost: true,
  },
  errors: errorsOf(stakingPoolsAbi),
  encode: (call, config) => ({ to: config.contracts.StakingPools, data: encodeData(call, config) }),
  decode: ({ to, data }, config) => (to === config.contracts.StakingPools ? decodeData(data, config) : null),
  spender: (config) => config.contracts.StakingPools,
  outcome: stakingPoolsOutcome,
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
