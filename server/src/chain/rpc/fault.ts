import { sortRefusal, type Asked, type NodeRefusal, type RefusalKind } from '@galx/protocol/nodeRefusals'
import { RetryableError } from '../../platform/faults.ts'

/** The faults between us and a node, sorted by their remedy. Every fault costs time, and none costs data. */
export const NODE_FAULT_KINDS = [
  /** no answer, or no answer in time */
  'unreachable',
  /** the node limits the rate of requests: wait, then send requests more slowly */
  'limited',
  /** the plan is used up: only its owner, or the next day or month, changes that */
  'plan',
  /** the key is wrong or missing */
  'credentials',
  /** the node does not answer for this many blocks or logs: request fewer */
  'tooLarge',
  /** the node takes fewer calls in one POST */
  'batch',
  /** the node does not have the blocks (yet) */
  'behind',
  /** the node no longer has logs or state of that time */
  'pruned',
  /** the node does not serve the method */
  'method',
  /** an answer that contradicts itself or the request */
  'wrong',
  /** a header that does not hash to the block's hash */
  'forged',
  /** a header with a field that this program does not know, so that its hash cannot be computed */
  'unknownHeader',
  /** two nodes give different logs for the same blocks: one of the two nodes is wrong, but nothing shows which node */
  'disagreement',
  /** the node's logs differ from the logs that more than half of all nodes give */
  'outvoted',
  /** the node serves another chain, while others serve ours */
  'foreign',
  /** an error answer of any other kind, or the refusal of a request that cannot be made smaller */
  'refused',
] as const
export type NodeFaultKind = (typeof NODE_FAULT_KINDS)[number]

/** The limits that a node names in a refusal; null: not named. */
export type Hint = {
  /** milliseconds to wait */
  retryAfter: number | null
  /** blocks in one request */
  largestRange: number | null
  /** calls in one POST */
  largestBatch: number | null
}

const NO_HINT: Hint = { retryAfter: null, largestRange: null, largestBatch: null }

export class NodeFaultError extends RetryableError {
  override name = 'NodeFaultError'
  readonly kind: NodeFaultKind
  readonly hint: Hint
  /** the name of the node that failed; null if no single node failed, or the node is not known yet */
  node: string | null = null

  constructor(kind: NodeFaultKind, message: string, hint: Partial<Hint> = {}) {
    super(message)
    this.kind = kind
    this.hint = { ...NO_HINT, ...hint }
  }
}

/** The node is away, or slower than the time limit. A node that gives up in its own time has answered, with another NodeFaultError. */
export class NoAnswerError extends NodeFaultError {
  override name = 'NoAnswerError'
  constructor(message: string) {
    super('unreachable', message)
  }
}

/** Seconds for which every node keeps a block's state. Nodes keep the state of 128 blocks, which is 58 seconds on BNB Smart Chain. */
export const STATE_KEPT = 50

/** For a request that cannot be made smaller: turns the fault `tooLarge` into `refused`. @throws the error of `answer` */
export async function smallest<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof NodeFaultError && error.kind === 'tooLarge')
      throw new NodeFaultError('refused', error.message, error.hint)
    throw error
  }
}

/** The number of characters of a node's message that are kept. */
const MESSAGE = 200

/** A node's error message. It may be any JSON value; only a string is kept, without characters that a database refuses. */
export function wordsOf(message: unknown): string {
  return typeof message === 'string'
    ? message.slice(0, MESSAGE).replace(/\p{Cc}|\p{Cs}/gu, ' ')
    : 'no message'
}

/** The longest wait that a node may impose: an hour in a header must not stop indexing for an hour. */
const LONGEST_RETRY_AFTER = 60_000

const KINDS: Record<Exclude<RefusalKind, 'timeout'>, [NodeFaultKind, string]> = {
  range: ['tooLarge', 'the node refuses the range'],
  batch: ['batch', 'the node takes fewer calls in one POST'],
  rate: ['limited', 'the node limits us'],
  plan: ['plan', 'the plan of the node is used up'],
  pruned: ['pruned', 'the node no longer has these logs'],
  state: ['pruned', 'the node no longer has this state: an archive has it'],
  method: ['method', 'the node does not serve this method'],
  behind: ['behind', 'the node does not have the blocks'],
  credentials: ['credentials', 'the node refuses our key'],
  broken: ['refused', 'the node answers with an error'],
}

/** A node that runs out of its own time on a request for logs would answer for fewer blocks, so the fault is `tooLarge`. */
function kindOf(kind: RefusalKind, asked: Asked): [NodeFaultKind, string] {
  if (kind !== 'timeout') return KINDS[kind]
  const words = 'the node gave up in its own time'
  return [asked.methods?.includes('eth_getLogs') === true ? 'tooLarge' : 'unreachable', words]
}

/** Sorts a refusal by its remedy. */
export function faultOf(refusal: NodeRefusal, asked: Asked = {}): NodeFaultError {
  const { kind, message, retryAfter, largestRange, suggested, largestBatch } = sortRefusal(refusal, asked)
  const [ours, words] = kindOf(kind, asked)
  const code = refusal.code === null ? '' : ` (${refusal.code})`
  const { httpStatus } = refusal
  const status =
    httpStatus === null || httpStatus === 200 || message === `HTTP ${httpStatus}`
      ? ''
      : `HTTP ${httpStatus}, `
  const proposed = suggested === null ? null : Math.max(1, suggested.to - suggested.from + 1)
  return new NodeFaultError(ours, `${words}: ${status}${message}${code}`, {
    retryAfter: retryAfter === null ? null : Math.min(retryAfter, LONGEST_RETRY_AFTER),
    largestRange: largestRange ?? proposed,
    largestBatch,
  })
}
