import { type RefusalKind, sortRefusal } from '@galx/protocol/nodeRefusals'
import type { HexString } from '@galx/protocol/webConfig'
import { NodeRefusedError, readRpc } from '../chain/rpc.ts'

export type MinedTransaction = {
  hash: HexString
  from: HexString
  to: HexString | null
  nonce: HexString
  input: HexString
}

/** The number of blocks in 50 s. Nodes keep the state of a block only a few seconds longer than that. */
const RECENT_BLOCKS = 110n

/**
 * The transaction that used `account`'s nonce `nonce`. A binary search over the account's transaction count finds the
 * block with a few requests.
 * @returns null if no block shows the transaction: the transaction is too old, or the node counts the transaction before the node shows its block
 * @throws if no node answers now: it is then unknown whether the transaction can be found
 */
export async function findReplacement(
  account: HexString,
  nonce: number,
  sentBlock: bigint | null,
): Promise<MinedTransaction | null> {
  const head = BigInt((await readRpc('eth_blockNumber', [])) as string)
  const oldest = head > RECENT_BLOCKS ? head - RECENT_BLOCKS : 0n
  let before = sentBlock !== null && sentBlock > oldest ? sentBlock : oldest
  const usedAt = async (block: bigint) =>
    Number(await readRpc('eth_getTransactionCount', [account, `0x${block.toString(16)}`])) > nonce
  try {
    if (before > 0n && (await usedAt(before))) return null
    let after = head
    while (after - before > 1n) {
      const middle = (before + after) / 2n
      if (await usedAt(middle)) after = middle
      else before = middle
    }
    const block = (await readRpc('eth_getBlockByNumber', [`0x${after.toString(16)}`, true])) as {
      transactions: MinedTransaction[]
    } | null
    return (
      block?.transactions.find(
        (item) => item.from.toLowerCase() === account && Number(item.nonce) === nonce,
      ) ?? null
    )
  } catch (error) {
    if (error instanceof NodeRefusedError && !isPassing(error)) return null
    throw error
  }
}

const PASSING: readonly RefusalKind[] = ['rate', 'plan', 'timeout']

/** Whether the node may answer at another time. Any other refusal means that the node has no states of old blocks. */
function isPassing({ code, message }: NodeRefusedError): boolean {
  return PASSING.includes(sortRefusal({ code, message, httpStatus: null, retryAfter: null }).kind)
}
