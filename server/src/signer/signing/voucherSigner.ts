/** Signs vouchers with one of their two keys: a key of this process, in threads, or a remote signer's. */
import type { Address, Hex } from 'viem'
import type { MaySign } from '../maySign.ts'

export type VoucherSigner = {
  /**
   * The key it signs with, lower case; null: the remote signer does not answer or has no such key.
   * @param payable the key that the contract wants in this role: a remote signer may have many keys
   */
  address(payable: Address): Promise<Address | null>
  /**
   * In the order of the permission's vouchers: r, s and v (27 or 28), 65 bytes each.
   * @param permission what `maySign` answered for the key that `address` gave
   * @throws Error for anything else; RetryableError when a remote signer does not answer or signs something else
   */
  sign(permission: MaySign): Promise<readonly Hex[]>
  stop(): Promise<void>
}
