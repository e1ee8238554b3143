/** HTTP requests to parts and through the edges, with a short patience of their own. */

export type Answer<Data = unknown> = { status: number; body: Data }

/** @throws when nobody answers within `patience` milliseconds, or the answer is no JSON */
export async function askJson<Data>(
  url: string,
  { patience = 2_000, ...init }: RequestInit & { patience?: number } = {},
): Promise<Answer<Data>> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) })
  const text = await response.text()
  try {
    return { status: response.status, body: JSON.parse(text) as Data }
  } catch {
    throw new Error(`${url} answered ${response.status} without JSON: ${text.slice(0, 80)}`)
  }
}

/** @throws when nobody answers, or anything but 200 */
export async function askText(url: string, patience = 2_000): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patience) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return text
}

/** The value of a metric without labels, or of the first sample with `labels`; null where there is none. */
export function sampleOf(text: string, name: string, labels = ''): number | null {
  for (const line of text.split('\n')) {
    if (!line.startsWith(name) || !/^[ {]/.test(line.slice(name.length))) continue
    if (labels !== '' && !line.includes(labels)) continue
    return Number(line.slice(line.lastIndexOf(' ') + 1))
  }
  return null
}
