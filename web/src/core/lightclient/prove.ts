/** The worker's work without its messages: follows the chain's validators, and proves accounts at one of their final blocks. */
import { sortRefusal, type RefusalKind } from '@galx/protocol/nodeRefusals'
import type { Checkpoint } from '@galx/protocol/release'
import { keccak256, type Hex } from 'viem'
import { createFollower } from './follow.ts'
import { InvalidAnswerError } from './header.ts'
import { provenState, type AccountState } from './state.ts'

export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The node answered with an error. */
export class NodeRefusalError extends Error {
  override readonly name = 'NodeRefusalError'
  /** @param code of the JSON-RPC error; null: none. @param httpStatus null: unknown */
  constructor(
    message: string,
    readonly code: number | string | null = null,
    readonly httpStatus: number | null = null,
  ) {
    super(message)
  }
}
/** The node gives no proofs, or no proofs at this block. */
export class NoProofsError extends Error {
  override readonly name = 'NoProofsError'
}

export type AskedAccount = { address: Hex; slots: readonly Hex[]; withCode: boolean }
export type ProvenAccount = AccountState & { code: Hex | null }
export type ProvenBlock = {
  number: number
  hash: Hex
  /** unix seconds */
  time: number
  voters: number
  validators: number
  accounts: ProvenAccount[]
}

/** Milliseconds between two requests for a block, and the number of requests. A block's votes come two blocks later, usually within a second. */
const PAUSE = 500
const QUESTIONS = 10

/** Seconds after which a block's state is no longer current. */
const STALE = 600

export function createProver(checkpoint: Checkpoint, rpc: Rpc, now: number) {
  let shortHeaders = true
  const ask = async (number: number) => {
    const at = hexOf(number)
    if (shortHeaders)
      try {
        const answer = await rpc('eth_getHeaderByNumber', [at])
        if (answer !== null) return answer
      } catch (error) {
        if (!(error instanceof NodeRefusalError) || isTemporary(error)) throw error
        // Not every provider has the method. A whole block has the same header and is five times as large.
        shortHeaders = false
      }
    return rpc('eth_getBlockByNumber', [at, false])
  }
  const header = async (number: number) => {
    for (let asked = 1; ; asked += 1) {
      const answer = await ask(number).catch((error: unknown) => {
        if (asked < QUESTIONS && isTemporary(error)) return null
        throw error
      })
      if (answer !== null || asked === QUESTIONS) return answer
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
  const follower = createFollower(checkpoint, header, now)

  return {
    /** Follows up to the epoch of the node's newest block, so that a block can be proven while nodes still keep its state. */
    async follow(progress: (done: number, all: number) => void): Promise<void> {
      const newest = Number(await rpc('eth_blockNumber', []))
      // The first blocks of an epoch may not be final yet.
      await follower.followTo(newest - 8, progress)
    },

    /** @throws InvalidAnswerError if the node's answers do not prove the accounts, NoProofsError if the node gives no proofs */
    async prove(block: number, asked: readonly AskedAccount[]): Promise<ProvenBlock> {
      await follower.followTo(block)
      const { header: final, voters, validators } = await follower.finalBlock(block)
      if (final.time < now - STALE) throw new InvalidAnswerError('old', 'the block is too old')
      const at = hexOf(block)
      const accounts = await Promise.all(
        asked.map(async ({ address, slots, withCode }) => {
          const [proof, code] = await Promise.all([
            rpc('eth_getProof', [address, slots, at]).catch(noProofs),
            withCode ? rpc('eth_getCode', [address, at]).catch(noProofs) : null,
          ])
          const state = provenState(final.stateRoot, address, slots, proof)
          if (code !== null && keccak256(code as Hex) !== state.codeHash)
            throw new InvalidAnswerError('code', `${address} has different code`)
          return { ...state, code: code as Hex | null }
        }),
      )
      return { number: block, hash: final.hash, time: final.time, voters, validators, accounts }
    },
  }
}

/** Refusals that say nothing about the method: the same request may be answered a moment later. */
const TEMPORARY: readonly RefusalKind[] = ['rate', 'plan', 'timeout', 'behind']

function isTemporary(error: unknown): boolean {
  if (!(error instanceof NodeRefusalError)) return false
  const { message, code, httpStatus } = error
  return TEMPORARY.includes(sortRefusal({ httpStatus, code, message, retryAfter: null }).kind)
}

function noProofs(error: unknown): never {
  throw error instanceof NodeRefusalError && !isTemporary(error) ? new NoProofsError(error.message) : error
}

function hexOf(number: number): Hex {
  return `0x${number.toString(16)}`
}
