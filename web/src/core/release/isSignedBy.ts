/** A separate file, because checking a signature needs a library that nothing else in the app's first chunk needs. */
import type { SignedRelease } from '@galx/protocol/release'
import { contractAccepts, releaseKey } from '@galx/protocol/releaseSignature'
import { isReverted, readRpc } from '../chain/rpc.ts'

/** @param account a key's address or a contract's, lower case @throws ChainUnreachableError if no node answers */
export async function isSignedBy(account: `0x${string}`, release: SignedRelease): Promise<boolean> {
  if ((await releaseKey(release)) === account) return true
  return contractAccepts(account, release, (call) =>
    readRpc('eth_call', [call, 'latest']).catch((error: unknown) => {
      if (isReverted(error)) return null
      throw error
    }),
  )
}
