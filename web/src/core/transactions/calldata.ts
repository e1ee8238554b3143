/** Calls ↔ bytes. Reading back is separate from writing, so that what is signed can be held against what was chosen. */
import { demoFaucetAbi } from '@galx/protocol/abi/DemoFaucet'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { erc20Abi, multicall3Abi } from '../chain/abis.ts'
import type { IntendedCall, PermitSignature } from './calls.ts'

export interface Calldata {
  to: HexString
  data: HexString
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
const ZERO_HASH = `0x${'0'.repeat(64)}` as const
const NO_PERMIT: PermitSignature = { deadline: 0n, v: 0, r: ZERO_HASH, s: ZERO_HASH }

/** @throws Error when the call names a pool or contract that the configuration lacks */
export function encodeCall(call: IntendedCall, config: WebConfig): Calldata {
  const { contracts } = config
  const pools = (data: HexString): Calldata => ({ to: contracts.StakingPools, data })
  switch (call.name) {
    case 'stake':
      return pools(
        encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: 'stake',
          args: [poolId(call.pool, config), call.amount, BigInt(call.tier), call.inviter ?? ZERO_ADDRESS],
        }),
      )
    case 'stakeWithPermit':
      return pools(
        encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: 'stakeWithPermit',
          args: [
            poolId(call.pool, config),
            call.amount,
            BigInt(call.tier),
            call.inviter ?? ZERO_ADDRESS,
            call.stakePermit ?? NO_PERMIT,
            call.pairPermit ?? NO_PERMIT,
          ],
        }),
      )
    case 'unstake':
    case 'exitEarly':
      return pools(
        encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: call.name,
          args: [poolId(call.pool, config), call.position, call.amount],
        }),
      )
    case 'exit':
    case 'withdrawPrincipal':
      return pools(
        encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: call.name,
          args: [poolId(call.pool, config), call.position],
        }),
      )
    case 'claim':
      return pools(
        encodeFunctionData({
          abi: stakingPoolsAbi,
          functionName: 'claim',
          args: [poolId(call.pool, config)],
        }),
      )
    case 'claimAll':
      return {
        to: contracts.Multicall3,
        data: encodeFunctionData({
          abi: multicall3Abi,
          functionName: 'aggregate3',
          args: [
            call.pools.map((pool) => ({
              target: contracts.StakingPools,
              allowFailure: false,
              callData: encodeFunctionData({
                abi: stakingPoolsAbi,
                functionName: 'claimFor',
                args: [poolId(pool, config), call.account],
              }),
            })),
          ],
        }),
      }
    case 'approve':
      return {
        to: config.tokens[call.token].address,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [call.spender, call.amount],
        }),
      }
    case 'drip':
      if (contracts.DemoFaucet === undefined) throw new Error('there is no faucet on this chain')
      return {
        to: contracts.DemoFaucet,
        data: encodeFunctionData({ abi: demoFaucetAbi, functionName: 'drip', args: [call.account] }),
      }
  }
}

/**
 * What the bytes say; null for anything the app does not make itself, byte for byte: a decoder overlooks padding that is
 * not zero and bytes behind the end, so what was read is written again and compared.
 */
export function decodeCall(calldata: Calldata, config: WebConfig): IntendedCall | null {
  const call = readCall(calldata, config)
  return call !== null && encodeCall(call, config).data === calldata.data.toLowerCase() ? call : null
}

function readCall({ to, data }: Calldata, config: WebConfig): IntendedCall | null {
  const target = to.toLowerCase()
  try {
    if (target === config.contracts.StakingPools) return decodePools(data, config)
    if (target === config.contracts.Multicall3) return decodeClaims(data, config)
    if (target === config.contracts.DemoFaucet) {
      const { functionName, args } = decodeFunctionData({ abi: demoFaucetAbi, data })
      return functionName === 'drip' ? { name: 'drip', account: lower(args[0]) } : null
    }
    const token = (Object.keys(config.tokens) as TokenSymbol[]).find(
      (symbol) => config.tokens[symbol].address === target,
    )
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    return token !== undefined && functionName === 'approve'
      ? { name: 'approve', token, spender: lower(args[0]), amount: args[1] }
      : null
  } catch {
    return null
  }
}

function decodePools(data: HexString, config: WebConfig): IntendedCall | null {
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

function decodeClaims(data: HexString, config: WebConfig): IntendedCall | null {
  const decoded = decodeFunctionData({ abi: multicall3Abi, data })
  if (decoded.functionName !== 'aggregate3') return null
  const pools: PoolKey[] = []
  let account: HexString | null = null
  for (const { target, allowFailure, callData } of decoded.args[0]) {
    if (allowFailure || target.toLowerCase() !== config.contracts.StakingPools) return null
    const inner = decodeFunctionData({ abi: stakingPoolsAbi, data: callData })
    if (inner.functionName !== 'claimFor') return null
    const pool = poolKey(inner.args[0], config)
    const claimed = lower(inner.args[1])
    if (pool === null || (account !== null && account !== claimed)) return null
    account = claimed
    pools.push(pool)
  }
  return account === null ? null : { name: 'claimAll', pools, account }
}

/** The first field in which two calls differ; null when they are the same. */
export function firstDifference(intended: IntendedCall, decoded: IntendedCall | null): string | null {
  if (decoded === null) return 'call'
  const fields = new Set([...Object.keys(intended), ...Object.keys(decoded)])
  const plain = (call: IntendedCall, field: string) =>
    canonical((call as unknown as Record<string, unknown>)[field])
  for (const field of fields) if (plain(intended, field) !== plain(decoded, field)) return field
  return null
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'bigint'
      ? `${item}n`
      : typeof item === 'string' && item.startsWith('0x')
        ? item.toLowerCase()
        : item,
  )
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

const lower = (address: string) => address.toLowerCase() as HexString
const inviterOf = (address: string) => (address === ZERO_ADDRESS ? null : lower(address))
const permitOf = (permit: PermitSignature) => (permit.deadline === 0n ? null : permit)
