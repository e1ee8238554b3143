import { useEffect, useState } from 'react'
import { useAppStore } from '../state/appStore.ts'

/** Whole seconds until another transaction can be started, counting down from 10; null if no wait is needed. */
export function useMatchSeconds(): number | null {
  const until = useAppStore(({ disabeldMatch, matchUntil }) => (disabeldMatch ? matchUntil : null))
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  return until === null ? null : Math.max(1, Math.min(10, Math.ceil((until - now) / 1_000)))
}
