import { useEffect, useState } from 'react'
import { useTransactionStore } from './transactionStore.ts'

/** Whether a transaction of the account was confirmed within the last `milliseconds`. The servers' data follows within seconds. */
export function useJustConfirmed(account: string, milliseconds: number): boolean {
  const last = useTransactionStore(
    ({ list }) =>
      list.find((record) => record.account === account && record.stage === 'confirmed')?.finishedAt ?? null,
  )
  /** the transaction whose time is over */
  const [over, setOver] = useState(() => (remaining(last, milliseconds) > 0 ? null : last))
  useEffect(() => {
    const timer = setTimeout(() => setOver(last), remaining(last, milliseconds))
    return () => clearTimeout(timer)
  }, [last, milliseconds])
  return last !== over
}

/** @param since by the device's clock, which may have been set back: at most `milliseconds` remain; null: no transaction was confirmed */
function remaining(since: number | null, milliseconds: number): number {
  return since === null ? 0 : Math.min(milliseconds, Math.max(0, since + milliseconds - Date.now()))
}
