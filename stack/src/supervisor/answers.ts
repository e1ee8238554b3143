import { setTimeout as delay } from 'node:timers/promises'

/** Waits until `url` answers 200; a part that ends instead is reported by the process group. */
export async function untilAnswers(url: string, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const ok = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.arrayBuffer().then(() => response.status === 200),
      () => false,
    )
    if (ok) return
    await delay(50)
  }
}
