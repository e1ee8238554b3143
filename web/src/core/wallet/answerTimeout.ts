/**
 * Wallets that do not answer. A wallet may hang, or another window may cover its request, so nothing in the app waits for
 * an answer forever.
 */

/** What only the person can answer (connect, switch, sign): after this long the app says so and offers a way on, milliseconds. */
export const SILENT_AFTER = 15_000
/** What a wallet answers by itself (chain id, first block): no answer after this long counts as none, milliseconds. */
export const READ_TIMEOUT = 5_000

/** The wallet has not answered in time. It may still answer. */
export class WalletTimeoutError extends Error {
  override readonly name = 'WalletTimeoutError'
}

/**
 * The wallet's answer, if it comes in time.
 * @param late gets the promise of the answer when the time is over, for callers that can still use it
 * @throws WalletTimeoutError when the time is over; else what the wallet throws
 */
export async function withTimeout<T>(
  answer: Promise<T>,
  milliseconds: number,
  late?: (answer: Promise<T>) => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // If nobody uses the answer, a late refusal must not be an unhandled rejection.
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
