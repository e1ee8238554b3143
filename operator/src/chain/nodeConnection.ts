/**
 * Requests to one node over HTTP: several calls in one POST, as many and as often as the node accepts. The limits learnt from refusals are kept while
 * the program runs. After a refusal that may pass, the connection waits and tries again. Any other refusal is thrown in the node's own words.
 */
import { RpcRequestError } from 'viem'
import { nodeAddress, type NodeAddress } from '@galx/protocol/nodeAddress'
import { isRevert, readRefusal, type RpcErrorObject } from '@galx/protocol/nodeErrors'
import { sortRefusal, type Refusal } from '@galx/protocol/nodeRefusals'
import { ResponseTooLargeError, failureReason, fetchWhole } from '../fetchWhole.ts'
import { NodeRefusedError, NodeSilentError } from './nodeFaults.ts'
import { RateLimiter } from './rateLimiter.ts'

const POSTS_AT_ONCE = 4
const MOST_CALLS = 50
/** The largest accepted answer, bytes. The answer for fifty blocks full of transfers has half of this size. */
const MOST_BYTES = 64 * 1024 * 1024
/** Milliseconds for one POST: connecting, waiting and reading. */
const ANSWER_TIME = 30_000
/** Milliseconds before each retry of a failed call; after the last retry the call fails. */
const BACK_OFF = [250, 1_000]
/** Milliseconds before each retry of a call about a block that the node lacks. One of several nodes behind an address may lag 40 blocks: 18 s. */
const BACK_OFF_BEHIND = [250, 250, 500, 500, 1_000, 1_000, 2_000, 5_000, 10_000]
/** Rate limits in a row, without logs, after which a request of several blocks fails, so that its caller tries fewer: the node may mean the size. */
const RATE_REFUSALS_OF_LOGS = 4
/** Milliseconds: the longest single wait, and the longest total wait for one call. */
const PATIENCE = 600_000
/** Milliseconds of rate limits, without logs, after which the node counts as a node without logs. Longer than the minute of a provider's limit. */
const PATIENCE_FOR_LOGS = 120_000
/** Milliseconds: the shortest wait that is logged, and the least time between two such lines. */
const ANNOUNCED = 1_000
const ANNOUNCED_AGAIN = 10_000

/** The codes of a connection that was open and then closed. Some nodes close the connection for too many blocks, without a word. */
const CLOSED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/** Methods for which a contract or the transaction pool may answer with an error that the caller handles. */
const ANSWERED_BY_ERRORS = /^eth_(?:call|estimateGas|send)/

type Call = {
  method: string
  params: unknown
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  faults: number
  refusedSince: number | null
}
type Answer = { result?: unknown; error?: RpcErrorObject }

export type NodeConnectionOptions = {
  url: string
  /** the node's name in messages: its address may contain a key */
  name: string
  /** receives a line when the connection waits for the node */
  announce?: ((line: string) => void) | undefined
  /** milliseconds of rate limits after which the connection gives up on a node that serves no logs */
  patienceForLogs?: number | undefined
}

export class NodeConnection {
  readonly #options: NodeConnectionOptions
  readonly #address: NodeAddress
  readonly #rateLimiter = new RateLimiter()
  readonly #queue: Call[] = []
  #most = MOST_CALLS
  #posts = 0
  #scheduled = false
  #announcedAt = Number.NEGATIVE_INFINITY
  /** rate limits since the last answer with logs; null: none. Of requests sent together only the first refusal counts. */
  #logsRefused: { times: number; since: number; countedAt: number } | null = null

  constructor(options: NodeConnectionOptions) {
    this.#options = options
    this.#address = nodeAddress(options.url)
  }

  /** @throws NodeSilentError, NodeRefusedError; RpcRequestError with a contract's answer */
  readonly request = ({ method, params }: { method: string; params?: unknown }): Promise<unknown> =>
    new Promise((resolve, reject) => {
      this.#queue.push({ method, params: params ?? [], resolve, reject, faults: 0, refusedSince: null })
      this.#schedule()
    })

