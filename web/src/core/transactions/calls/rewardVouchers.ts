/**
 * Calls that claim bonuses: by vouchers alone, or together with the pools' rewards. StakingPools and RewardVouchers pay the account no matter
 * who calls, so one call of Multicall3 can claim from both.
 */
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { PROGRAM_KEYS, type PoolKey, type TokenSymbol } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import type { SignedVoucher } from '@galx/protocol/voucher'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import { multicall3Abi } from '../../chain/abis.ts'
import { errorsOf, lowerCase, type CallFile } from './callFile.ts'
import { balanceStates, stakeOf, eventsOf, received, summed } from './receiptLogs.ts'
import { poolId, poolKey } from './stakingPools.ts'

export type RewardVouchersCall =
  /** pays each voucher's account the amount that it has not drawn yet; a voucher that is already drawn is skipped */
  | { name: 'claimBonuses'; vouchers: SignedVoucher[] }
  /** the account's rewards from the pools, and the vouchers, in one transaction: all or nothing */
  | { name: 'claimWithBonuses'; account: HexString; pools: PoolKey[]; vouchers: SignedVoucher[] }

function bonusesData(vouchers: readonly SignedVoucher[]): HexString {
  return encodeFunctionData({ abi: rewardVouchersAbi, functionName: 'claimMany', args: [vouchers] })
}

function vouchersOf(data: HexString): SignedVoucher[] | null {
  const decoded = decodeFunctionData({ abi: rewardVouchersAbi, data })
  if (decoded.functionName !== 'claimMany') return null
  return decoded.args[0].map((voucher) => ({ ...voucher, account: lowerCase(voucher.account) }))
}

function encodeAll(
  { account, pools, vouchers }: Extract<RewardVouchersCall, { name: 'claimWithBonuses' }>,
  config: WebConfig,
): HexString {
  const { StakingPools, RewardVouchers } = config.contracts
  const claims = pools.map((pool) => ({
    target: StakingPools,
    allowFailure: false,
    callData: encodeFunctionData({
      abi: stakingPoolsAbi,
      functionName: 'claimFor',
      args: [poolId(pool, config), account],
    }),
  }))
  const bonuses = { target: RewardVouchers, allowFailure: false, callData: bonusesData(vouchers) }
  return encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [[...claims, bonuses]] })
}

/** Every claim but the last is a pool's claim for the same account; the last claim is for the vouchers. */
function decodeAll(data: HexString, config: WebConfig): RewardVouchersCall | null {
  const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data })
  if (functionName !== 'aggregate3') return null
  const calls = args[0]
  const last = calls.at(-1)
  if (last === undefined || lowerCase(last.target) !== config.contracts.RewardVouchers) return null
  const vouchers = vouchersOf(last.callData)
  const claims = calls.slice(0, -1).map(({ target, callData }) => {
    if (lowerCase(target) !== config.contracts.StakingPools) return null
    const decoded = decodeFunctionData({ abi: stakingPoolsAbi, data: callData })
    if (decoded.functionName !== 'claimFor') return null
    const pool = poolKey(decoded.args[0], config)
    return pool === null ? null : { pool, account: lowerCase(decoded.args[1]) }
  })
  const account = claims[0]?.account
  if (vouchers === null || account === undefined) return null
  if (!claims.every((claim) => claim !== null && claim.account === account)) return null
  const pools = claims.flatMap((claim) => (claim === null ? [] : [claim.pool]))
  return { name: 'claimWithBonuses', account, pools, vouchers }
}

/** The account that the call pays. */
function accountOf(call: RewardVouchersCall): HexString | undefined {
  const account = call.name === 'claimBonuses' ? call.vouchers[0]?.account : call.account
  return account === undefined ? undefined : lowerCase(account)
}

/** The tokens that the call pays, each once. */
function tokensOf(call: RewardVouchersCall, { pools, programs }: WebConfig): TokenSymbol[] {
  const rewards =
    call.name === 'claimBonuses' ? [] : call.pools.flatMap((key) => pools[key]?.rewardToken ?? [])
  const bonuses = call.vouchers.flatMap(({ program }) => {
    const key = PROGRAM_KEYS.find((one) => programs[one] !== undefined && BigInt(programs[one]) === program)
    return key === undefined ? [] : [PROGRAM_TOKENS[key]]
  })
  return [...new Set([...rewards, ...bonuses])]
}

export const rewardVouchersCalls: CallFile<RewardVouchersCall> = {
  names: { claimBonuses: true, claimWithBonuses: true },
  errors: errorsOf(rewardVouchersAbi),
  encode: (call, config) =>
    call.name === 'claimBonuses'
      ? { to: config.contracts.RewardVouchers, data: bonusesData(call.vouchers) }
      : { to: config.contracts.Multicall3, data: encodeAll(call, config) },
  decode: ({ to, data }, config) => {
    if (to === config.contracts.Multicall3) return decodeAll(data, config)
    if (to !== config.contracts.RewardVouchers) return null
    const vouchers = vouchersOf(data)
    return vouchers === null ? null : { name: 'claimBonuses', vouchers }
  },
  spender: () => null,
  outcome: {
    facts: (call, logs, config, sender) => {
      const { StakingPools, RewardVouchers } = config.contracts
      const account = accountOf(call)
      const toOther = account !== sender
      const rewards =
        call.name === 'claimBonuses'
          ? []
          : eventsOf(logs, StakingPools, stakingPoolsAbi, 'Claimed').flatMap(({ pool, amount }) => {
              const key = poolKey(pool, config)
              const token = key === null ? undefined : config.pools[key]?.rewardToken
              return token === undefined
                ? []
                : [{ label: toOther ? ('paidTo' as const) : ('claimed' as const), amount, token }]
            })
      const bonuses =
        account === undefined
          ? []
          : received(logs, account, config, RewardVouchers, toOther ? 'paidTo' : 'bonus')
      return summed([...rewards, ...bonuses])
    },
    // A claim for another account changes none of the sender's figures.
    states: (call, config, sender) =>
      accountOf(call) === sender ? balanceStates(tokensOf(call, config)) : [],
    // If a pool takes the token, the next step is to stake it.
    next: (call, config, sender) =>
      accountOf(call) !== sender
        ? null
        : (tokensOf(call, config)
            .map((token) => stakeOf(token, 'stakeIt', config))
            .find((step) => step !== null) ?? null),
  },
}
