/** Signs vouchers with one of the two keys. The key is in threads of this process, or in a remote signer. */
import type { Address, Hex } from 'viem'
import type { MaySign } from '../maySign.ts'

export type VoucherSigner = {
  /**
   * The address of the signing key, lower case; null: the remote signer does not answer or has no such key.
   * @param payable the address that the contract accepts in this role, because a remote signer may have many keys
   */
  address(payable: Address): Promise<Address | null>
  /**
   * The signatures in the order of the permission's vouchers: r, s and v (27 or 28), 65 bytes each.
   * @param permission the permission by `maySign` for the key that `address` gave
   * @throws Error for any other permission; RetryableError if a remote signer does not answer or signs other data
   */
  sign(permission: MaySign): Promise<readonly Hex[]>
  stop(): Promise<void>
}
