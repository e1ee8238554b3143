import { PassingFault } from '../../platform/faults.ts'

/** What can go wrong between us and a node, by what to do about it. All of them cost time, none of them data. */
export const RPC_FAULT_KINDS = [
  /** no answer, or none in time */
  'unreachable',
  /** HTTP 429 or the like: wait as long as the node says */
  'limited',
  /** the node will not answer for so many blocks or logs: ask for fewer */
  'tooLarge',
  /** the node does not have the blocks (yet) */
  'behind',
  /** an answer that contradicts itself or the request */
  'wrong',
  /** a header that does not hash to the block's hash */
  'forged',
  /** two nodes give different logs for the same blocks: one of them is wrong, which one is unknown */
  'disagreement',
  /** other logs than more than half of all nodes give */
  'outvoted',
  /** it serves another chain, while others serve ours */
  'foreign',
  /** an error answer of any other kind, or none for a request that cannot be made smaller */
  'refused',
] as const
export type RpcFaultKind = (typeof RPC_FAULT_KINDS)[number]

export class RpcFault extends PassingFault {
  override name = 'RpcFault'
  readonly kind: RpcFaultKind
  /** milliseconds the node asked us to wait; null when it did not say */
  readonly retryAfter: number | null

  constructor(kind: RpcFaultKind, message: string, retryAfter: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

/** A request that cannot be made smaller: a node that finds it too large refuses the request. @throws what `answer` rejects with */
export async function smallest<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RpcFault && error.kind === 'tooLarge')
      throw new RpcFault('refused', error.message, error.retryAfter)
    throw error
  }
}

const TOO_LARGE =
  /range|too (many|large|big)|more than \d|exceed|max(imum)? .*(block|result|log|size)|response size|returned more|limit the query/i
const LIMITED = /\brate|too many requests|capacity|quota|throttl|per second/i

/** Characters of a node's message that are kept. */
const MESSAGE = 200

/** What a node says of an error. Its answer may hold anything in place of a text, also what nothing can be said of. */
export function wordsOf(message: unknown): string {
  return typeof message === 'string' ? message.slice(0, MESSAGE) : 'no message'
}

/** Sorts a JSON-RPC error by its code and text; nodes agree on neither, so the text decides. */
export function faultOfError(code: unknown, message: unknown): RpcFault {
  const text = wordsOf(message)
  if (code === 429 || LIMITED.test(text)) return new RpcFault('limited', `the node limits us: ${text}`)
  if (code === -32005 || TOO_LARGE.test(text))
    return new RpcFault('tooLarge', `the node refuses the range: ${text}`)
  if (/unknown block|not found|header not found|missing/i.test(text)) return new RpcFault('behind', text)
  const said = typeof code === 'number' ? code : 'no code'
  return new RpcFault('refused', `the node answers with an error: ${text} (${said})`)
}
