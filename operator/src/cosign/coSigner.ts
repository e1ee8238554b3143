/** Answers like a remote signer: signs the vouchers that the second engine confirms. */
import type { Address, Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { voucherTypedData, type Voucher } from '@galx/protocol/voucher'
import { refusalOf, type CoSignFacts } from './mayCoSign.ts'
import { INVALID_PARAMS, REFUSED, RpcError, type Methods } from './rpcServer.ts'
import { NoVoucherError, readVoucherRequest } from './voucherRequest.ts'

type CoSignerOptions = {
  key: PrivateKeyAccount
  chainId: number
  /** RewardVouchers of that chain */
  contract: Address
  facts: CoSignFacts
  /** called if a voucher has a later nonce than the facts: a signer may have been named since */
  onLaterNonce(): void
}

export function coSignerMethods({ key, chainId, contract, facts, onLaterNonce }: CoSignerOptions): Methods {
  const address = key.address.toLowerCase() as Address
  return {
    eth_accounts: () => Promise.resolve([address]),
    async eth_signTypedData_v4([account, typedData]): Promise<Hex> {
      if (typeof account !== 'string' || account.toLowerCase() !== address)
        throw new RpcError(INVALID_PARAMS, `the only account is ${address}`)
      const voucher = readRequest(typedData)
      if (facts.status !== null && voucher.signersNonce > facts.status.signersNonce) onLaterNonce()
      const refusal = refusalOf(voucher, facts)
      if (refusal !== null) throw new RpcError(REFUSED, refusal)
      // Deterministic (RFC 6979), with s in the lower half of the order and v 27 or 28.
      return key.signTypedData(voucherTypedData(chainId, contract, voucher))
    },
  }

  function readRequest(typedData: unknown): Voucher {
    try {
      return readVoucherRequest(typedData, chainId, contract)
    } catch (error) {
      if (error instanceof NoVoucherError) throw new RpcError(REFUSED, error.message)
      throw error
    }
  }
}
