/** Waits for the wallet's answer within a transaction, without a time limit. The person can stop the wait. */
import { SILENT_AFTER, WalletTimeoutError } from '../wallet/answerTimeout.ts'
import { useTransactionStore } from './transactionStore.ts'

/**
 * The wallet's answer to a request of transaction `id`. There is no time limit, because a person may read for a minute and a
 * hardware wallet is slow. After some time the store offers to stop waiting.
 * @param late receives the promise of the answer if the person has stopped waiting
 * @throws WalletTimeoutError if the person stops waiting; else the wallet's error
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
