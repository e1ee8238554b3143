import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two requests. Twenty requests a second would slow down the start on a busy machine. */
const INTERVAL = 200

/** Waits until `url` answers 200. If the part ends instead, the process group reports it. */
export async function untilAnswers(url: string, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    if (await answers(url)) return
    await delay(INTERVAL)
  }
}

/** A busy part may also be late, or end in the middle of its answer. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
