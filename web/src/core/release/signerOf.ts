/** Apart, because recovering a signer takes a library that nothing else in the app needs. */
import { releaseText, type SignedRelease } from '@galx/protocol/release'
import { recoverMessageAddress } from 'viem'

/** Who signed it, lower case. @throws where the signature is none */
export async function signerOf(release: SignedRelease): Promise<string> {
  const { signature } = release
  return (await recoverMessageAddress({ message: releaseText(release), signature })).toLowerCase()
}
