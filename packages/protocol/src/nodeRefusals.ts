/**
 * The meaning of a node's refusal, by its words, code and HTTP status. Nodes agree on neither words nor codes nor statuses. The words decide first.
 * test/nodeRefusals.table.ts contains the wordings of real clients and providers.
 */
import { isSeedWithoutLogs } from './nodes.ts'
import { largestBatch, largestRange, suggestedRange, waitNamed } from './refusalNumbers.ts'

export type RefusalKind =
  /** request fewer blocks: there are too many blocks, results or bytes */
  | 'range'
  /** send fewer calls in one POST */
  | 'batch'
  /** wait, then request more slowly */
  | 'rate'
  /** the plan is used up: only its owner, or the next day or month, can change that */
  | 'plan'
  /** the node no longer has the logs or blocks of that time */
  | 'pruned'
  /** the node no longer has the state of that block; an archive node has it */
  | 'state'
  /** the node does not serve the method */
  | 'method'
  /** the node does not have the block yet */
  | 'behind'
  /** the key is wrong or missing, or the node blocks us */
  | 'credentials'
  /** the node reached its own time limit: request fewer blocks */
  | 'timeout'
  /** anything else */
  | 'broken'

/** A refusal as it arrived. */
export type NodeRefusal = {
  /** null: unknown */
  httpStatus: number | null
  /** the code of the JSON-RPC error; null: none */
  code: number | string | null
  message: string
  /** milliseconds; null: not in the answer */
  retryAfter: number | null
}

export type Refusal = {
  kind: RefusalKind
  /** the node's words on one line, at most 200 characters */
  message: string
  /** milliseconds; null: not in the answer */
  retryAfter: number | null
  /** blocks, from the node's words. Some nodes accept fewer than they say: halve if the same number is refused again. */
  largestRange: number | null
  /** a range of blocks that the node proposes, both ends included. It may be as large as the refused range. */
  suggested: { from: number; to: number } | null
  /** calls in one POST, from the node's words */
  largestBatch: number | null
}

/** The refused request. Some words mean different things for different requests. */
export type Asked = {
  /** host name of the node's address */
  host?: string
  methods?: readonly string[]
}

/** The greatest number of characters that are kept of a node's message. */
const LONGEST_MESSAGE = 200

/** Classifies a refusal. Check `isRevert` first: a contract's revert is an answer, not a refusal. */
export function sortRefusal(refusal: NodeRefusal, asked: Asked = {}): Refusal {
  const text = oneLine(refusal.message)
  const kind = kindOf(text, refusal, asked)
  const suggested = kind === 'range' || kind === 'timeout' ? suggestedRange(text) : null
  return {
    kind,
    message: text.slice(0, LONGEST_MESSAGE),
    retryAfter: refusal.retryAfter ?? waitNamed(text),
    largestRange: kind === 'range' ? largestRange(text) : null,
    suggested,
    largestBatch: kind === 'batch' ? largestBatch(text) : null,
  }
}

/** A pattern that matches any of the phrases. */
function any(...phrases: readonly string[]): RegExp {
  return new RegExp(phrases.join('|'), 'i')
}
const words = String.raw

