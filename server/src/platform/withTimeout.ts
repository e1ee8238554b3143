/** @returns the answer; null if it fails or takes longer than `milliseconds` */
export async function withTimeout<Answer>(
  milliseconds: number,
  answer: PromiseLike<Answer>,
): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([answer, timeout])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
