/** A contract wallet that its factory can deploy, and its owner's signatures before that (ERC-6492). */
import {
  concatHex,
  createClient,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { readContract } from 'viem/actions'

export const ERC6492_MAGIC = `0x${'6492'.repeat(16)}` as Hex
const SALT: Hex = `0x${'5a'.repeat(32)}`

/** A signature that contains the call that deploys the wallet. */
export function wrapped(factory: Address, call: Hex, signature: Hex): Hex {
  const parts = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }]
  return concatHex([encodeAbiParameters(parts, [factory, call, signature]), ERC6492_MAGIC])
}

/** @param factory a WalletFactory on the chain */
export async function undeployedWallet(
  rpcUrl: string,
  { factory, abi, owner }: { factory: Address; abi: Abi; owner: Address },
): Promise<{ wallet: Address; wrap: (signature: Hex) => Hex }> {
  const client = createClient({ transport: http(rpcUrl) })
  const args = [owner, SALT]
  const wallet = await readContract(client, { address: factory, abi, functionName: 'addressOf', args })
  const create = encodeFunctionData({ abi, functionName: 'create', args })
  return { wallet: wallet as Address, wrap: (signature) => wrapped(factory, create, signature) }
}
