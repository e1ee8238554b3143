/**
 * The list of nodes. The first node that answers is used, and the others are its peers. A node that fails rests for a while, longer each time.
 * A node that did not answer at all is probed in the background, so that nobody waits for it. A node of another chain is never used: the chain
 * of each node is checked before the node's first answer counts, and again after the node did not answer.
 */
import { FatalError } from '../../platform/faults.ts'
import { NodeFaultError, smallest } from './fault.ts'
import type { Ask } from './jsonRpc.ts'
import { Backoff } from './backoff.ts'
import { NodeLimits } from './nodeLimits.ts'
import { readHeader, type Header } from './shapes.ts'

/** The only node, or more than half of all nodes, serve a chain that the deployment file does not name. A retry does not help. */
export class WrongChainError extends FatalError {
  override name = 'WrongChainError'
}

export type Endpoint = {
  name: string
  ask: Ask
  limits: NodeLimits
  /** like `ask`, but without the count in `asked`: rare questions to all nodes do not use up the budget of calls at the head */
  askApart: Ask
  /** calls of `ask` so far */
  asked: number
}
/** `limits`: the limits that `ask` keeps; without this field the node has no limits. */
export type ConfiguredNode = { name: string; ask: Ask; limits?: NodeLimits }

export class Endpoints {
  readonly #all: readonly Endpoint[]
  readonly #genesisHash: string
  readonly #checked = new Set<Endpoint>()
  readonly #foreign = new Set<Endpoint>()
  readonly #backoff: Backoff<Endpoint>

  /** @param clock milliseconds; monotonic */
  constructor(
    all: readonly ConfiguredNode[],
    genesisHash: string,
    clock: () => number = () => performance.now(),
  ) {
    if (all.length === 0) throw new TypeError('no RPC endpoint')
    this.#all = all.map(counted)
    this.#genesisHash = genesisHash
    this.#backoff = new Backoff(clock)
  }

  get size(): number {
    return this.#all.length
  }

  get all(): readonly Endpoint[] {
    return this.#all
  }

  /** Whether any node does not rest. */
  get anyAvailable(): boolean {
    return this.#all.some((endpoint) => this.#backoff.isAvailable(endpoint))
  }

  /**
   * The first node that does not rest. If all nodes rest, the node whose rest ends first. Its genesis block is compared once, and once more
   * after `recheck`.
   * @throws WrongChainError; NodeFaultError if the node does not answer, or serves a different chain from the other nodes
   */
  async use(signal: AbortSignal): Promise<Endpoint> {
    this.#probe(signal)
    const endpoint = this.#backoff.inOrder(this.#all)[0]!
    await this.ask(endpoint, () => Promise.resolve(), signal)
    return endpoint
  }

  /** Every node that does not rest, except `asked`. */
  peers(asked: Endpoint | string, signal: AbortSignal): Endpoint[] {
    this.#probe(signal)
    return this.#all.filter(
      (endpoint) => this.#backoff.isAvailable(endpoint) && endpoint !== asked && endpoint.name !== asked,
    )
  }

  /** The node with this name, if the node is configured and does not rest. */
  named(name: string): Endpoint[] {
    return this.#all.filter((endpoint) => endpoint.name === name && this.#backoff.isAvailable(endpoint))
  }

  /** Checks the chain of one node, asks the node, and records a failure. @throws WrongChainError, NodeFaultError */
  async ask<Answer>(
    endpoint: Endpoint,
    request: (ask: Ask) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    try {
      await this.#check(endpoint, signal)
      const answer = await request(endpoint.ask)
      return answer
    } catch (error) {
      if (error instanceof NodeFaultError) {
        error.node ??= endpoint.name
        if (!signal.aborted) this.recordFailure(endpoint, error)
      }
      throw error
    }
  }

  /** The node has answered a real request, so its faults are forgotten. */
  recordSuccess(endpoint: Endpoint): void {
    this.#backoff.recordSuccess(endpoint)
  }

  recordFailure(endpoint: Endpoint, fault: NodeFaultError): void {
    if (!this.#backoff.recordFailure(endpoint, fault)) return
    // A node that answers again may serve another chain. Blocks of another chain must not count as ours.
    if (fault.kind === 'unreachable') this.#checked.delete(endpoint)
  }

  /** Has the genesis block of every node checked again. A node that gave an impossible answer may now serve another chain. */
  recheck(): void {
    this.#checked.clear()
  }

  #probe(signal: AbortSignal): void {
    this.#backoff.probe((endpoint) => this.#check(endpoint, signal))
  }

  async #check(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    if (this.#checked.has(endpoint)) return
    const [genesis] = await smallest(
      endpoint.ask([{ method: 'eth_getBlockByNumber', params: ['0x0', false] }], signal),
    )
    const { hash } = readHeader(genesis)
    if (hash !== this.#genesisHash) {
      this.#foreign.add(endpoint)
      const message = `${endpoint.name} serves a chain with genesis ${hash}, but the deployment file names ${this.#genesisHash}`
      if (this.#foreign.size > this.#all.length / 2) throw new WrongChainError(message)
      throw new NodeFaultError('foreign', message)
    }
    this.#foreign.delete(endpoint)
    this.#checked.add(endpoint)
  }

  /**
   * Asks all nodes the same question at once, resting nodes too. For questions that no single node may decide.
   * @returns each node's answer, or its fault
   */
  async everyone<Answer>(
    request: (ask: Ask) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<({ node: string; answer: Answer } | { node: string; fault: NodeFaultError })[]> {
    return Promise.all(
      this.#all.map(async (endpoint) => {
        const node = endpoint.name
        try {
          await this.#check(endpoint, signal)
          return { node, answer: await request(endpoint.askApart) }
        } catch (error) {
          if (!(error instanceof NodeFaultError)) throw error
          return { node, fault: error }
        }
      }),
    )
  }

  /** Every node's header of a block, to decide whether a mismatch is one node's fault. Nodes that do not answer are left out. */
  async allOn(number: number, signal: AbortSignal): Promise<Header[]> {
    const params = [`0x${number.toString(16)}`, false]
    const words = await this.everyone(
      async (ask) => readHeader((await ask([{ method: 'eth_getBlockByNumber', params }], signal))[0]),
      signal,
    )
    return words.flatMap((word) => ('answer' in word ? [word.answer] : []))
  }
}

function counted({ name, ask, limits = new NodeLimits() }: ConfiguredNode): Endpoint {
  const endpoint: Endpoint = {
    name,
    limits,
    asked: 0,
    askApart: ask,
    ask: (calls, ...rest) => {
      endpoint.asked += calls.length
      return ask(calls, ...rest)
    },
  }
  return endpoint
}

/** @returns the newest finalised block; null while the chain has none @throws NodeFaultError */
export async function finalisedHeader(ask: Ask, signal: AbortSignal): Promise<Header | null> {
  const [answer] = await smallest(
    ask([{ method: 'eth_getBlockByNumber', params: ['finalized', false] }], signal),
  )
  try {
    return readHeader(answer)
  } catch (error) {
    if (error instanceof NodeFaultError && error.kind === 'behind') return null
    throw error
  }
}
