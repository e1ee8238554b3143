import { useEffect, useState } from 'react'
import { useHead } from '../core/chain/useChainRead.ts'
import { currentConfig } from '../core/config/configStore.ts'
import { useAppStore } from '../core/state/appStore.ts'
import type { Simulation } from './simulateSwap.ts'
import { promisedBy, type SwapPreview } from './swapModel.ts'

/** The simulation's result; null before its first answer. */
export type Measured = Simulation | { kind: 'unreachable' } | null

/** Whether the swap would now give less than the preview's least amount. */
export function isMoved(preview: SwapPreview, measured: Measured): boolean {
  return measured?.kind === 'received' && measured.amount < promisedBy(preview)
}

/** A node that cannot simulate does not block a swap: the contract enforces the least amount anyway. */
export function mayBeSent(preview: SwapPreview, measured: Measured): boolean {
  return (measured?.kind === 'received' && !isMoved(preview, measured)) || measured?.kind === 'unsupported'
}

/** Measures the swap when it is opened, and again at each new block. @param preview null: nothing is measured */
export function useSimulation(preview: SwapPreview | null): Measured {
  const account = useAppStore((state) => state.address)
  const block = useHead()?.number
  const [last, setLast] = useState<{ preview: SwapPreview; measured: Measured } | null>(null)
  useEffect(() => {
    if (preview === null || account === null) return
    let live = true
    const measure = async (): Promise<Measured> => {
      const [{ simulateSwap }, { swapCallOf }] = await Promise.all([
        import('./simulateSwap.ts'),
        import('./swapIntent.ts'),
      ])
      return simulateSwap(account, swapCallOf(preview, account), currentConfig())
    }
    void measure()
      .catch((): Measured => ({ kind: 'unreachable' }))
      .then((measured) => {
        if (live) setLast({ preview, measured })
      })
    return () => {
      live = false
    }
  }, [preview, account, block])
  return last?.preview === preview ? last.measured : null
}
