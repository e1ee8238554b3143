import { useEffect, useState } from 'react'
import { chainNow } from '../core/chain/accrual.ts'
import { useChainStore, type Head } from '../core/chain/chainStore.ts'

/** How far the shown clock may lead a new block before it is set back: small differences are only network delay. */
const TOLERANCE = 5

/** The clock to show after `shown`: never backwards for a mere delay, so that a counting reward does not flicker. */
export function steadyNow(shown: number | null, head: Head | null, milliseconds: number): number | null {
  if (head === null) return null
  const next = chainNow(head, milliseconds)
  return shown !== null && next < shown && shown - next < TOLERANCE ? shown : next
}

/**
 * Chain time in seconds with a fraction, counting on between blocks; null before the first reading. Renders again every
 * `interval` milliseconds while the page is visible: use it in small components.
 */
export function useChainNow(interval: number): number | null {
  const [now, setNow] = useState(() => steadyNow(null, useChainStore.getState().head, Date.now()))
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible')
        setNow((shown) => steadyNow(shown, useChainStore.getState().head, Date.now()))
    }
    // The head may have come between the first render and this effect.
    const first = setTimeout(tick, 0)
    const timer = setInterval(tick, interval)
    const unsubscribe = useChainStore.subscribe((state, before) => {
      if ((state.head === null) !== (before.head === null)) tick()
    })
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      unsubscribe()
    }
  }, [interval])
  return now
}
