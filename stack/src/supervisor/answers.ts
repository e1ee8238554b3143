import { setTimeout as delay } from 'node:timers/promises'

/** Milliseconds between two questions. Asked twenty times a second, the parts had less of a busy machine to start with. */
const INTERVAL = 200

/** Waits until `url` answers 200; a part that ends instead is reported by the process group. */
export async function untilAnswers(url: string, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const ok = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.arrayBuffer().then(() => response.status === 200),
      () => false,
    )
    if (ok) return
    await delay(INTERVAL)
  }
}
