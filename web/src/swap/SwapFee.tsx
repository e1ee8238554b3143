import { useAppStore } from '../core/state/appStore.ts'
import NetworkFeeFact from '../staking/preview/NetworkFeeFact.tsx'
import { swapCall, type SwapPreview } from './swapModel.ts'

const NOBODY = `0x${'0'.repeat(40)}` as const
/** A deadline that no swap misses: a simulation for the network fee is not sent. Unix seconds. */
const NEVER = 2n ** 40n

/** The network fee of a swap, without its least amount: a moved price does not change the gas. */
export function SwapFee(swap: Pick<SwapPreview, 'from' | 'to' | 'quote' | 'terms'>) {
  const account = useAppStore((state) => state.address) ?? NOBODY
  return <NetworkFeeFact call={swapCall(swap, 0n, account, NEVER)} />
}
