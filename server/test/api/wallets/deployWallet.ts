/** Deploys one of the tests' wallets on the embedded chain, which must mine each transaction at once. */
import { createClient, http, type Abi, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { deployContract, waitForTransactionReceipt } from 'viem/actions'
import { EMBEDDED_DEPLOYER_KEY } from '@galx/operator/networks/embedded'

export async function deployWallet(
  rpcUrl: string,
  { abi, bytecode }: { abi: Abi; bytecode: Hex },
  args: readonly unknown[] = [],
): Promise<Address> {
  const account = privateKeyToAccount(EMBEDDED_DEPLOYER_KEY)
  const client = createClient({ account, transport: http(rpcUrl) })
  const hash = await deployContract(client, { abi, bytecode, args, chain: null })
  const { contractAddress } = await waitForTransactionReceipt(client, { hash, pollingInterval: 20 })
  return contractAddress!
}
