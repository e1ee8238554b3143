import type { Checkpoint } from '@galx/protocol/release'
import type { Answer, Question, Trouble } from './messages.ts'
import type { AskedAccount, ProvenBlock } from './prove.ts'

/** The reason why nothing was proven. */
export class ProofError extends Error {
  override readonly name = 'ProofError'
  constructor(readonly trouble: Trouble) {
    super(trouble)
  }
}

type Asked = {
  rpcUrl: string
  checkpoint: Checkpoint
  /** the block to prove; called only once the validators are known, because a node keeps a block's state for only a minute */
  next: () => Promise<{ block: number; accounts: AskedAccount[] }>
  progress: (done: number, all: number) => void
}

/** Runs the light client in a worker and ends the worker afterwards. @throws ProofError, or Error if this browser cannot start a worker */
export function runProof({ rpcUrl, checkpoint, next, progress }: Asked): Promise<ProvenBlock> {
  // A classic worker: the build makes it one file, which the oldest supported browsers can run.
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  const ask = (question: Question) => worker.postMessage(question)
  return new Promise<ProvenBlock>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.kind === 'progress') progress(data.done, data.all)
      else if (data.kind === 'proven') resolve(data.block)
      else if (data.kind === 'trouble') reject(new ProofError(data.trouble))
      else next().then((one) => ask({ kind: 'prove', ...one }), reject)
    }
    worker.onerror = ({ message }) => reject(new Error(message))
    ask({ kind: 'follow', rpcUrl, checkpoint })
  }).finally(() => worker.terminate())
}
