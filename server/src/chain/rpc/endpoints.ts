/** The list of nodes: one is used until it fails, then the next. A node of another chain is never used. */
import { LastingFault } from '../../platform/faults.ts'
import { RpcFault } from './fault.ts'
import type { Ask } from './jsonRpc.ts'
import { readHeader, type Header } from './shapes.ts'

/** The node serves another chain than the deployment file names: nothing to retry. */
export class ForeignChain extends LastingFault {
  override name = 'ForeignChain'
}

export type Endpoint = { name: string; ask: Ask }

export class Endpoints {
  readonly #all: readonly Endpoint[]
  readonly #genesisHash: string
  readonly #checked = new Set<Endpoint>()
  #current = 0

  constructor(all: readonly Endpoint[], genesisHash: string) {
    if (all.length === 0) throw new TypeError('no RPC endpoint')
    this.#all = all
    this.#genesisHash = genesisHash
  }

  get size(): number {
    return this.#all.length
  }

  /** The next node becomes the one in use. */
  rotate(): void {
    this.#current = (this.#current + 1) % this.#all.length
  }

  /**
   * The node in use, its genesis block compared once, and once more after `recheck`.
   * @throws ForeignChain when it serves another chain; RpcFault when it does not answer
   */
  async use(signal: AbortSignal): Promise<Endpoint> {
    const endpoint = this.#all[this.#current]!
    await this.#check(endpoint, signal)
    return endpoint
  }

  async #check(endpoint: Endpoint, signal: AbortSignal): Promise<void> {
    if (this.#checked.has(endpoint)) return
    const [genesis] = await endpoint.ask([{ method: 'eth_getBlockByNumber', params: ['0x0', false] }], signal)
    const { hash } = readHeader(genesis)
    if (hash !== this.#genesisHash)
      throw new ForeignChain(
        `${endpoint.name} serves a chain with genesis ${hash}, the deployment file names ${this.#genesisHash}`,
      )
    this.#checked.add(endpoint)
  }

  /** After a node was away, or tells what cannot be, it may serve another chain than before. */
  recheck(): void {
    this.#checked.clear()
  }

  /**
   * Every node's word on a block, for deciding whether a mismatch is one node's fault. Nodes that do not answer are left out.
   */
  async allOn(number: number, signal: AbortSignal): Promise<Header[]> {
    const answers = await Promise.allSettled(
      this.#all.map(async (endpoint) => {
        await this.#check(endpoint, signal)
        const [header] = await endpoint.ask(
          [{ method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, false] }],
          signal,
        )
        return readHeader(header)
      }),
    )
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }
}

/** @returns the newest finalised block; null while the chain has none @throws RpcFault */
export async function finalisedHeader(ask: Ask, signal: AbortSignal): Promise<Header | null> {
  const [answer] = await ask([{ method: 'eth_getBlockByNumber', params: ['finalized', false] }], signal)
  try {
    return readHeader(answer)
  } catch (error) {
    if (error instanceof RpcFault && error.kind === 'behind') return null
    throw error
  }
}
