/**
 * Gives the stack's blocks validators: a header has the block's own state root, and votes of the test's own validators in its extraData. The
 * state and its proofs come from the stack's node.
 */
import type { Page } from '@playwright/test'
import type { Checkpoint } from '@galx/protocol/release'
import { numberToHex } from 'viem'
import { readHeader } from '../../web/src/core/lightclient/header.ts'
import { attestationOf, extraData, members, namedIn } from '../../web/test/core/lightclient/chainOfVotes.ts'
import type { Chain } from './chain.ts'

type Json = Record<string, string>
/** Changes an answer of the node. */
export type Change = (method: string, params: readonly unknown[], result: unknown) => unknown

/** The light client asks for a header, and for the whole block if the node has no such header yet. */
export const BY_NUMBER = ['eth_getHeaderByNumber', 'eth_getBlockByNumber']
const EPOCH = 1_000
const VALIDATORS = members('e2e', 21)
const TURN_LENGTH = 8
/** All but the last of the validators vote. */
const VOTERS = (1n << 20n) - 1n

export type VotedNode = { checkpoint: Checkpoint; header(number: number): Promise<Json | null> }

export async function createVotedNode({ client }: Chain): Promise<VotedNode> {
  const start = await client.getBlock()
  const first = Number(start.number) - (Number(start.number) % EPOCH)
  const made = new Map<number, Promise<Json | null>>()

  async function make(number: number): Promise<Json | null> {
    const request = { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }
    const block = await client.request<{ ReturnType: Json | null }>(request as never)
    if (block === null) return null
    const { hash: _, ...own } = block
    // The embedded chain's first block is older than a checkpoint may be.
    const header: Json = {
      ...own,
      extraData: extraData(
        number % EPOCH === 0 ? namedIn(VALIDATORS, TURN_LENGTH) : '0x',
        await attestation(number),
      ),
      ...(number > Number(start.number) && { parentHash: (await place(number - 1)).hash }),
      ...(number === first && { timestamp: numberToHex(start.timestamp) }),
    }
    return { ...header, hash: readHeader(header).hash }
  }

  async function attestation(number: number) {
    if (number < Number(start.number) + 2 && number % EPOCH !== 2) return '0x'
    const [source, target] = await Promise.all([place(number - 2), place(number - 1)])
    return attestationOf(source, target, VALIDATORS, VOTERS)
  }

  async function place(number: number) {
    return { number, hash: readHeader(await header(number)).hash }
  }

  function header(number: number): Promise<Json | null> {
    const known = made.get(number)
    if (known !== undefined) return known
    const making = make(number)
    made.set(number, making)
    // A block that does not exist yet is asked for again.
    void making.then((one) => one === null && made.delete(number))
    return making
  }

  const { hash, time } = readHeader(await header(first))
  return { checkpoint: { number: first, hash, time }, header }
}

/** From now on the page's node gives headers with votes. `change` falsifies answers. */
export async function nodeWithVotes(
  page: Page,
  rpcUrl: string,
  node: VotedNode,
  change: Change,
): Promise<void> {
  await page.route(
    (url) => url.port === new URL(rpcUrl).port,
    async (route) => {
      const request = route.request()
      if (request.method() !== 'POST') return route.continue()
      const { id, method, params } = request.postDataJSON() as {
        id: number
        method: string
        params: unknown[]
      }
      if (BY_NUMBER.includes(method) && String(params[0]).startsWith('0x')) {
        const result = change(method, params, await node.header(Number(params[0])))
        return route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: { jsonrpc: '2.0', id, result },
        })
      }
      const response = await route.fetch()
      const json = (await response.json()) as { result?: unknown }
      return route.fulfill({ response, json: { ...json, result: change(method, params, json.result) } })
    },
  )
}

/** The hex text with one bit of its byte `at` changed; a negative number counts from the end. */
export function flipped(hex: string, at: number): string {
  const bytes = Buffer.from(hex.slice(2), 'hex')
  const index = at < 0 ? bytes.length + at : at
  bytes[index]! ^= 1
  return `0x${bytes.toString('hex')}`
}
