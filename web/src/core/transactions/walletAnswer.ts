/** Waiting for the wallet's answer within a transaction: for as long as the person likes, but never without a way out. */
import { SILENT_AFTER, WalletTimeoutError } from '../wallet/answerTimeout.ts'
import { useTransactionStore } from './transactionStore.ts'

/**
 * The wallet's answer to a question of transaction `id`. When it takes long, the store says so and offers to stop waiting: a
 * person may read for a minute, and a hardware wallet takes its time.
 * @param late gets the promise of the answer when the person has stopped waiting
 * @throws WalletTimeoutError when the person stops waiting; else what the wallet throws
 */
export async function walletAnswer<T>(
  id: string,
  answer: Promise<T>,
  late?: (answer: Promise<T>) => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => {
      if (late === undefined) answer.catch(() => {})
      else late(answer)
      reject(new WalletTimeoutError('The wallet has not answered'))
    }
    timer = setTimeout(() => useTransactionStore.setState({ silent: { id, stop } }), SILENT_AFTER)
  })
  try {
    return await Promise.race([answer, stopped])
  } finally {
    clearTimeout(timer)
    useTransactionStore.setState(({ silent }) => (silent?.id === id ? { silent: null } : {}))
  }
}
