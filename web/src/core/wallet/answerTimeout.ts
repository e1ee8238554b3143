/**
 * Time limits for a wallet's answers. A wallet may hang, or another window may cover its request, so nothing in the app waits
 * for an answer forever.
 */

/** Milliseconds after which the app reports a missing answer from the person (connect, switch, sign) and offers the next step. */
export const SILENT_AFTER = 15_000
/** Milliseconds for an answer that the wallet gives without the person (chain id, first block). A later answer counts as no answer. */
export const READ_TIMEOUT = 5_000

/** The wallet has not answered in time. It may still answer. */
export class WalletTimeoutError extends Error {
  override readonly name = 'WalletTimeoutError'
}

/**
 * The wallet's answer, if the answer comes in time.
 * @param late receives the promise of the answer when the time is over, for callers that can still use a late answer
 * @throws WalletTimeoutError when the time is over; else the wallet's error
 */
export async function withTimeout<T>(
  answer: Promise<T>,
  milliseconds: number,
  late?: (answer: Promise<T>) => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // If no caller uses the answer, a late refusal must not be an unhandled rejection.
      if (late === undefined) answer.catch(() => {})
      else late(answer)
      reject(new WalletTimeoutError('The wallet has not answered'))
    }, milliseconds)
  })
  try {
    return await Promise.race([answer, over])
  } finally {
    clearTimeout(timer)
  }
}
