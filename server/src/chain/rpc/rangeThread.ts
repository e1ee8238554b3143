/**
 * Ranges read in threads of their own, one for each node: one that needs more than a thread has ends what is asked of itself alone. To take a node's
 * answer apart costs as much as to write it, and the thread that writes has the database waiting for it.
 */
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { RpcFault } from './fault.ts'
import { unpackRange } from './packedRange.ts'
import type { StartReaders } from './rangeReader.ts'
import type { RangeAnswer, RangeRequest, RangeWork } from './rangeWorker.ts'

type Waiting = { resolve(answer: RangeAnswer): void; reject(fault: Error): void }

/** What the thread runs, in a build (build.mjs): Node.js starts no thread from TypeScript. */
export const RANGE_PROGRAM = new URL('./rangeWorker.js', import.meta.url)
/**
 * V8's flag for a heap that it makes from then on: megabytes of bytes and old objects before it looks for garbage among all of them. The bytes that arrive from a node
 * are many, the objects few and lasting: it would look through the latter again and again to find the former.
 */
const INITIAL_OLD_SPACE = '--initial-old-space-size=128'
/** Many times what a range needs. A node whose answers take more ends the thread, not the process. */
const OLD_MEGABYTES = 1_024

/**
 * The first node's thread is started with the readers, since it takes a tenth of a second, the others by their first request. One that ends is started
 * again by the next request; what was under way fails as a node that does not answer.
 * @param nodes by the names that endpoints have
 * @param oldMegabytes of each thread
 */
export function readInThread(
  nodes: readonly { name: string; url: string }[],
  timeout: number,
  program: URL = RANGE_PROGRAM,
  oldMegabytes: number = OLD_MEGABYTES,
): StartReaders {
  return (filters) => {
    const urls = new Map(nodes.map(({ name, url }) => [name, url]))
    const plain = filters.map(({ address, topics, recipient }) => ({
      ...{ address, topics },
      ...(recipient !== undefined && { recipient }),
    }))
    const threads = new Map<string, RangeThread>()
    const threadOf = (name: string): RangeThread => {
      const running = threads.get(name)
      if (running !== undefined && !running.hasEnded()) return running
      const url = urls.get(name)
      if (url === undefined) throw new TypeError(`there is no thread for a node ${name}`)
      const thread = startThread({ url, timeout, filters: plain }, program, oldMegabytes)
      threads.set(name, thread)
      return thread
    }
    const ask = async (name: string, request: Request, signal: AbortSignal): Promise<RangeAnswer> => {
      const answer = await threadOf(name).ask(request, signal)
      if ('fault' in answer)
        throw new RpcFault(answer.fault.kind, answer.fault.message, answer.fault.retryAfter)
      if ('error' in answer) throw new Error(answer.error)
      return answer
    }
    const [first] = nodes
    if (first !== undefined) threadOf(first.name)
    return {
      of: ({ name }) => ({
        range: async (from, to, signal) => {
          const answer = await ask(name, { kind: 'range', from, to }, signal)
          return unpackRange((answer as Extract<RangeAnswer, { range: unknown }>).range)
        },
        digest: async (from, to, signal) => {
          const answer = await ask(name, { kind: 'digest', from, to }, signal)
          return (answer as Extract<RangeAnswer, { digest: unknown }>).digest
        },
      }),
      stop: async () => {
        await Promise.all([...threads.values()].map((thread) => thread.stop()))
      },
    }
  }
}

type Request = Omit<Exclude<RangeRequest, { kind: 'abort' }>, 'id'>

type RangeThread = ReturnType<typeof startThread>

function startThread(work: RangeWork, program: URL, maxOldGenerationSizeMb: number) {
  setFlagsFromString(INITIAL_OLD_SPACE)
  const worker = new Worker(program, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb },
  })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let ended: RpcFault | null = null
  const end = (message: string) => {
    ended ??= new RpcFault('unreachable', `the thread that reads the node has ended: ${message}`)
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  worker.on('message', (answer: RangeAnswer) => {
    waiting.get(answer.id)?.resolve(answer)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
  })
  worker.on('error', (error) => end((error as Error).message))
  worker.on('exit', (code) => end(`code ${code}`))
  // A thread with nothing to do must not keep the process.
  worker.unref()
  return {
    hasEnded: () => ended !== null,
    ask: (request: Request, signal: AbortSignal) =>
      new Promise<RangeAnswer>((resolve, reject) => {
        const id = ++lastId
        const abort = () => worker.postMessage({ id, kind: 'abort' } satisfies RangeRequest)
        const settle =
          <Value>(done: (value: Value) => void) =>
          (value: Value) => {
            signal.removeEventListener('abort', abort)
            done(value)
          }
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) })
        worker.ref()
        worker.postMessage({ id, ...request } satisfies RangeRequest)
        signal.addEventListener('abort', abort, { once: true })
        if (signal.aborted) abort()
      }),
    stop: () => worker.terminate(),
  }
}
