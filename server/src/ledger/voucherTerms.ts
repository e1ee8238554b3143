/** The terms of RewardVouchers that apply to all accounts: which vouchers it pays, and the end of a pause. */
import { encodeFunctionData, type Address, type Hex } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { ChainUnavailableError, type ChainReader } from '../chain/chainReader.ts'
import { ttlCache } from '../platform/ttlCache.ts'

export type VoucherTerms = {
  /** the nonce of the vouchers that are paid; null: a signer is disabled, and no voucher is paid */
  signersNonce: bigint | null
  /** the end of a pause (unix seconds); 0: no pause */
  pausedUntil: bigint
}

/** Milliseconds for which an answer or an error is used for all callers. */
const FRESH = 1_000

/** The largest time that a Date can hold, unix seconds. */
const LAST_TIME = 8_640_000_000_000n

/**
 * Asks at most once a second, however many callers need the answer. These requests count against no caller.
 * @param chain without a limit on requests
 * @param clock milliseconds, monotonic
 */
export function watchVoucherTerms(
  chain: ChainReader,
  contract: Address,
  clock: () => number = () => performance.now(),
): () => Promise<VoucherTerms> {
  const read = async (): Promise<VoucherTerms> => {
    const abi = rewardVouchersAbi
    const [signer, coSigner, signersNonce, pausedUntil] = await Promise.all([
      askVouchers(chain, contract, encodeFunctionData({ abi, functionName: 'signer' })),
      askVouchers(chain, contract, encodeFunctionData({ abi, functionName: 'coSigner' })),
      askVouchers(chain, contract, encodeFunctionData({ abi, functionName: 'signersNonce' })),
      askVouchers(chain, contract, encodeFunctionData({ abi, functionName: 'pausedUntil' })),
    ])
    if (pausedUntil > LAST_TIME) throw new ChainUnavailableError('the node returns no valid end of a pause')
    return { signersNonce: signer === 0n || coSigner === 0n ? null : signersNonce, pausedUntil }
  }
  return ttlCache(FRESH, read, clock)
}

/** Reads a number from the contract. @throws ChainUnavailableError */
export async function askVouchers(chain: ChainReader, contract: Address, data: Hex): Promise<bigint> {
  const word = await chain.callWord({ to: contract, data })
  if (word === null || word === '0x') throw new ChainUnavailableError('RewardVouchers does not answer')
  return BigInt(word)
}
