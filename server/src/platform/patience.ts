/** What a question gives, or null when it fails or takes longer than so many milliseconds. */
export async function within<Answer>(
  milliseconds: number,
  question: PromiseLike<Answer>,
): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([question, patience])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
