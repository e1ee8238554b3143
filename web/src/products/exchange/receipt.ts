/** A swap's payment, from the events of its own receipt. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { readRpc } from '../../core/chain/rpc.ts'
import { tokenOf } from '../../core/chain/tokens.ts'
import type { SwapCall } from '../../swap/simulateSwap.ts'

/** keccak256 of Transfer(address,address,uint256) and of Withdrawal(address,uint256) */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

export type ReceiptLog = { address: string; topics: readonly string[]; data: string }

/** The address in the last twenty bytes of a topic. */
function addressIn(topic: string | undefined): string {
  return `0x${(topic ?? '').slice(-40).toLowerCase()}`
}

/**
 * Wei that the recipient received: for a token, received less sent; for the native coin, the router's unwrapped amount, because
 * a transfer of the coin itself leaves no event.
 */
export function receivedIn(logs: readonly ReceiptLog[], call: SwapCall, config: WebConfig): bigint {
  const token = tokenOf(config, call.path.at(-1)!).address
  let received = 0n
  for (const { address, topics, data } of logs) {
    if (address.toLowerCase() !== token) continue
    if (call.native === 'out') {
      if (topics[0] === WITHDRAWAL && addressIn(topics[1]) === config.contracts.SwapRouter)
        received += BigInt(data)
    } else if (topics[0] === TRANSFER) {
      if (addressIn(topics[2]) === call.to) received += BigInt(data)
      if (addressIn(topics[1]) === call.to) received -= BigInt(data)
    }
  }
  return received
}

/** @throws if no node answers, or if no node still has the receipt */
export async function readReceived(hash: HexString, call: SwapCall, config: WebConfig): Promise<bigint> {
  const receipt = (await readRpc('eth_getTransactionReceipt', [hash])) as { logs: ReceiptLog[] } | null
  if (receipt === null) throw new Error('no node has the receipt')
  return receivedIn(receipt.logs, call, config)
}
