import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { exactTime, timeDistance } from './relativeTime.ts'
import { present } from './present.ts'
import styles from './RelativeTime.module.css'
import { designTexts } from '../texts.ts'

export type RelativeTimeProps = {
  /** Unix seconds. */
  at: number
  /** The present that the caller used, unix seconds; by default `present()`, which moves on. */
  now?: number | undefined
}

/** A relative time ("3 minutes ago", "in 71 days"). A tap shows the exact time, another tap goes back. */
export function RelativeTime({ at, now }: RelativeTimeProps) {
  const texts = useTexts(designTexts)
  const [exact, setExact] = useState(false)
  const [clock, setClock] = useState(present)
  const from = now ?? clock
  const tick = Math.abs(at - from) < 3600 ? 5_000 : 60_000

  useEffect(() => {
    if (now !== undefined) return
    const timer = setInterval(() => setClock(present()), tick)
    return () => clearInterval(timer)
  }, [now, tick])

  return (
    <button type="button" className={styles.time} title={exactTime(at)} onClick={() => setExact(!exact)}>
      <time dateTime={new Date(at * 1000).toISOString()}>
        {exact ? exactTime(at) : texts.relativeTime(timeDistance(at, from))}
      </time>
    </button>
  )
}
