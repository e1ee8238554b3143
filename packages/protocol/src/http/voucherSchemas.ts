/** Fields of a signed voucher in several answers. */
import { Type } from 'typebox'

export const VoucherSignatureSchema = Type.String({
  pattern: '^0x[0-9a-f]{130}$',
  description: 'r, s and v of the typed data `Voucher` (EIP-712)',
})
export const SignersNonceSchema = Type.Integer({
  minimum: 1,
  description:
    'RewardVouchers’ `signersNonce` when the voucher was signed: the contract pays only vouchers of the current nonce',
})
