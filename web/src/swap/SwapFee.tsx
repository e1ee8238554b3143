import type { HexString } from '@galx/protocol/webConfig'
import { useAppStore } from '../core/state/appStore.ts'
import NetworkFeeFact from '../staking/preview/NetworkFeeFact.tsx'
import { swapCall, type SwapPreview } from './swapModel.ts'

const NOBODY = `0x${'0'.repeat(40)}` as const
/** A deadline that no swap misses: a simulation for the network fee is not sent. Unix seconds. */
const NEVER = 2n ** 40n

type Swap = Pick<SwapPreview, 'from' | 'to' | 'quote' | 'terms'>

/** The call whose network fee is a swap's, without the least amount: a moved price does not change the gas. */
export function feeCall(swap: Swap, account: HexString | null) {
  return swapCall(swap, 0n, account ?? NOBODY, NEVER)
}

export function SwapFee(swap: Swap) {
  const account = useAppStore((state) => state.address)
  return <NetworkFeeFact call={feeCall(swap, account)} />
}
