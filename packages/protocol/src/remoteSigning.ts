/** How a remote signer signs a transaction: `eth_signTransaction`, as Web3Signer and others speak it. */
import type { Address, Hex } from 'viem'

export type RemoteTransaction = {
  from: Address
  to: Address
  data: Hex
  chainId: number
  nonce: number
  gas: bigint
  gasPrice: bigint
  /** wei; default 0 */
  value?: bigint
}

/** The parameters of `eth_signTransaction`: one object, with numbers as hex. */
export function remoteTransactionOf({
  from,
  to,
  data,
  chainId,
  nonce,
  gas,
  gasPrice,
  value = 0n,
}: RemoteTransaction): Record<string, string> {
  return {
    from,
    to,
    data,
    value: hexOf(value),
    chainId: hexOf(chainId),
    nonce: hexOf(nonce),
    gas: hexOf(gas),
    gasPrice: hexOf(gasPrice),
  }
}

/** Some remote signers answer with the signed bytes, others with an object that holds them as `raw`. @returns null for any other answer */
export function signedBytesOf(answer: unknown): Hex | null {
  const raw = typeof answer === 'string' ? answer : (answer as { raw?: unknown } | null)?.raw
  return typeof raw === 'string' && /^0x[0-9a-f]+$/i.test(raw) ? (raw as Hex) : null
}

function hexOf(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}
