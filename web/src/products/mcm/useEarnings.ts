import type { EarningsData } from '@galx/protocol/http/earnings'
import { useCallback, useEffect, useState } from 'react'
import { getEarnings } from '../../core/api/mainApi.ts'
import { presentMilliseconds } from '../../core/chain/chainNow.ts'
import { afterFailure, fresh, LOADING, type Reading } from '../../core/state/reading.ts'
import { SPANS, type Span } from './earningsModel.ts'

/** Final blocks come every few seconds; a chart of hours and days need not follow each. */
const REFRESH = 15_000

type State = { key: string; reading: Reading<EarningsData> }

/** The earnings of the account's MCM; read again while the page is visible. Loading without an account. */
export function useEarnings(
  address: string | null,
  span: Span,
): { reading: Reading<EarningsData>; reload: () => void } {
  const key = `${address} ${span}`
  const [state, setState] = useState<State>({ key, reading: LOADING })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (address === null) return
    let live = true
    const put = (change: (last: Reading<EarningsData>) => Reading<EarningsData>) => {
      if (live) setState((now) => ({ key, reading: change(now.key === key ? now.reading : LOADING) }))
    }
    const read = () => {
      getEarnings({ address, pool: 'mcm', ...SPANS[span] }).then(
        (data) => put(() => fresh(data, presentMilliseconds())),
        (error: unknown) =>
          put((last) => afterFailure(last, error instanceof Error ? error.message : String(error))),
      )
    }
    read()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') read()
    }, REFRESH)
    return () => {
      live = false
      clearInterval(timer)
    }
  }, [address, span, key, attempt])
  const reload = useCallback(() => {
    setState({ key: '', reading: LOADING })
    setAttempt((count) => count + 1)
  }, [])
  return { reading: state.key === key ? state.reading : LOADING, reload }
}
