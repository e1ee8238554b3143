/** A remote signer, which holds the key and speaks JSON-RPC: `eth_signTypedData_v4` (Web3Signer, clef). */
import { VOUCHER_TYPES, voucherDomain, type Voucher } from '@galx/protocol/voucher'
import type { Address, Hex } from 'viem'
import { recoverSigner } from '../../chain/verifySignature.ts'
import { firstAnswering, type Nodes } from '../../chain/rpc/nodes.ts'
import { NodeFaultError } from '../../chain/rpc/fault.ts'
import { RetryableError } from '../../platform/faults.ts'
import { assertPermission, type SignerRole } from '../maySign.ts'
import { voucherDigest } from './voucherDigest.ts'
import type { VoucherSigner } from './voucherSigner.ts'

/** The remote signer does not answer, refuses, or does not sign the voucher's own data. */
class RemoteSignerError extends RetryableError {
  override name = 'RemoteSignerError'
}

/** The greatest number of concurrent requests. */
const AT_ONCE = 16
const ANSWER_BYTES = 64 * 1024

const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** @throws RemoteSignerError with the remote signer's message */
export async function askRemote(remote: Nodes, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    const answer = await remote.ask({ method, params, maximumBytes: ANSWER_BYTES }, () => true)
    if ('error' in answer) throw new RemoteSignerError(`the remote signer refuses: ${answer.error.message}`)
    return answer.result
  } catch (error) {
    if (error instanceof NodeFaultError) throw new RemoteSignerError(`the remote signer: ${error.message}`)
    throw error
  }
}

/**
 * @param contract RewardVouchers of that chain
 * @param role the role of the remote signer's key
 */
export function remoteSigner(
  url: string,
  chainId: number,
  contract: Address,
  role: SignerRole = 'signer',
): VoucherSigner {
  const remote = firstAnswering([url])
  const digestOf = voucherDigest(chainId, contract)
  const signOne = async (signer: Address, voucher: Voucher): Promise<Hex> => {
    const signature = String(
      await askRemote(remote, 'eth_signTypedData_v4', [signer, typedData(chainId, contract, voucher)]),
    ).toLowerCase() as Hex
    if (signature.length !== 132 || recoverSigner(digestOf(voucher), signature) !== signer)
      throw new RemoteSignerError(`the remote signer gave no signature of ${signer} for a voucher`)
    // Some remote signers give 0 and 1 instead of 27 and 28.
    const v = Number.parseInt(signature.slice(130), 16)
    return v < 27 ? `${signature.slice(0, 130) as Hex}${(27 + v).toString(16)}` : signature
  }
  return {
    address: async (payable) => {
      const known = await askRemote(remote, 'eth_accounts', []).catch((error: unknown) => {
        if (error instanceof RemoteSignerError) return []
        throw error
      })
      return Array.isArray(known) && known.some((one) => String(one).toLowerCase() === payable)
        ? payable
        : null
    },
    sign: async (permission) => {
      const key = permission.signers[role]
      assertPermission(permission, key)
      const { vouchers } = permission
      const signatures: Hex[] = []
      let next = 0
      const work = async () => {
        while (next < vouchers.length) {
          const index = next++
          try {
            signatures[index] = await signOne(key, vouchers[index]!)
          } catch (error) {
            // No signature of this batch will be used, so the other requests stop too.
            next = vouchers.length
            throw error
          }
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return signatures
    },
    stop: () => Promise.resolve(),
  }
}

/** The typed data as JSON text, with numbers as decimal text. */
function typedData(chainId: number, contract: Address, voucher: Voucher): string {
  return JSON.stringify({
    types: { EIP712Domain: DOMAIN_TYPE, ...VOUCHER_TYPES },
    domain: voucherDomain(chainId, contract),
    primaryType: 'Voucher',
    message: {
      program: voucher.program.toString(),
      account: voucher.account,
      cumulative: voucher.cumulative.toString(),
      deadline: voucher.deadline.toString(),
      signersNonce: voucher.signersNonce.toString(),
    },
  })
}
