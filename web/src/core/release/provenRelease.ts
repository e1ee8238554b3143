/** A separate file, because checking a signature needs a library that nothing else in the app's first chunk needs. */
import type { SignedRelease } from '@galx/protocol/release'
import { contractAccepts, releaseKey } from '@galx/protocol/releaseSignature'
import { isReverted, readRpc } from '../chain/rpc.ts'

/**
 * The release as far as its signature proves it; null if the account has not signed it. A contract's consent is known only from a node. The
 * light client checks the nodes, so its checkpoint counts only with the signature of a key.
 * @param account a key's address or a contract's, lower case
 * @throws ChainUnreachableError if no node answers
 */
export async function provenRelease(
  account: `0x${string}`,
  release: SignedRelease,
): Promise<SignedRelease | null> {
  if ((await releaseKey(release)) === account) return release
  const accepts = await contractAccepts(account, release, (call) =>
    readRpc('eth_call', [call, 'latest']).catch((error: unknown) => {
      if (isReverted(error)) return null
      throw error
    }),
  )
  const { checkpoint: _, ...rest } = release
  return accepts ? rest : null
}
