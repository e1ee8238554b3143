/** Limits of nodes, and the words in which clients and providers refuse a request that exceeds them. */

export type Wording = 'bsc' | 'reth' | 'erigon' | 'alchemy' | 'infura' | 'drpc' | 'seed' | 'timeout'

/** Null or an empty list: no limit. */
export type Limits = {
  /** the greatest number of blocks in one eth_getLogs */
  blocks: number | null
  /** the greatest number of logs in one eth_getLogs */
  results: number | null
  /** the greatest number of bytes in the answer of one eth_getLogs */
  bytes: number | null
  /** the greatest number of calls in one POST */
  batch: number | null
  /** the greatest number of calls per second; each call of a batch counts */
  callsPerSecond: number | null
  /** the refusal of `callsPerSecond`: HTTP 429 for the whole POST, or an error for each call */
  rateWording: '429' | '-32005' | '-32016'
  /** the words of refusals of `blocks`, `results`, `bytes` and `batch` */
  wording: Wording
  /** milliseconds before each answer */
  latency: number
  /** blocks behind the head whose logs are kept: 576 000 at the client's defaults */
  keptLogs: number | null
  /** blocks behind the head whose state is kept: 128 on a node that is not an archive */
  keptState: number | null
  refusedMethods: readonly string[]
  /** the final block: two blocks behind the head, `late` blocks further behind, missing, or the node refuses the tag */
  finalized: 'ok' | 'missing' | 'refused' | { late: number }
  /** whether eth_getLogs accepts the tag `finalized` */
  finalizedInLogs: boolean
  /** how eth_getLogs handles blocks after the head: refuses them like the client, or leaves them out */
  beyondHead: 'refuse' | 'leaveOut'
  /** the number of blocks by which the second of two nodes behind this address lags; POSTs go to the two nodes in turn */
  secondBehind: number
  /** whether logs have `blockTimestamp` */
  blockTimestamp: boolean
  lies: readonly Lie[]
}

/** A log that the node leaves out, invents or changes. `place`: the position among our logs of the block, from 0. Headers stay unchanged. */
export type Lie =
  | { block: number; place: number; how: 'leaveOut' }
  /** a copy of the log with another account in its last topic */
  | { block: number; place: number; how: 'invent' }
  /** adds 10^18 to `word` of the data, counted from 0 */
  | { block: number; place: number; how: 'amount'; word: number }

export const NO_LIMITS: Limits = {
  blocks: null,
  results: null,
  bytes: null,
  batch: null,
  callsPerSecond: null,
  rateWording: '429',
  wording: 'bsc',
  latency: 0,
  keptLogs: null,
  keptState: null,
  refusedMethods: [],
  finalized: 'ok',
  finalizedInLogs: true,
  beyondHead: 'refuse',
  secondBehind: 0,
  blockTimestamp: true,
  lies: [],
}

export type Refusal = { status: number; code: number; message: string }

function refusal(code: number, message: string, status = 200): Refusal {
  return { status, code, message }
}

/** @param suggested the largest range from the same first block that the node would answer */
export function refuseRange(wording: Wording, limit: number, suggested: [number, number]): Refusal {
  const range = inBrackets(suggested)
  switch (wording) {
    case 'bsc':
      return refusal(-32000, `exceed maximum block range: ${limit}`)
    case 'reth':
      return refusal(-32602, `query exceeds max block range ${limit}`)
    case 'erigon':
      return refusal(-32000, `block range is too wide (maximum ${limit})`)
    case 'alchemy':
      return refusal(
        -32600,
        `Under the Free tier plan, you can make eth_getLogs requests with up to a ${limit} block range. ` +
          `Based on your parameters, this block range should work: ${range}. Upgrade to PAYG for expanded block range.`,
        400,
      )
    case 'infura':
      return refusal(-32005, `query returned more than 10000 results. Try with this block range ${range}.`)
    case 'drpc':
      return refusal(35, `ranges over ${limit} blocks are not supported on free plan`, 400)
    case 'seed':
      return refusal(-32005, 'limit exceeded')
    case 'timeout':
      return refusal(-32002, 'request timed out')
  }
}

/** @param suggested like in `refuseRange` */
export function refuseResults(wording: Wording, limit: number, suggested: [number, number]): Refusal {
  const range = inBrackets(suggested)
  switch (wording) {
    case 'bsc':
      return refusal(-32000, `query returned more than ${limit} results`)
    case 'reth':
      return refusal(
        -32602,
        `query exceeds max results ${limit}, retry with the range ${suggested[0]}-${suggested[1]}`,
      )
    case 'erigon':
      return refusal(-32000, `query returns too many logs, narrow your filter: ${limit}`)
    case 'alchemy':
      return refusal(
        -32602,
        `Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the ` +
          `response size, or you can request any block range with a cap of 10K logs in the response. ` +
          `Based on your parameters and the response size limit, this block range should work: ${range}`,
        400,
      )
    case 'infura':
      return refusal(-32005, `query returned more than ${limit} results. Try with this block range ${range}.`)
    case 'drpc':
      return refusal(35, `query exceeds max results ${limit}`, 400)
    case 'seed':
      return refusal(-32005, 'limit exceeded')
    case 'timeout':
      return refusal(-32002, 'request timed out')
  }
}

export function refuseBytes(wording: Wording, limit: number): Refusal {
  switch (wording) {
    case 'reth':
      return refusal(-32008, `Response is too big Exceeded max limit of ${limit}`)
    case 'timeout':
      return refusal(-32000, 'execution timeout')
    case 'alchemy':
      return refusal(-32000, `response size should not greater than ${limit} bytes`, 400)
    default:
      return refusal(-32003, 'response too large')
  }
}

export function refuseBatch(wording: Wording, limit: number, asked: number): Refusal {
  switch (wording) {
    case 'reth':
      return refusal(-32010, `The batch request was too large Exceeded max limit of ${limit}`)
    case 'erigon':
      return refusal(
        -32600,
        `batch limit ${limit} exceeded (can increase by --rpc.batch.limit). Requested batch of size: ${asked}`,
      )
    default:
      return refusal(-32600, 'batch too large')
  }
}

function inBrackets([from, to]: [number, number]): string {
  return `[0x${from.toString(16)}, 0x${to.toString(16)}]`
}

/** A bucket of tokens, one per call, which refills with time. */
export class CallRate {
  #tokens: number | null = null
  #at = 0

  /** @param now milliseconds @returns how many of `calls` may be answered, one per token */
  take(calls: number, perSecond: number, now: number): number {
    const filled = this.#tokens === null ? perSecond : this.#tokens + ((now - this.#at) / 1000) * perSecond
    this.#at = now
    const tokens = Math.min(perSecond, filled)
    const taken = Math.min(calls, Math.floor(tokens))
    this.#tokens = tokens - taken
    return taken
  }
}
