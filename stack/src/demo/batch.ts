/** Signed transactions of many accounts, mined block by block at chosen times. */
import type { Address, Hex, LocalAccount } from 'viem'
import { rpc, rpcBatch } from '../chain/rpc.ts'

const GAS_LIMIT = 400_000n
/**
 * The first transaction of a block pays the highest price, and each following transaction a wei less, because the node orders a block by
 * price. The same transactions therefore make the same block on every node.
 */
const GAS_PRICE = 1_000_000_000n
/** keeps a block below the node's gas limit of 30 million */
const TRANSACTIONS_A_BLOCK = 70

export type DemoTransaction = { from: LocalAccount; to: Address; data: Hex; what: string }

export class Batch {
  readonly #rpcUrl: string
  readonly #chainId: number
  readonly #nonces = new Map<Address, number>()

  constructor(rpcUrl: string, chainId: number) {
    this.#rpcUrl = rpcUrl
    this.#chainId = chainId
  }

  /**
   * Sends the transactions in their order and mines them.
   * @param timestamp of the first block, unix seconds; every following block is a second later
   * @returns the last block's timestamp
   * @throws Error that names the first failed transaction
   */
  async mine(transactions: readonly DemoTransaction[], timestamp: number): Promise<number> {
    let at = timestamp
    for (let start = 0; start < transactions.length; start += TRANSACTIONS_A_BLOCK) {
      if (start > 0) at++
      await this.#mineOne(transactions.slice(start, start + TRANSACTIONS_A_BLOCK), at)
    }
    return at
  }

  async #mineOne(transactions: readonly DemoTransaction[], timestamp: number): Promise<void> {
    const signed: Hex[] = []
    for (const [index, transaction] of transactions.entries())
      signed.push(await this.#sign(transaction, GAS_PRICE - BigInt(index)))
    const hashes = await rpcBatch<Hex>(
      this.#rpcUrl,
      signed.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] })),
    )
    await rpc(this.#rpcUrl, 'evm_mine', timestamp)
    const receipts = await rpcBatch<{ status: Hex } | null>(
      this.#rpcUrl,
      hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    receipts.forEach((receipt, index) => {
      if (receipt?.status === '0x1') return
      const fate = receipt ? 'was reverted' : 'was not mined'
      throw new Error(`Demo data: "${transactions[index]!.what}" ${fate} (${hashes[index]}).`)
    })
  }

  async #sign({ from, to, data }: DemoTransaction, gasPrice: bigint): Promise<Hex> {
    let nonce = this.#nonces.get(from.address)
    if (nonce === undefined) {
      const count = await rpc<Hex>(this.#rpcUrl, 'eth_getTransactionCount', from.address, 'latest')
      nonce = Number.parseInt(count, 16)
    }
    this.#nonces.set(from.address, nonce + 1)
    return from.signTransaction({
      type: 'legacy',
      chainId: this.#chainId,
      nonce,
      to,
      data,
      gas: GAS_LIMIT,
      gasPrice,
    })
  }
}
