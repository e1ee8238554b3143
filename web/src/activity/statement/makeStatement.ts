/** Makes an account's statement in the browser, from the public history of the server and a block's hash from the node. */
import type { ActivityData } from '@galx/protocol/http/activity'
import {
  secondsOfYear,
  statementFile,
  type StatementAction,
  type StatementFormat,
} from '@galx/protocol/statement'
import type { HexString } from '@galx/protocol/webConfig'
import { ApiError, callServer } from '../../core/api/client.ts'
import { readRpc } from '../../core/chain/rpc.ts'

/** The most rows that the server gives in one answer. */
const PAGE = 100
/** Milliseconds until a refused page is requested again. All tries together take longer than the minute for which the server limits requests. */
const AFTER_LIMIT = 10_000
const TRIES = 8

/** @throws ApiError if the server does not answer, ChainUnreachableError if no node answers, Error if the server or the node has no block */
export async function makeStatement(
  { account, chainId }: { account: HexString; chainId: number },
  year: number,
  format: StatementFormat,
): Promise<string> {
  // Read first: every action up to this block is in the pages that are read afterwards.
  const { asOf } = await readPage(account, 1)
  if (asOf === null) throw new Error('the server has not read a block yet')
  const actions = await readActions(account, secondsOfYear(year)[0])
  const head = { chainId, account: account.toLowerCase(), year, block: asOf.block }
  return statementFile(format, { ...head, blockHash: await hashOf(asOf.block) }, actions)
}

/** @returns the actions since `since` (unix seconds), oldest first; may include some earlier actions */
async function readActions(account: HexString, since: number): Promise<StatementAction[]> {
  const newestFirst: StatementAction[] = []
  for (let cursor: string | undefined; ;) {
    const { list, nextCursor } = await readPage(account, PAGE, cursor)
    newestFirst.push(...list)
    const oldest = list[list.length - 1]
    if (nextCursor === null || oldest === undefined || oldest.at < since) return newestFirst.reverse()
    cursor = nextCursor
  }
}

/** A long history takes more requests than the server accepts in a minute. A refused page is requested again. */
async function readPage(address: HexString, limit: number, cursor?: string): Promise<ActivityData> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await callServer<ActivityData>('main', 'GET', '/api/accountActivity', {
        query: { address, limit, cursor },
        background: true,
      })
    } catch (error) {
      const isLimited = error instanceof ApiError && error.code === 429
      if (!isLimited || tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, AFTER_LIMIT))
    }
  }
}

async function hashOf(block: number): Promise<string> {
  const found = (await readRpc('eth_getBlockByNumber', [`0x${block.toString(16)}`, false])) as {
    hash?: unknown
  } | null
  if (typeof found?.hash !== 'string') throw new Error(`the node has no block ${block}`)
  return found.hash.toLowerCase()
}
