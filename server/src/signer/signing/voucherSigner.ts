/** Who signs vouchers: a key of this process, in threads, or a remote signer. */
import type { Voucher } from '@galx/protocol/voucher'
import type { Address, Hex } from 'viem'

export type VoucherSigner = {
  /**
   * The key it signs with, lower case; null: the remote signer does not answer or has no such key.
   * @param payable whose vouchers the contract pays: a remote signer may have many keys
   */
  address(payable: Address): Promise<Address | null>
  /**
   * In the order of `vouchers`: r, s and v (27 or 28), 65 bytes each.
   * @param signer what `address` gave
   * @throws PassingFault when a remote signer does not answer or signs something else
   */
  sign(vouchers: readonly Voucher[], signer: Address): Promise<readonly Hex[]>
  stop(): Promise<void>
}
