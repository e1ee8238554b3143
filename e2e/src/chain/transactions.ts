/** The chain's blocks and transactions: mining, and an account's transactions before and after they are mined. */
import type { Address, Hash, Hex } from 'viem'
import type { Connection } from './connection.ts'

export function mining({ client }: Connection) {
  return {
    /** Stops mining until `resumeMining`: transactions stay pending. */
    holdMining: () => client.setAutomine(false),
    /** Mines a block now; the stack mines further blocks as usual. */
    resumeMining: () => client.mine({ blocks: 1 }),
  }
}

export function transactionReads({ client }: Connection) {
  return {
    /** The account's transactions that are in no block yet. */
    async pendingOf(account: Address) {
      const { pending } = await client.getTxpoolContent()
      const own = Object.entries(pending).find(([from]) => from.toLowerCase() === account.toLowerCase())
      return Object.values(own?.[1] ?? {}).map(({ hash, to, input, nonce }) => ({
        hash,
        to,
        input,
        nonce: Number(nonce),
      }))
    },
    transactionCount: (account: Address) => client.getTransactionCount({ address: account }),
    /** The account's transactions on the chain, newest first, found in the blocks themselves. */
    async transactionsOf(account: Address, fromBlock: bigint) {
      const found: { hash: Hash; to: Address | null; input: Hex }[] = []
      const head = await client.getBlockNumber({ cacheTime: 0 })
      for (let number = head; number >= fromBlock; number -= 1n) {
        const block = await client.getBlock({ blockNumber: number, includeTransactions: true })
        for (const transaction of block.transactions)
          if (transaction.from.toLowerCase() === account.toLowerCase())
            found.push({ hash: transaction.hash, to: transaction.to, input: transaction.input })
      }
      return found
    },
  }
}
