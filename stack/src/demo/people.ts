/** The people of the demo world: accounts of the node's public test words, which exist on the embedded chain alone. */
import { toHex, type LocalAccount } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

const TEST_MNEMONIC = 'test test test test test test test test test test test junk'
const FIRST_ACCOUNT = 100

/** The seed is derived from the words once for all of them. */
export function demoPeople(count: number): LocalAccount[] {
  const branch = mnemonicToAccount(TEST_MNEMONIC, { path: "m/44'/60'/0'/0" }).getHdKey()
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = branch.deriveChild(FIRST_ACCOUNT + index)
    return privateKeyToAccount(toHex(privateKey!))
  })
}
