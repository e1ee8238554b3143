/** The light client in a worker, because its arithmetic takes seconds. The worker has no access to the wallet, the session or storage. */
import { readRefusal } from '@galx/protocol/nodeErrors'
import { readAnswer } from '@galx/protocol/rpcAnswer'
import { InvalidAnswerError } from './header.ts'
import type { Answer, Question, Trouble } from './messages.ts'
import { createProver, NodeRefusalError, NoProofsError, type Rpc } from './prove.ts'

const TIMEOUT = 20_000
/** The number of concurrent requests. */
const PARALLEL = 8

function say(answer: Answer): void {
  postMessage(answer)
}

let id = 0
let open = 0
const waiting: (() => void)[] = []

function rpcOf(url: string): Rpc {
  return async (method, params) => {
    while (open >= PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve))
    open += 1
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), TIMEOUT)
    try {
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body, signal: abort.signal })
      const answer = readAnswer(await response.text(), response.status)
      if ('error' in answer) throw refusalOf(answer.error, response.status)
      if ('words' in answer) throw new Error(answer.words)
      return answer.result
    } finally {
      clearTimeout(timer)
      open -= 1
      waiting.shift()?.()
    }
  }
}

function refusalOf(error: unknown, httpStatus: number): NodeRefusalError {
  const { message, code } = readRefusal(error, httpStatus, null)
  return new NodeRefusalError(message, code, httpStatus)
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof InvalidAnswerError) return error.part
  return error instanceof NoProofsError ? 'noProofs' : 'unreachable'
}

let prover: ReturnType<typeof createProver> | undefined

async function answerTo(question: Question): Promise<Answer> {
  if (question.kind === 'follow') {
    prover = createProver(question.checkpoint, rpcOf(question.rpcUrl), Math.floor(Date.now() / 1000))
    await prover.follow((done, all) => say({ kind: 'progress', done, all }))
    return { kind: 'followed' }
  }
  return { kind: 'proven', block: await prover!.prove(question.block, question.accounts) }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  answerTo(data).then(say, (error: unknown) => say({ kind: 'trouble', trouble: troubleOf(error) }))
})
