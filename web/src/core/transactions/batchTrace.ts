/** Searches for transactions of a batch that a wallet may have sent although it answered with an error. */
import { errorCode } from '@galx/protocol/walletErrors'
import { readRpc } from '../chain/rpc.ts'
import type { Eip1193Provider } from '../wallet/eip1193.ts'
import { withTimeout, READ_TIMEOUT } from '../wallet/answerTimeout.ts'
import { readBatchStatus } from './batchStatus.ts'
import { UNKNOWN_BATCH } from './walletBatches.ts'

/** The number of polls, and the milliseconds between two polls. A node may show a transaction only a moment after the wallet has sent it. */
const POLLS = 3
const POLL_EVERY = 1_000

/** The number of the account's transactions that the nodes know, mined or not; null if no node answers. */
export async function countSent(account: string): Promise<number | null> {
  const count = await readRpc('eth_getTransactionCount', [account, 'pending']).catch(() => null)
  return count === null ? null : Number(count)
}

/**
 * `taken`: the wallet knows the batch, so the batch can be followed. `unclear`: some calls may have been sent. `none`: nothing was sent.
 * @param sentBefore see countSent
 */
export async function traceBatch(
  provider: Eip1193Provider,
  { id, account, sentBefore }: { id: string; account: string; sentBefore: number | null },
): Promise<'taken' | 'unclear' | 'none'> {
  for (let polls = 1; ; polls += 1) {
    const said = await askStatus(provider, id)
    if (said === 'taken') return 'taken'
    const sent = await countSent(account)
    if (sent !== null && sentBefore !== null && sent > sentBefore) return 'unclear'
    if (polls === POLLS) {
      if (said === 'unknown') return 'none'
      return sent === null || sentBefore === null || (await hasCode(account)) ? 'unclear' : 'none'
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY))
  }
}

/** Whether the account is a contract, or may be: the number of its transactions does not count what others send for the account. */
async function hasCode(account: string): Promise<boolean> {
  const code = await readRpc('eth_getCode', [account, 'latest']).catch(() => null)
  return code !== '0x'
}

async function askStatus(provider: Eip1193Provider, id: string): Promise<'taken' | 'unknown' | null> {
  try {
    const asked = provider.request({ method: 'wallet_getCallsStatus', params: [id] })
    return readBatchStatus(await withTimeout(asked, READ_TIMEOUT)) === null ? null : 'taken'
  } catch (error) {
    return errorCode(error) === UNKNOWN_BATCH ? 'unknown' : null
  }
}
