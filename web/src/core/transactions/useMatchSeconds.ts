import { useEffect, useState } from 'react'
import { useAppStore } from '../state/appStore.ts'

/** Whole seconds until another transaction can be started, counting down from 10; null while none is waited for. */
export function useMatchSeconds(): number | null {
  const until = useAppStore(({ disabeldMatch, matchUntil }) => (disabeldMatch ? matchUntil : null))
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (until === null) return
    const tick = () => setNow(Date.now())
    const first = setTimeout(tick, 0)
    const timer = setInterval(tick, 250)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [until])
  return until === null ? null : Math.min(10, Math.max(1, Math.ceil((until - now) / 1_000)))
}
