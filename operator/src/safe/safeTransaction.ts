/** The message that a Safe's owners sign, and its digests as a signing device shows them. */
import {
  hashDomain,
  hashStruct,
  hashTypedData,
  parseAbi,
  zeroAddress,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem'

const safeAbi = parseAbi([
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
])

const TYPES = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const

export type SafeDigests = {
  /** the hashes of the domain, of the message, and of both together: the safeTxHash */
  domain: Hex
  message: Hex
  safeTxHash: Hex
}

export function readNonce(reader: PublicClient, safe: Address): Promise<bigint> {
  return reader.readContract({ address: safe, abi: safeAbi, functionName: 'nonce' })
}

export type SafeTransaction = {
  to: Address
  data: Hex
  /** 0: a plain call; 1: the Safe runs the code of `to` as its own code, which a batch needs */
  operation: 0 | 1
  nonce: bigint
}

/** A transaction without coins, whose gas the sender pays. The Transaction Builder makes the same transaction from a file. */
export function safeDigests(
  safe: Address,
  chainId: number,
  { to, data, operation, nonce }: SafeTransaction,
): SafeDigests {
  const message = {
    to,
    value: 0n,
    data,
    operation,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  } as const
  const domain = { chainId, verifyingContract: safe } as const
  return {
    domain: hashDomain({
      domain: { chainId: BigInt(chainId), verifyingContract: safe },
      types: {
        EIP712Domain: [
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
      },
    }),
    message: hashStruct({ data: message, primaryType: 'SafeTx', types: TYPES }),
    safeTxHash: hashTypedData({ domain, types: TYPES, primaryType: 'SafeTx', message }),
  }
}

/** The same hash, computed by the Safe itself. */
export function readTransactionHash(
  reader: PublicClient,
  safe: Address,
  { to, data, operation, nonce }: SafeTransaction,
): Promise<Hex> {
  const args = [to, 0n, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, nonce] as const
  return reader.readContract({ address: safe, abi: safeAbi, functionName: 'getTransactionHash', args })
}
