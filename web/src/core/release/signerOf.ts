/** A separate file, because recovering a signer needs a library that nothing else in the app needs. */
import { releaseText, type SignedRelease } from '@galx/protocol/release'
import { recoverMessageAddress } from 'viem'

/** The signer's address, lower case. @throws if the signature is not valid */
export async function signerOf(release: SignedRelease): Promise<string> {
  const { signature } = release
  return (await recoverMessageAddress({ message: releaseText(release), signature })).toLowerCase()
}
