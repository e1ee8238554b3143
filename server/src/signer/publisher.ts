/**
 * Sends epochs' hashes to EpochLog. The contract accepts only the next epochs, so it refuses the second of two equal transactions from any
 * sender. Several processes may have the key. Each process uses the account's next nonce, so only one of two transactions remains.
 */
import { encodeFunctionData, parseSignature, serializeTransaction, type Address, type Hex } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { remoteTransactionOf, signedBytesOf, type RemoteTransaction } from '@galx/protocol/remoteSigning'
import { gasLimitOf } from '@galx/protocol/transactionGas'
import { keccak } from '../chain/rpc/keccak.ts'
import { firstAnswering } from '../chain/rpc/nodes.ts'
import { wholeOf } from '../chain/rpc/quantity.ts'
import { RetryableError } from '../platform/faults.ts'
import type { SignerChain } from './chainFacts.ts'
import { askRemote } from './signing/remoteSigner.ts'
import { addressOfKey, signDigest } from './signing/localSigner.ts'

type Publication = { first: number; hashes: readonly Hex[]; blockNumbers: readonly number[] }

/** The key that signs the transactions. */
export type PublisherKey = {
  /** lower case; null: a remote signer's key, which may be any address that the contract names */
  address: Address | null
  sign(transaction: PublicationTransaction): Promise<Hex>
}

type PublicationTransaction = Omit<RemoteTransaction, 'value'>

/**
 * The key may not publish, the account has no coin for gas, or no block includes the transaction. The fault is reported, and the next turn
 * tries again.
 */
class PublicationError extends RetryableError {
  override name = 'PublicationError'
}

export function localPublisher(key: Hex): PublisherKey {
  const bytes = Buffer.from(key.slice(2), 'hex')
  return {
    address: addressOfKey(key),
    sign: async ({ from: _from, ...rest }) => {
      const transaction = { ...rest, type: 'legacy' } as const
      const signature = signDigest(bytes, keccak(serializeTransaction(transaction)))
      return serializeTransaction(transaction, parseSignature(signature))
    },
  }
}

/** Signs by `eth_signTransaction`. */
export function remotePublisher(url: string): PublisherKey {
  const remote = firstAnswering([url])
  return {
    address: null,
    sign: async (transaction) => {
      const answer = await askRemote(remote, 'eth_signTransaction', [remoteTransactionOf(transaction)])
      const raw = signedBytesOf(answer)
      if (raw === null) throw new PublicationError('the remote signer gave no signed transaction')
      return raw
    },
  }
}

/** Milliseconds after which a transaction that is in no block is sent again at a higher gas price. */
const RESEND_AFTER = 60_000
/** Highest gas price, as a multiple of the suggested price. A transaction at this price does not wait because of the price. */
const MOST_OFFERED = 10n

export type Publisher = {
  /**
   * Sends a publication, unless a publication is pending.
   * @param publisher the address that the contract names
   * @returns the transaction's hash; null if an earlier transaction may still be mined
   * @throws PublicationError, also if an earlier transaction still waits at the highest gas price
   */
  publish(publication: Publication, publisher: Address): Promise<Hex | null>
  /** the transaction of this process that published an epoch; null: there is none */
  transactionOf(epoch: number): Hex | null
}

/** @param clock milliseconds, monotonic */
export function createPublisher(
  chain: SignerChain,
  key: PublisherKey,
  place: { chainId: number; epochLog: Address },
  clock: () => number = () => performance.now(),
): Publisher {
  let inFlight: { first: number; nonce: number; at: number; gasPrice: bigint; raw: Hex } | null = null
  const transactions = new Map<number, Hex>()

  /** Sends the same transaction again, because nodes may have dropped it. A node that still has the transaction refuses it. */
  const sendAsItIs = async (raw: Hex): Promise<void> => {
    try {
      await chain.ask('eth_sendRawTransaction', [raw])
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error
    }
  }

  return {
    async publish({ first, hashes, blockNumbers }, publisher) {
      if (key.address !== null && key.address !== publisher)
        throw new PublicationError(`EpochLog’s publisher is ${publisher}, but this key is ${key.address}`)
      if (inFlight?.first === first && clock() - inFlight.at < RESEND_AFTER) return null
      const data = encodeFunctionData({
        abi: epochLogAbi,
        functionName: 'publish',
        args: [BigInt(first), hashes, blockNumbers.map(BigInt)],
      })
      const call = { from: publisher, to: place.epochLog, data }
      const nonce = await askWhole(chain, 'eth_getTransactionCount', [publisher, 'latest'])
      const offered = await chain.gasPrice()
      // Nodes replace a waiting transaction only by a transaction that pays an eighth more.
      const again = inFlight?.nonce === nonce ? (inFlight.gasPrice * 9n) / 8n + 1n : 0n
      if (inFlight !== null && again > offered * MOST_OFFERED) {
        await sendAsItIs(inFlight.raw)
        throw new PublicationError(
          `the transaction of nonce ${nonce} is in no block, although its gas price is ${inFlight.gasPrice} wei and nodes suggest ${offered}`,
        )
      }
      // The estimate fails if the contract would refuse the call. Waiting transactions are not counted: they may already publish the same
      // epochs.
      const gas = gasLimitOf(BigInt(await askWhole(chain, 'eth_estimateGas', [call, 'latest'])))
      const gasPrice = offered > again ? offered : again
      const raw = await key.sign({
        ...call,
        chainId: place.chainId,
        nonce,
        gas,
        gasPrice,
      })
      await chain.ask('eth_sendRawTransaction', [raw])
      // The hash is computed here, because a node may return another hash.
      const hash = keccak(raw)
      inFlight = { first, nonce, at: clock(), gasPrice, raw }
      for (const index of hashes.keys()) transactions.set(first + index, hash)
      return hash
    },
    transactionOf: (epoch) => transactions.get(epoch) ?? null,
  }
}

/** @throws PublicationError if the answer is not a number: a node may answer with anything */
async function askWhole(chain: SignerChain, method: string, params: readonly unknown[]): Promise<number> {
  const whole = wholeOf(await chain.ask(method, params))
  if (whole === null) throw new PublicationError(`a node’s answer to ${method} is not a number`)
  return whole
}
