import { useCallback, useEffect, useRef, useState } from 'react'
import { presentMilliseconds } from '../core/chain/chainNow.ts'
import { afterFailure, fresh, LOADING, type Reading } from '../core/state/reading.ts'

/**
 * Reads a value that never changes, such as a closed epoch: once for each key, and again on request after a failure.
 * @param key null: nothing is read yet
 */
export function useOnce<T>(
  key: string | null,
  read: () => Promise<T>,
): { reading: Reading<T>; reload: () => void } {
  const [state, setState] = useState<{ key: string | null; reading: Reading<T> }>({ key, reading: LOADING })
  const [attempt, setAttempt] = useState(0)
  const reader = useRef(read)
  useEffect(() => {
    reader.current = read
  })
  useEffect(() => {
    if (key === null) return
    let live = true
    const put = (reading: Reading<T>) => {
      if (live) setState({ key, reading })
    }
    reader.current().then(
      (value) => put(fresh(value, presentMilliseconds())),
      (error: unknown) =>
        put(afterFailure(undefined, error instanceof Error ? error.message : String(error))),
    )
    return () => {
      live = false
    }
  }, [key, attempt])
  const reload = useCallback(() => {
    setState({ key: null, reading: LOADING })
    setAttempt((count) => count + 1)
  }, [])
  return { reading: state.key === key ? state.reading : LOADING, reload }
}
