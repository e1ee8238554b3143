/** The cost of a call in the chain's own coin, before it is signed. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { TokenSymbol } from '@galx/protocol/products'
import { ChainUnreachableError, readRpc, RpcError } from '../chain/rpc.ts'
import { currentConfig } from '../config/configStore.ts'
import { encodeCall } from './calldata.ts'
import type { IntendedCall } from './calls/index.ts'
import { requestOf } from './simulate.ts'

export type NetworkFee = {
  /** wei of the chain's coin, at the node's gas price */
  wei: bigint
  /** `simulated`: the node ran this very call; `typical`: the call cannot run yet, and the contracts' measured gas is used instead */
  from: 'simulated' | 'typical'
}

/**
 * @param account null without a wallet: nothing can be simulated then
 * @returns null if no node can run the call and there is no measurement
 * @throws ChainUnreachableError if no node gives a gas price
 */
export async function readNetworkFee(
  account: HexString | null,
  call: IntendedCall,
): Promise<NetworkFee | null> {
  const config = currentConfig()
  const [price, units] = await Promise.all([
    readRpc('eth_gasPrice', []) as Promise<string>,
    account === null ? null : estimate(account, call),
  ])
  if (units !== null) return { wei: units * BigInt(price), from: 'simulated' }
  const typical = typicalGasOf(call, config)
  return typical === null ? null : { wei: typical * BigInt(price), from: 'typical' }
}

/** Units of gas; null if the call reverts, as it does before an approval, or if no node estimates it. */
async function estimate(account: HexString, call: IntendedCall): Promise<bigint | null> {
  try {
    const request = requestOf(account, encodeCall(call, currentConfig()))
    return BigInt((await readRpc('eth_estimateGas', [request])) as string)
  } catch (error) {
    if (error instanceof RpcError || error instanceof ChainUnreachableError) return null
    throw error
  }
}

/**
 * The gas of a call that cannot be simulated yet, because the token's permit or approval comes first: the contracts' own measurements
 * (contracts/snapshots), in units of gas, by the file and the name of each measurement.
 */
export const MEASURED_GAS = {
  'AAA/approve': 46_135n,
  'StakingPools/flexible: first stake': 98_922n,
  'StakingPools/flexible: first stake by permit': 130_446n,
  'StakingPools/pair: first stake': 122_936n,
  'StakingPools/pair: first stake by permits': 168_282n,
  'StakingPools/flexible: claim': 50_087n,
  'StakingPools/claim of two pools': 66_521n,
  'StakingPools/flexible: compound': 48_015n,
  'RewardVouchers/repeated claim': 60_782n,
  'RewardVouchers/claim many, 8 repeated of 2 tokens': 261_279n,
  'ZnVault/first deposit': 83_034n,
  'ZnVault/first deposit with permit': 113_172n,
} as const

/** The gas of a swap through one pair, and the additional gas of each further pair, of the native coin at an end, and of a token's fee on transfers. */
const SWAP_GAS = {
  pair: 137_000n,
  furtherPair: 92_000n,
  native: { in: 23_000n, out: 33_000n },
  transferFee: 12_300n,
} as const

const APPROVAL = MEASURED_GAS['AAA/approve']

/** The gas of a claim from this number of pools and vouchers in one transaction. */
export function typicalClaimGas(pools: number, vouchers = 0): bigint {
  const pool = MEASURED_GAS['StakingPools/flexible: claim']
  const voucher = MEASURED_GAS['RewardVouchers/repeated claim']
  return (
    row(pools, pool, MEASURED_GAS['StakingPools/claim of two pools'] - pool) +
    row(vouchers, voucher, (MEASURED_GAS['RewardVouchers/claim many, 8 repeated of 2 tokens'] - voucher) / 7n)
  )
}

function row(count: number, first: bigint, another: bigint): bigint {
  return count === 0 ? 0n : first + another * BigInt(count - 1)
}

/** The gas of a call with its approvals; null for a call that was not measured. */
export function typicalGasOf(call: IntendedCall, { pools, tokens }: WebConfig): bigint | null {
  const permitted = (...symbols: TokenSymbol[]) => symbols.every((symbol) => tokens[symbol].permit)
  switch (call.name) {
    case 'stake': {
      const pool = pools[call.pool]
      if (pool === undefined) return null
      if (pool.pairToken !== null)
        return permitted(pool.stakeToken, pool.pairToken)
          ? MEASURED_GAS['StakingPools/pair: first stake by permits']
          : MEASURED_GAS['StakingPools/pair: first stake'] + 2n * APPROVAL
      return permitted(pool.stakeToken)
        ? MEASURED_GAS['StakingPools/flexible: first stake by permit']
        : MEASURED_GAS['StakingPools/flexible: first stake'] + APPROVAL
    }
    case 'swap':
      return (
        SWAP_GAS.pair +
        SWAP_GAS.furtherPair * BigInt(call.path.length - 2) +
        (call.native === null ? 0n : SWAP_GAS.native[call.native]) +
        (call.feeOnTransfer ? SWAP_GAS.transferFee : 0n) +
        (call.native === 'in' ? 0n : APPROVAL)
      )
    case 'vaultDeposit':
      return permitted('GALX')
        ? MEASURED_GAS['ZnVault/first deposit with permit']
        : MEASURED_GAS['ZnVault/first deposit'] + APPROVAL
    case 'claim':
      return typicalClaimGas(1)
    case 'compound':
      return MEASURED_GAS['StakingPools/flexible: compound']
    case 'claimMany':
      return typicalClaimGas(call.pools.length)
    case 'claimBonuses':
      return typicalClaimGas(0, call.vouchers.length)
    case 'claimWithBonuses':
      return typicalClaimGas(call.pools.length, call.vouchers.length)
    default:
      return null
  }
}