  /** All calls of one turn of the event loop go out together. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#send()
    })
  }

  #send(): void {
    while (this.#queue.length > 0 && this.#posts < POSTS_AT_ONCE) {
      const now = performance.now()
      const wait = this.#rateLimiter.waitFrom(now)
      if (wait > 0) {
        setTimeout(() => this.#schedule(), wait)
        return
      }
      const calls = this.#take()
      this.#rateLimiter.sent(calls.length, now)
      this.#posts++
      void this.#post(calls, now).finally(() => {
        this.#posts--
        this.#schedule()
      })
    }
  }

  /**
   * Requests for logs go alone: their answers are large, and nodes limit them differently. Only the header of the last block goes along,
   * if it was requested just before.
   */
  #take(): Call[] {
    const most = Math.min(this.#most, Math.max(1, Math.floor(this.#rateLimiter.limit / 2)))
    const logs = this.#queue.findIndex(asksLogs)
    if (logs === -1) return this.#queue.splice(0, most)
    const isPair = logs > 0 && most > 1 && asksLastBlock(this.#queue[logs]!, this.#queue[logs - 1]!)
    const before = isPair ? logs - 1 : logs
    return this.#queue.splice(0, before > 0 ? Math.min(most, before) : isPair ? 2 : 1)
  }

  async #post(calls: readonly Call[], sentAt: number): Promise<void> {
    let response: Response
    let text: string
    try {
      response = await this.#fetch(calls)
      text = await response.text()
    } catch (error) {
      this.#silent(calls, error as Error)
      return
    }
    const answers = answersIn(text, calls.length)
    if (answers === undefined || !(response.ok || answers.every(({ error }) => error !== undefined))) {
      const refusal = readRefusal(text, response.status, retryAfterOf(response.headers.get('retry-after')))
      this.#refused(calls, this.#sorted(refusal, calls), response.status, sentAt)
      return
    }
    const [header, logs] = calls
    // The answering node, one of several behind the address, lacks the last block. So it may lack logs too.
    const isIncomplete = answers[0]!.result == null && answers[1]?.error === undefined
    if (logs && asksLogs(logs) && isIncomplete && logs.faults < BACK_OFF_BEHIND.length) {
      this.#againTogether(header!, logs)
      return
    }
    const answered = answers.filter(({ error }) => error === undefined).length
    if (answered > 0) this.#rateLimiter.answered(answered, performance.now())
    for (const [index, call] of calls.entries()) this.#settle(call, answers[index]!, response, sentAt)
  }

  #settle(call: Call, { result, error }: Answer, { status, headers }: Response, sentAt: number): void {
    if (error === undefined) {
      if (asksLogs(call)) this.#logsPassed()
      const resolve = () => call.resolve(result)
      return result === null && asksBlock(call) ? this.#again(call, BACK_OFF_BEHIND, resolve) : resolve()
    }
    const raw = () => this.#rawError(call, error)
    const mayBeAnswer = ANSWERED_BY_ERRORS.test(call.method)
    if (mayBeAnswer && isRevert(error)) return call.reject(raw())
    const retryAfter = retryAfterOf(headers.get('retry-after'))
    const refusal = this.#sorted(readRefusal(error, status === 200 ? null : status, retryAfter), [call])
    // An internal error may pass. Any other unknown error is the node's answer to this call.
    if (mayBeAnswer && refusal.kind === 'broken' && error.code !== -32_603) return call.reject(raw())
    this.#refused([call], refusal, status, sentAt)
  }

  async #fetch(calls: readonly Call[]): Promise<Response> {
    const messages = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(new Error('no answer in time')), ANSWER_TIME)
    try {
      return await fetchWhole(
        this.#address.url,
        {
          method: 'POST',
          headers: this.#address.headers,
          body: JSON.stringify(messages.length === 1 ? messages[0] : messages),
          signal: end.signal,
        },
        MOST_BYTES,
      )
    } catch (error) {
      throw end.signal.aborted ? (end.signal.reason as Error) : error
    } finally {
      clearTimeout(timer)
    }
  }

  #sorted(refusal: Parameters<typeof sortRefusal>[0], calls: readonly Call[]): Refusal {
    const { hostname } = new URL(this.#options.url)
    return sortRefusal(refusal, { host: hostname, methods: calls.map(({ method }) => method) })
  }

  #silent(calls: readonly Call[], error: Error): void {
    const tooLarge = error instanceof ResponseTooLargeError || error.message === 'no answer in time'
    const { cause } = error as { cause?: { code?: string } }
    const isClosed = CLOSED.includes(cause?.code ?? '')
    const fault = new NodeSilentError(this.#options.name, failureReason(error), tooLarge || isClosed)
    if (tooLarge && calls.length > 1) this.#most = Math.max(1, calls.length >> 1)
    for (const call of calls)
      if (tooLarge && asksLogs(call)) call.reject(fault)
      else if (isClosed && asksSeveralBlocks(call)) setTimeout(() => call.reject(fault), BACK_OFF[0])
      else this.#again(call, BACK_OFF, () => call.reject(fault))
  }

  #refused(calls: readonly Call[], refusal: Refusal, status: number, sentAt: number): void {
    const { name } = this.#options
    const faultOf = ({ method }: Call) => new NodeRefusedError(name, method, refusal)
    const isLate = refusal.kind === 'rate' || (refusal.kind === 'plan' && refusal.retryAfter !== null)
    if (isLate) {
      this.#wait(calls, refusal, sentAt)
      return
    }
    // The node may have refused the POST only because the POST has several calls.
    if (calls.length > 1 && !(calls.some(asksLogs) && refusal.kind !== 'batch')) {
      if (refusal.kind === 'batch' || refusal.kind === 'broken' || status === 413)
        this.#most = Math.max(1, Math.min(refusal.largestBatch ?? calls.length >> 1, calls.length - 1))
      if (refusal.kind === 'batch' || status === 413) {
        this.#queue.unshift(...calls)
        return
      }
    }
    for (const call of calls) {
      const reject = () => call.reject(faultOf(call))
      const passes = refusal.kind === 'broken' || (refusal.kind === 'timeout' && !asksLogs(call))
      if (refusal.kind === 'behind') this.#again(call, BACK_OFF_BEHIND, reject, refusal.retryAfter)
      else if (passes) this.#again(call, BACK_OFF, reject, refusal.retryAfter)
      else reject()
    }
  }

  /** The node wants the request later. */
  #wait(calls: readonly Call[], refusal: Refusal, sentAt: number): void {
    const { name } = this.#options
    const now = performance.now()
    const wait = this.#rateLimiter.refused(calls.length, sentAt, now, refusal.retryAfter)
    const kept: Call[] = []
    for (const call of calls) {
      call.refusedSince ??= now
      const since = asksLogs(call) ? this.#countLogsRefused(sentAt, now) : call.refusedSince
      if (this.#givesUp(call, since, now, wait))
        call.reject(new NodeRefusedError(name, call.method, refusal, now - since))
      else if (asksSeveralBlocks(call) && this.#logsRefused!.times >= RATE_REFUSALS_OF_LOGS)
        call.reject(new NodeRefusedError(name, call.method, refusal))
      else kept.push(call)
    }
    this.#queue.unshift(...kept)
    if (wait < ANNOUNCED || kept.length === 0 || now - this.#announcedAt < ANNOUNCED_AGAIN) return
    this.#announcedAt = now
    const seconds = Math.ceil(wait / 1_000)
    this.#options.announce?.(`${name} says "${refusal.message}": retry in ${seconds} s`)
  }

  #givesUp(call: Call, since: number, now: number, wait: number): boolean {
    const { patienceForLogs = PATIENCE_FOR_LOGS } = this.#options
    return now + wait - since > PATIENCE || (asksLogs(call) && now - since > patienceForLogs)
  }

  #logsPassed(): void {
    // The node has accepted a smaller range after it refused larger ranges: the refusals were about the size.
    if ((this.#logsRefused?.times ?? 0) >= RATE_REFUSALS_OF_LOGS) this.#rateLimiter.forgetLimit()
    this.#logsRefused = null
  }

  /** @returns the time since which the node has refused all logs */
  #countLogsRefused(sentAt: number, now: number): number {
    this.#logsRefused ??= { times: 0, since: now, countedAt: Number.NEGATIVE_INFINITY }
    if (sentAt >= this.#logsRefused.countedAt) {
      this.#logsRefused.times++
      this.#logsRefused.countedAt = now
    }
    return this.#logsRefused.since
  }

  /** @param waits before each retry @param end called when no retry is left */
  #again(call: Call, waits: readonly number[], end: () => void, retryAfter: number | null = null): void {
    const wait = waits[call.faults]
    call.faults++
    if (wait === undefined || (retryAfter ?? 0) > PATIENCE) return end()
    setTimeout(
      () => {
        this.#queue.unshift(call)
        this.#schedule()
      },
      Math.max(wait, retryAfter ?? 0),
    )
  }

  #againTogether(header: Call, logs: Call): void {
    const wait = BACK_OFF_BEHIND[logs.faults]
    // The header has no more retries than the logs. A header that is retried alone could come from another node behind the address.
    header.faults = ++logs.faults
    setTimeout(() => {
      this.#queue.unshift(header, logs)
      this.#schedule()
    }, wait)
  }

  #rawError({ method, params }: Call, { code, message, data }: RpcErrorObject): RpcRequestError {
    const error = { code: typeof code === 'number' ? code : 0, message: String(message), data }
    return new RpcRequestError({ body: { method, params }, error, url: this.#options.url })
  }
}

