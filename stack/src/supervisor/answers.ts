import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two questions. Asked twenty times a second, the parts had less of a busy machine to start with. */
const INTERVAL = 200

/** Waits until `url` answers 200; a part that ends instead is reported by the process group. */
export async function untilAnswers(url: string, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    if (await answers(url)) return
    await delay(INTERVAL)
  }
}

/** A busy part may also be late, or end, in the middle of its answer. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
