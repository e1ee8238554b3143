/** The cost of a call in the chain's own coin, before it is signed. */
import type { HexString } from '@galx/protocol/webConfig'
import { ChainUnreachableError, readRpc, RpcError } from '../chain/rpc.ts'
import { currentConfig } from '../config/configStore.ts'
import { encodeCall } from './calldata.ts'
import type { IntendedCall } from './calls/index.ts'
import { requestOf } from './simulate.ts'
import { typicalGasOf } from './typicalGas.ts'

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
