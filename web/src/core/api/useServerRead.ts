import { useCallback, useEffect, useRef, useState } from 'react'
import { presentMilliseconds } from '../chain/chainNow.ts'
import { afterFailure, fresh, LOADING, type Reading } from '../state/reading.ts'

export type ServerRead<T> = {
  /** stale: a later reading failed */
  reading: Reading<T>
  /** reads again now, for example after a failure */
  reload: () => void
}

/** Milliseconds between two readings while the page is visible, by default. */
const REFRESH = 10_000

/**
 * Reads from a server, and keeps the value up to date while the component is on the screen.
 * @param key names the value; a different key means a different value. null: nothing is read yet
 * @param read throws on failure
 * @param every milliseconds between two readings
 */
export function useServerRead<T>(key: string | null, read: () => Promise<T>, every = REFRESH): ServerRead<T> {
  const [state, setState] = useState<{ key: string | null; reading: Reading<T> }>({ key, reading: LOADING })
  const [attempt, setAttempt] = useState(0)
  const reader = useRef(read)
  useEffect(() => {
    reader.current = read
  })

  useEffect(() => {
    if (key === null) return
    let live = true
    // A slow server may answer requests out of order. An answer to an older request is ignored after an answer to a newer request.
    let asked = 0
    let taken = 0
    const poll = async () => {
      asked += 1
      const own = asked
      let next: (last: Reading<T>) => Reading<T>
      try {
        const value = await reader.current()
        if (own < taken) return
        taken = own
        next = () => fresh(value, presentMilliseconds())
      } catch (error) {
        if (own < taken) return
        next = (last) => afterFailure(last, error instanceof Error ? error.message : String(error))
      }
      if (live) setState((now) => ({ key, reading: next(now.key === key ? now.reading : LOADING) }))
    }
    void poll()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void poll()
    }, every)
    return () => {
      live = false
      clearInterval(timer)
    }
  }, [key, attempt, every])

  const reload = useCallback(() => {
    setState({ key: null, reading: LOADING })
    setAttempt((count) => count + 1)
  }, [])
  return { reading: state.key === key ? state.reading : LOADING, reload }
}
