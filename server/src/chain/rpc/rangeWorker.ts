/** The thread that reads ranges from one node: it asks, verifies, and gives what it found in few large pieces (packedRange.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import { RpcFault, type RpcFaultKind } from './fault.ts'
import type { LogFilter } from './fetchRange.ts'
import { jsonRpc } from './jsonRpc.ts'
import { packRange, type PackedRange } from './packedRange.ts'
import { readHere } from './rangeReader.ts'

export type RangeWork = {
  /** the node's address, with the key that it may hold */
  url: string
  /** milliseconds for an answer about many blocks */
  timeout: number
  filters: readonly LogFilter[]
}
export type RangeRequest =
  { id: number; kind: 'range' | 'digest'; from: number; to: number } | { id: number; kind: 'abort' }
export type RangeAnswer = { id: number } & (
  | { range: PackedRange }
  | { digest: string }
  | { fault: { kind: RpcFaultKind; message: string; retryAfter: number | null } }
  | { error: string }
)

const { url, timeout, filters } = workerData as RangeWork
const reader = readHere(filters).of({ name: '', ask: jsonRpc(url, timeout) })
const underWay = new Map<number, AbortController>()

parentPort!.on('message', (request: RangeRequest) => {
  if (request.kind === 'abort') underWay.get(request.id)?.abort()
  else void answer(request)
})

async function answer({ id, kind, from, to }: Exclude<RangeRequest, { kind: 'abort' }>): Promise<void> {
  const ending = new AbortController()
  underWay.set(id, ending)
  try {
    if (kind === 'digest') return give({ id, digest: await reader.digest(from, to, ending.signal) })
    const range = packRange(await reader.range(from, to, ending.signal))
    give({ id, range }, [range.logs.numbers.buffer as ArrayBuffer, range.logs.text.buffer as ArrayBuffer])
  } catch (error) {
    if (error instanceof RpcFault) {
      const { kind, message, retryAfter } = error
      give({ id, fault: { kind, message, retryAfter } })
    } else give({ id, error: (error as Error).message })
  } finally {
    underWay.delete(id)
  }
}

function give(message: RangeAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}
