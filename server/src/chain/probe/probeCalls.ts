/** Calls to one examined node. The calls are counted and timed. Each answer is a result or a sorted refusal. */
import { setTimeout as pause } from 'node:timers/promises'
import { readRefusal } from '@galx/protocol/nodeErrors'
import { sortRefusal, type Refusal } from '@galx/protocol/nodeRefusals'
import { createRedactor } from '../../platform/secrets.ts'
import { NodeFaultError } from '../rpc/fault.ts'
import { nodeAddress } from '@galx/protocol/nodeAddress'
import { post } from '../rpc/post.ts'

export type ProbeCall = { method: string; params: readonly unknown[] }
export type ProbeAnswer = { result: unknown } | { refusal: Refusal }

/** The largest number of calls for the examination of one node. */
export const MOST_CALLS = 40
/** Milliseconds for one answer. */
const TIMEOUT = 4_000
/** Milliseconds for all calls together. */
const LONGEST = 15_000
/** The longest wait for a rate limit in milliseconds, and the largest number of waits. */
const LONGEST_WAIT = 1_500
const WAITS = 2
const MAXIMUM_BYTES = 32 * 1024 * 1024

export class ProbeCalls {
  readonly name: string
  readonly host: string
  /** the first rate limit that the node reported */
  limited: Refusal | null = null
  #made = 0
  readonly #address: ReturnType<typeof nodeAddress>
  readonly #end = AbortSignal.timeout(LONGEST)
  readonly #withoutKeys: (text: string) => string

  constructor(url: string) {
    this.#address = nodeAddress(url)
    this.name = this.#address.name
    this.host = new URL(url).hostname
    this.#withoutKeys = createRedactor({ RPC_URL: url })
  }

  get made(): number {
    return this.#made
  }

  /** Asks. If the node limits calls, waits and asks again. */
  async ask(call: ProbeCall): Promise<ProbeAnswer> {
    return this.#withRetry([call], async () => {
      const found = await this.#post({ jsonrpc: '2.0', id: 1, ...call }, [call])
      return 'refusal' in found ? found : this.#answerIn(found.body, [call])
    })
  }

  /** Sends one POST with several calls. @returns the number of calls if all calls are answered */
  async askBatch(calls: readonly ProbeCall[]): Promise<ProbeAnswer> {
    return this.#withRetry(calls, async () => {
      const list = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
      const found = await this.#post(list, calls)
      if ('refusal' in found) return found
      const { body } = found
      if (!Array.isArray(body)) return this.#answerIn(body, calls)
      const refused = (body as object[]).find((answer) => 'error' in answer)
      if (refused !== undefined) return this.#answerIn(refused, calls)
      return body.length === calls.length
        ? { result: body.length }
        : this.#refusal(`${body.length} answers to ${calls.length} calls`, null, calls)
    })
  }

  async #withRetry(calls: readonly ProbeCall[], ask: () => Promise<ProbeAnswer>): Promise<ProbeAnswer> {
    for (let waits = 0; ; waits += 1) {
      if (this.#made + calls.length > MOST_CALLS)
        return this.#refusal(`not examined: ${this.#made} calls are made`, null, calls)
      this.#made += calls.length
      const answer = await ask()
      if (!('refusal' in answer) || answer.refusal.kind !== 'rate') return answer
      this.limited ??= answer.refusal
      if (waits === WAITS || this.#end.aborted) return answer
      await pause(Math.min(answer.refusal.retryAfter ?? LONGEST_WAIT, LONGEST_WAIT))
    }
  }

  async #post(body: object, calls: readonly ProbeCall[]): Promise<{ body: unknown } | { refusal: Refusal }> {
    const ending = new AbortController()
    const end = () => ending.abort(new DOMException('The time is up', 'TimeoutError'))
    const timer = setTimeout(end, TIMEOUT)
    this.#end.addEventListener('abort', end, { once: true })
    if (this.#end.aborted) end()
    try {
      const limits = { signal: ending.signal, maximumBytes: MAXIMUM_BYTES }
      const { status, retryAfter, text } = await post(this.#address, JSON.stringify(body), limits)
      if (status < 200 || status > 299) return this.#refusal(text, status, calls, retryAfter)
      try {
        return { body: JSON.parse(text) as unknown }
      } catch {
        return this.#refusal(text, status, calls, retryAfter)
      }
    } catch (error) {
      if (!(error instanceof NodeFaultError)) throw error
      return this.#refusal(error.message, null, calls)
    } finally {
      clearTimeout(timer)
      this.#end.removeEventListener('abort', end)
    }
  }

  #answerIn(body: unknown, calls: readonly ProbeCall[]): ProbeAnswer {
    if (body !== null && typeof body === 'object' && 'result' in body) return { result: body.result }
    return this.#refusal(body, 200, calls)
  }

  #refusal(
    error: unknown,
    httpStatus: number | null,
    calls: readonly ProbeCall[],
    retryAfter: number | null = null,
  ): { refusal: Refusal } {
    const asked = { host: this.host, methods: calls.map(({ method }) => method) }
    const refusal = readRefusal(error, httpStatus, retryAfter)
    // Nodes quote their own address, which may hold a key.
    return { refusal: sortRefusal({ ...refusal, message: this.#withoutKeys(refusal.message) }, asked) }
  }
}
