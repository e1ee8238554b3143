import { useEffect, useState } from 'react'
import { useTransactionStore } from './transactionStore.ts'

/**
 * Whether `milliseconds` have passed since `since`. Renders again when they have.
 * @param since milliseconds by the device's clock; null: never. If the clock was set back, at most `milliseconds` remain
 */
export function useHasPassed(since: number | null, milliseconds: number): boolean {
  /** the newest value of `since` after which the time has passed */
  const [passed, setPassed] = useState(() => (remaining(since, milliseconds) > 0 ? null : since))
  useEffect(() => {
    const timer = setTimeout(() => setPassed(since), remaining(since, milliseconds))
    return () => clearTimeout(timer)
  }, [since, milliseconds])
  return since !== null && passed === since
}

function remaining(since: number | null, milliseconds: number): number {
  return since === null ? 0 : Math.min(milliseconds, Math.max(0, since + milliseconds - Date.now()))
}

/** Whether a transaction of the account was confirmed within the last `milliseconds`. The servers' data follows within seconds. */
export function useJustConfirmed(account: string, milliseconds: number): boolean {
  const last = useTransactionStore(
    ({ list }) =>
      list.find((record) => record.account === account && record.stage === 'confirmed')?.finishedAt ?? null,
  )
  return !useHasPassed(last, milliseconds) && last !== null
}
