/** Whether a release is signed by the account that the deployment names: a key (EIP-191), or a contract such as a Safe (ERC-1271). */
import { encodeFunctionData, hashMessage, parseAbi, recoverMessageAddress, type Hex } from 'viem'
import { releaseText, type SignedRelease } from './release.ts'

const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/** The whole answer of a contract that accepts a signature. The function's selector has the same four bytes, so a contract that echoes the call gives them too. */
const ACCEPTED = `0x1626ba7e${'0'.repeat(56)}`

/** @returns the lowercase address of the key that signed the release; null if no single key did */
export async function releaseKey(release: SignedRelease): Promise<string | null> {
  const { signature } = release
  const recovered = recoverMessageAddress({ message: releaseText(release), signature })
  return (await recovered.catch(() => null))?.toLowerCase() ?? null
}

/**
 * Whether the contract accepts the signature.
 * @param call the result of an `eth_call`; null if the contract refuses the call
 * @throws what `call` throws
 */
export async function contractAccepts(
  contract: Hex,
  release: SignedRelease,
  call: (transaction: { to: Hex; data: Hex }) => Promise<unknown>,
): Promise<boolean> {
  const args = [hashMessage(releaseText(release)), release.signature] as const
  const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args })
  return (await call({ to: contract, data })) === ACCEPTED
}