/** The first matching entry decides, so an entry may rely on the entries before it. */
const BY_WORDS: readonly (readonly [RefusalKind, RegExp])[] = [
  [
    'behind',
    any(
      'beyond (?:the )?(?:current )?head|after last accepted block|greater than latest|cannot query unfinalized',
      words`invalid block range params|block ?outofrange|block is out of range|not have (?:\w+ )*block(?: \S+)? yet`,
      words`node is (?:\w+ )?(?:syncing|initializing)|(?:not|isn.t) (?:\w+ )?synced`,
    ),
  ],
  [
    'batch',
    any(
      words`batch (?:\w+ )?(?:is |was )?too (?:large|big|long|many)|batch size|batch (?:limit|of more than)`,
      words`batch(?:es|ed|ing)?(?: \w+)* (?:not|un)[ -]?(?:supported|allowed)`,
      words`(?:requests|calls)(?: \w+)? in (?:\w+ )?batch`,
    ),
  ],
  [
    'state',
    any(
      words`missing trie node|(?:historical|required|requested|no|unknown) (?:historical )?state|state at block`,
      'state (?:histories|already discarded|is not available|is pruned|not found|unavailable|pruning)',
      'maximum proof window|unexpected state root|no historical rpc|historical backend',
    ),
  ],
  [
    'pruned',
    any(
      words`prun(?:ed|ing)|receipts? (?:is |are )?(?:not available|not found|unavailable)|purged for block`,
      words`failed to get logs for block|old data not available|data before \S+ is not available`,
      'lowest height is|history (?:is )?(?:not available|unavailable)',
    ),
  ],
  [
    'timeout',
    /timed? ?out|time-out|took too long|deadline exceeded|context canceled|execution aborted|duration must not/i,
  ],
  [
    'range',
    any(
      words`(?:blocks?|logs?|max|fromblock.{0,20}) range|range.{0,40}(?:too|large|exceed|limit|max|threshold)`,
      words`ranges over \d|exceeds? the range|blocks distance|number of requested blocks|smaller than size`,
      words`(?:too many|maximum|max|limited to|at most|than|exceed)(?: [\w[\],-]+){0,5} (?:blocks?|results|logs)\b`,
      words`(?:response|result)s?(?: size| set)?(?: is| was)? (?:too (?:large|big)|exceed|should not)`,
      words`exceeds limit of \d|logs over|limit the query|narrow (?:your|the) |try paginating`,
      words`limited to (?:a )?[\d,]+ range`,
    ),
  ],
  [
    'rate',
    any(
      words`per[- ]second|\/ ?s(?:ec(?:ond)?)?\b|\b(?:rps|cups|qps)\b|throughput|concurrent|over rate limit`,
    ),
  ],
  [
    'plan',
    any(
      words`\bmonth|\bdaily\b|per day|capacity limit|usage limit|max(?:imum)? usage|quota|credits|billing`,
      'request units|compute units|payment required|limit for your (?:current )?(?:plan|tier)',
      'subscription (?:has )?(?:expired|ended)',
    ),
  ],
  [
    'rate',
    any(
      words`\brate\b|ratelimit|too many requests|too much load|request limit|throttl|slow down|limit exceeded`,
      'server is busy|capacity|code: 1015',
    ),
  ],
  [
    'credentials',
    any(
      words`(?:api|access|secret|project|client)[- _]?(?:key|id|token)|(?:un|not )authori[sz]ed|authenticat`,
      words`token is (?:invalid|expired)|invalid (?:key|token)|key is inactive|forbidden|access denied|blocked`,
      words`code: 10\d\d|personal token|no longer available`,
    ),
  ],
  [
    'method',
    any(
      words`method(?: \S+)? (?:does not|not|is not|is disabled|handler)|unsupported method|specify an address`,
      'not (?:allowed|permitted) to (?:access|call)|not included in your|does not support|is disabled',
    ),
  ],
  [
    'behind',
    any(
      words`header (?:for hash )?not found|unknown block|block (?:\S+ )?not found|could not find block`,
      words`no block(?: \S+)? found|unsupported block number|not currently canonical`,
    ),
  ],
]

/** The words of a provider that sells old blocks separately, for logs and for state. */
const ARCHIVE_REFUSED = any(
  words`archiv(?:e|al)\b.*(?:request|not (?:available|supported|included)|require|token|plan|upgrade)`,
  words`(?:need|requires?|only).*\barchive`,
)

/** Used if the words do not decide. */
const BY_CODE = new Map<number | string, RefusalKind>([
  [4444, 'pruned'],
  [429, 'rate'],
  [-32601, 'method'],
  [-32004, 'method'],
  [-32005, 'rate'],
  [-32007, 'rate'],
  [-32009, 'rate'],
  [-32015, 'timeout'],
  [-32016, 'rate'],
  [-32019, 'behind'],
  [-32020, 'range'],
  [-32029, 'rate'],
  [-32047, 'range'],
  [-32090, 'rate'],
  [-32614, 'range'],
  [26, 'behind'],
  [27, 'state'],
  [30, 'timeout'],
  [31, 'batch'],
  [35, 'range'],
])
const BY_STATUS = new Map<number, RefusalKind>([
  [401, 'credentials'],
  [402, 'plan'],
  [403, 'credentials'],
  [404, 'credentials'],
  [405, 'method'],
  [407, 'credentials'],
  [408, 'timeout'],
  [413, 'range'],
  [429, 'rate'],
  [504, 'timeout'],
  [524, 'timeout'],
])

function kindOf(text: string, { code, httpStatus }: NodeRefusal, asked: Asked): RefusalKind {
  const asksLogs = asked.methods?.includes('eth_getLogs') === true
  // Other nodes use the same words for a rate limit.
  if (/^limit exceeded\.?$/i.test(text) && asksLogs && isSeedWithoutLogs(asked.host ?? '')) return 'method'
  const byWords = BY_WORDS.find(([, pattern]) => pattern.test(text))?.[0]
  const isAboutSpeed = byWords === 'rate' || byWords === 'plan' || byWords === 'batch'
  if (ARCHIVE_REFUSED.test(text) && !isAboutSpeed) return asksLogs ? 'pruned' : 'state'
  return (
    byWords ??
    (code === null ? undefined : (BY_CODE.get(code) ?? BY_CODE.get(Number(code)))) ??
    (httpStatus === null ? undefined : BY_STATUS.get(httpStatus)) ??
    'broken'
  )
}

/** Removes line breaks, tags and control characters, because a node's words appear in log lines. */
function oneLine(message: string): string {
  return message
    .slice(0, 4_096)
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
