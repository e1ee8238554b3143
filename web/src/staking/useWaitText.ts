import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { stakingTexts } from './texts.ts'

/** A button's text while no second transaction can start: the remaining pause after a transaction, or a note that a transaction is not finished. */
export function useWaitText(): string {
  const { busy, wait } = useTexts(stakingTexts).stake
  const seconds = useMatchSeconds()
  return seconds === null ? busy : wait(String(seconds))
}

/** Whole seconds until another transaction can be started, counting down from 10; null if no wait is needed. */
function useMatchSeconds(): number | null {
  const until = useAppStore(({ disabeldMatch, matchUntil }) => (disabeldMatch ? matchUntil : null))
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  return until === null ? null : Math.max(1, Math.min(10, Math.ceil((until - now) / 1_000)))
}
