/** EIP-2612: an allowance by signature, for the exact amount, valid for a few minutes and used in the same transaction. */
import { PERMIT_TYPES } from '@galx/protocol/permit'
import type { SwapSymbol } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { isPending, isRefusal } from '@galx/protocol/walletErrors'
import { tokenOf } from '../chain/tokens.ts'
import { WalletTimeoutError } from '../wallet/answerTimeout.ts'
import type { Eip1193Provider } from '../wallet/walletStore.ts'
import type { PermitSignature } from './calls/callFile.ts'

/** Seconds for which a permit is valid. */
export const PERMIT_LIFETIME = 20 * 60

export type PermitRequest = {
  token: SwapSymbol
  spender: HexString
  /** the token's own name, part of the signed data */
  name: string
  nonce: bigint
  amount: bigint
  /** unix seconds, by the chain's clock */
  deadline: bigint
}

/** The typed data of a permit, in the format of eth_signTypedData_v4. */
function permitTypedData(request: PermitRequest, owner: HexString, config: WebConfig) {
  return {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      ...PERMIT_TYPES,
    },
    primaryType: 'Permit',
    domain: {
      name: request.name,
      version: '1',
      chainId: config.chainId,
      verifyingContract: tokenOf(config, request.token).address,
    },
    message: {
      owner,
      spender: request.spender,
      value: request.amount.toString(),
      nonce: request.nonce.toString(),
      deadline: request.deadline.toString(),
    },
  }
}

/** A function that sends a request to the wallet. */
export type Wallet = Pick<Eip1193Provider, 'request'>

/** Wallets with a failed permit in this visit. The app asks these wallets for approvals instead. */
const avoided = new WeakSet<Eip1193Provider>()

/** From now on, asks the wallet for approvals instead of permits. */
export function avoidPermits(provider: Eip1193Provider): void {
  avoided.add(provider)
}

export function permitsAvoided(provider: Eip1193Provider): boolean {
  return avoided.has(provider)
}

/**
 * Asks the wallet for a permit. A permit is optional: without a usable signature, the machine approves instead.
 * @returns the signature; null if the wallet gives no usable signature
 * @throws the wallet's error if the person declines, or if the wallet has an earlier request open or has not answered yet
 */
export async function signPermit(
  wallet: Wallet,
  request: PermitRequest,
  owner: HexString,
  config: WebConfig,
): Promise<PermitSignature | null> {
  let signature: unknown
  try {
    const typedData = JSON.stringify(permitTypedData(request, owner, config))
    signature = await wallet.request({ method: 'eth_signTypedData_v4', params: [owner, typedData] })
  } catch (error) {
    if (isRefusal(error) || isPending(error) || error instanceof WalletTimeoutError) throw error
    return null
  }
  const parts =
    typeof signature === 'string'
      ? /^(?:0x)?([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(signature)
      : null
  // A contract wallet's signature has another form. Such a wallet needs an approval.
  if (!parts) return null
  const last = Number.parseInt(parts[3] as string, 16)
  return {
    deadline: request.deadline,
    v: last < 27 ? last + 27 : last,
    r: `0x${parts[1]}`,
    s: `0x${parts[2]}`,
  }
}
