/** A signer with the key in this process. Each of its threads signs an equal part of every list. */
import { Worker } from 'node:worker_threads'
import type { Voucher } from '@galx/protocol/voucher'
import type { Hex } from 'viem'
import { FatalError } from '../../platform/faults.ts'
import { assertPermission } from '../maySign.ts'
import { addressOfKey } from './localSigner.ts'
import type { SigningWork } from './signWorker.ts'
import type { VoucherSigner } from './voucherSigner.ts'

type Waiting = { resolve(signatures: readonly Hex[]): void; reject(fault: Error): void }

/** The threads' program in a build (build.mjs). Node.js cannot start a thread from TypeScript. */
const SIGNING_PROGRAM = new URL('./signWorker.js', import.meta.url)

/** @throws FatalError from `sign` once a thread has ended */
export function signingThreads(
  work: SigningWork,
  threads: number,
  program: URL = SIGNING_PROGRAM,
): VoucherSigner {
  const address = addressOfKey(work.key)
  const workers = Array.from({ length: threads }, () => startWorker(work, program))
  return {
    address: () => Promise.resolve(address),
    sign: async (permission) => {
      assertPermission(permission, address)
      const { vouchers } = permission
      const size = Math.ceil(vouchers.length / workers.length)
      const parts = workers.map((worker, index) => {
        const part = vouchers.slice(index * size, (index + 1) * size)
        return part.length === 0 ? [] : worker.sign(part)
      })
      return (await Promise.all(parts)).flat()
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

function startWorker(work: SigningWork, program: URL) {
  const worker = new Worker(program, { workerData: work })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let ended: FatalError | null = null
  const end = (message: string) => {
    ended ??= new FatalError(`a signing thread has ended: ${message}`)
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  worker.on('message', ({ id, signatures }: { id: number; signatures: readonly Hex[] }) => {
    waiting.get(id)?.resolve(signatures)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
  })
  worker.on('error', (error) => end((error as Error).message))
  worker.on('exit', (code) => end(`code ${code}`))
  // An idle thread must not keep the process alive.
  worker.unref()
  return {
    sign: (vouchers: readonly Voucher[]) =>
      new Promise<readonly Hex[]>((resolve, reject) => {
        if (ended !== null) return reject(ended)
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        worker.ref()
        worker.postMessage({ id, vouchers })
      }),
    stop: () => worker.terminate(),
  }
}
