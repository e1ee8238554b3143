/** Who signs vouchers: a key of this process, in threads, or a remote signer. */
import type { Voucher } from '@galx/protocol/voucher'
import type { Address, Hex } from 'viem'

export type VoucherSigner = {
  /** lower case; null: the remote signer does not answer */
  address(): Promise<Address | null>
  /** In the order of `vouchers`. @throws PassingFault when a remote signer does not answer or signs something else */
  sign(vouchers: readonly Voucher[]): Promise<readonly Hex[]>
  stop(): Promise<void>
}
