/** The people of the demo world: accounts of the node's public test mnemonic, which exist only on the embedded chain. */
import { toHex, type LocalAccount } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

const TEST_MNEMONIC = 'test test test test test test test test test test test junk'
const FIRST_ACCOUNT = 100

/** Derives the seed from the mnemonic once for all accounts. */
export function demoPeople(count: number): LocalAccount[] {
  const branch = mnemonicToAccount(TEST_MNEMONIC, { path: "m/44'/60'/0'/0" }).getHdKey()
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = branch.deriveChild(FIRST_ACCOUNT + index)
    return privateKeyToAccount(toHex(privateKey!))
  })
}
