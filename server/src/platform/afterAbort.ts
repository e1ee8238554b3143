import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** Settles `milliseconds` after the signal's abort. Keeps no process alive. */
export async function afterAbort(signal: AbortSignal, milliseconds: number): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
  await pause(milliseconds, undefined, { ref: false })
}
