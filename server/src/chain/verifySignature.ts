/**
 * Checks in this order whether an account has signed a text. Only checks 2 and 3 need the chain:
 *   1. ECDSA: ordinary accounts, and EIP-7702 accounts, which have code *and* a key;
 *   2. ERC-6492, if the signature has the wrapper: contract wallets that are not deployed yet;
 *   3. ERC-1271: deployed contract wallets. An address without code gives an empty answer.
 * The account never comes from the signature or the contract in the request. It is the account for which the sign-in text was made.
 */
import secp256k1 from 'secp256k1'
import {
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Address,
  type Hex,
} from 'viem'
import { keccak } from './rpc/keccak.ts'
import type { ChainReader } from './chainReader.ts'

/** The chain's part of the verification; throws `ChainUnavailableError` when no node answers. */
export type SignatureChain = Pick<ChainReader, 'rightOfTwo'>

/** Half the curve's order. For each valid signature there is a second signature with s above this value, which EIP-2 rejects. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const ERC6492_SUFFIX = '6492'.repeat(16)
const ERC1271_MAGIC = '0x1626ba7e'
/** An answer must equal this whole word. An answer of all ones, for example, is not accepted. */
const ACCEPTED = `${ERC1271_MAGIC}${'0'.repeat(56)}`

/**
 * The address that made a 65-byte (r, s, v) or 64-byte (EIP-2098) signature over a hash.
 * @returns null for any other length, for a high s, and if no key fits
 */
export function recoverSigner(hash: Hex, signature: Hex): Address | null {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  let recovery: number
  if (bytes.length === 64) {
    recovery = bytes[32]! >> 7
    bytes[32]! &= 0x7f
  } else if (bytes.length === 65) {
    const v = bytes[64]!
    recovery = v >= 27 ? v - 27 : v
  } else return null
  if (recovery !== 0 && recovery !== 1) return null
  if (BigInt(`0x${bytes.toString('hex', 32, 64)}`) > HALF_ORDER) return null
  try {
    const key = secp256k1.ecdsaRecover(
      bytes.subarray(0, 64),
      recovery,
      Buffer.from(hash.slice(2), 'hex'),
      false,
    )
    return `0x${keccak(key.subarray(1)).slice(26)}`
  } catch {
    return null // r or s is zero or not below the order, or r is no point's abscissa
  }
}

/** A signature over the hash of a text (EIP-191 `personal_sign`), in the name of `address`, an account in lowercase. */
type Signed = { address: Address; hash: Hex; signature: Hex }

/**
 * Whether a contract wallet at `address` accepts the signature. One node is asked. If the wallet accepts, another node is asked too.
 * @throws ChainUnavailableError
 */
export function acceptsSignature(chain: SignatureChain, signed: Signed): Promise<boolean> {
  const counterfactual = signed.signature.toLowerCase().endsWith(ERC6492_SUFFIX)
  return counterfactual ? acceptsUndeployed(chain, signed) : acceptsDeployed(chain, signed)
}

async function acceptsDeployed(chain: SignatureChain, { address, hash, signature }: Signed) {
  const call = { to: address, data: encodeErc1271(hash, signature) }
  return chain.rightOfTwo(call, (word) => word.toLowerCase() === ACCEPTED)
}

/** Deploys and asks the wallet in one `eth_call` of the published universal validator. The call changes no state. */
async function acceptsUndeployed(chain: SignatureChain, { address, hash, signature }: Signed) {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [address, hash, signature],
  })
  return chain.rightOfTwo({ data }, (word) => word === '0x01')
}

/** isValidSignature(bytes32,bytes) */
function encodeErc1271(hash: Hex, signature: Hex): Hex {
  const body = signature.slice(2)
  const length = (body.length / 2).toString(16).padStart(64, '0')
  const padded = body.padEnd(Math.ceil(body.length / 64) * 64, '0')
  return `${ERC1271_MAGIC}${hash.slice(2)}${'40'.padStart(64, '0')}${length}${padded}` as Hex
}
