/**
 * Real contracts on the model chain. Each block of anvil becomes the model's first block in the same second, or the block right after the
 * previous block of anvil. So a year on anvil is a year of the model, and the model adds all blocks in between, like a real chain. Code, state
 * and transactions are anvil's own.
 */
import { hex, type ModelChain } from '../chain.ts'
import { BLOCK_PARAMETER, firstFrom, NodeError, type Feed, type FeedLog } from '../feed.ts'

type AnvilBlock = { block: number; anvil: number; time: number }
type AnvilLog = {
  blockNumber: string
  address: string
  topics: string[]
  data: string
  transactionHash: string
}

export class AnvilFeed implements Feed {
  readonly #url: string
  #place: Pick<ModelChain, 'firstAt' | 'hashOf' | 'timeOf'> | null = null
  #blocks: AnvilBlock[] = []
  #logs: FeedLog[] = []
  #requests = 0

  /** @param url of an anvil. If anvil has more than two blocks in one second, the model's times are later than anvil's */
  constructor(url: string) {
    this.#url = url
  }

  /**
   * Takes over the blocks that anvil has mined since the last call. Move the model's head afterwards, because blocks behind a head must not change.
   * @returns the model's block of anvil's newest block
   * @throws Error if a block would lie at the head or behind it
   */
  async take(chain: ModelChain): Promise<number> {
    this.#place = chain
    const from = (this.#blocks.at(-1)?.anvil ?? -1) + 1
    const newest = Number(await this.#ask('eth_blockNumber', []))
    for (let anvil = from; anvil <= newest; anvil += 1) {
      const { timestamp } = (await this.#ask('eth_getBlockByNumber', [hex(anvil), false])) as {
        timestamp: string
      }
      const time = Number(timestamp)
      const before = this.#blocks.at(-1)
      const block = Math.max(chain.firstAt(time), (before?.block ?? -1) + 1)
      if (block <= chain.head)
        throw new Error(
          `anvil's block ${anvil} would be the model's block ${block}, which is not after its head ${chain.head}`,
        )
      this.#blocks.push({ block, anvil, time })
    }
    if (newest >= from) {
      const range = { fromBlock: hex(from), toBlock: hex(newest) }
      for (const log of (await this.#ask('eth_getLogs', [range])) as AnvilLog[])
        this.#logs.push({
          block: this.#blocks[Number(log.blockNumber)]!.block,
          address: log.address.toLowerCase(),
          topics: log.topics,
          data: log.data,
          transactionHash: log.transactionHash,
        })
    }
    return this.#blocks.at(-1)!.block
  }

  /** @returns the model's block of an anvil block */
  blockOf(anvil: number): number {
    const found = this.#blocks[anvil]
    if (found === undefined) throw new Error(`anvil's block ${anvil} is not taken over`)
    return found.block
  }

  logs(from: number, to: number): readonly FeedLog[] {
    return this.#logs.slice(firstFrom(this.#logs, from), firstFrom(this.#logs, to + 1))
  }

  async answer(method: string, params: readonly unknown[], block: number): Promise<unknown> {
    const place = this.#blocks[Math.max(0, firstFrom(this.#blocks, block + 1) - 1)]
    if (place === undefined) throw new Error('no block of anvil is taken over yet')
    const forwarded = [...params]
    const at = BLOCK_PARAMETER[method]
    if (at !== undefined) forwarded[at] = hex(place.anvil)
    // The contracts see the model's block and time instead of anvil's: the last parameter overrides both. The third parameter overrides state.
    if (method === 'eth_call') {
      forwarded[2] ??= {}
      forwarded[3] = { number: hex(block), time: hex(Math.floor(this.#place!.timeOf(block) / 1000)) }
    }
    return this.#inModel(await this.#ask(method, forwarded))
  }

  /** Replaces anvil's block numbers and hashes in receipts and transactions with the model's. */
  #inModel(answer: unknown): unknown {
    if (Array.isArray(answer)) return answer.map((item) => this.#inModel(item))
    if (typeof answer !== 'object' || answer === null) return answer
    const fields = Object.entries(answer).map(([name, value]) => [name, this.#inModel(value)])
    const renamed = Object.fromEntries(fields) as Record<string, unknown>
    if (typeof renamed.blockNumber === 'string' && renamed.blockHash !== undefined) {
      const block = this.blockOf(Number(renamed.blockNumber))
      renamed.blockNumber = hex(block)
      renamed.blockHash = this.#place!.hashOf(block)
    }
    return renamed
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    this.#requests += 1
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: this.#requests, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result?: unknown
      error?: { code: number; message: string; data?: unknown }
    }
    if (error) throw new NodeError(error.code, error.message, error.data)
    return result
  }
}
