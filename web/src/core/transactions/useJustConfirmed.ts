import { useTransactionStore } from './transactionStore.ts'
import { useHasPassed } from './useHasPassed.ts'

/** Whether a transaction of the account was confirmed within the last `milliseconds`. The servers' data follows within seconds. */
export function useJustConfirmed(account: string, milliseconds: number): boolean {
  const last = useTransactionStore(
    ({ list }) =>
      list.find((record) => record.account === account && record.stage === 'confirmed')?.finishedAt ?? null,
  )
  return !useHasPassed(last, milliseconds) && last !== null
}