function asksLogs({ method }: Pick<Call, 'method'>): boolean {
  return method === 'eth_getLogs'
}

/** Whether the call names a block. Callers name only blocks that the node has named before. */
function asksBlock({ method, params }: Call): boolean {
  return method === 'eth_getBlockByNumber' && String((params as unknown[])[0]).startsWith('0x')
}

/** Whether `header` requests the last block of the range of `logs`. */
function asksLastBlock(logs: Call, header: Call): boolean {
  const [filter] = logs.params as [{ toBlock?: unknown }?]
  return asksBlock(header) && (header.params as unknown[])[0] === filter?.toBlock
}

function asksSeveralBlocks(call: Call): boolean {
  const [filter] = call.params as [{ fromBlock?: unknown; toBlock?: unknown }?]
  return asksLogs(call) && filter?.fromBlock !== filter?.toBlock
}

/** @returns one answer for each call; undefined if the text is not such a list */
function answersIn(text: string, calls: number): Answer[] | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  const list = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]
  if (list.length !== calls) return undefined
  const answers: Answer[] = []
  for (const one of list) {
    const { id, ...answer } = (one ?? {}) as Answer & { id?: unknown }
    // A node that cannot read a request does not know the request's id.
    const place = calls === 1 ? 0 : id
    if (typeof place !== 'number' || !('result' in answer || 'error' in answer)) return undefined
    // Some nodes write `error: null` beside a result.
    answers[place] = answer.error == null ? { result: answer.result } : answer
  }
  return Object.keys(answers).length === calls && answers.length === calls ? answers : undefined
}

/** @returns milliseconds; the header has seconds, or a date, which is ignored */
function retryAfterOf(header: string | null): number | null {
  return header !== null && /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1_000 : null
}
