import { useEffect, useRef, useState } from 'react'
import { chainNow } from '../core/chain/chainNow.ts'
import type { Head } from '../core/chain/chainStore.ts'
import { useConnection, useHead } from '../core/chain/useChainRead.ts'

/** The seconds by which the shown clock may lead a new block before it is set back: small differences are only network delay. */
const TOLERANCE = 5

/** The next clock to show after `shown`. A small delay never sets the clock back, so that a counting reward does not flicker. */
export function steadyNow(shown: number | null, head: Head | null, milliseconds: number): number | null {
  if (head === null) return null
  const next = chainNow(head, milliseconds)
  return shown !== null && next < shown && shown - next < TOLERANCE ? shown : next
}

/**
 * Chain time in seconds with a fraction, which grows between blocks; null before the first reading. If no node has ever answered,
 * returns the device's time when the page was opened. This time affects no figure, because no figure has been read.
 * Renders again every `interval` milliseconds while the page is visible: use it in small components.
 */
export function useChainNow(interval: number): number | null {
  const head = useHead()
  const latest = useRef(head)
  const [now, setNow] = useState(() => steadyNow(null, head, performance.now()))
  useEffect(() => {
    latest.current = head
  }, [head])
  const known = head !== null
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === 'visible')
        setNow((shown) => steadyNow(shown, latest.current, performance.now()))
    }
    // The head may have arrived between the first render and this effect.
    const first = setTimeout(tick, 0)
    const timer = setInterval(tick, interval)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [interval, known])
  const unreachable = useConnection() === 'down' && head === null
  return unreachable ? openedAt : now
}

/** unix seconds */
const openedAt = Date.now() / 1_000
