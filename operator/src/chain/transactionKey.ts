/** The key that signs an operator's transactions: in this process, or with a remote signer that never gives it away. */
import {
  isAddress,
  parseTransaction,
  recoverTransactionAddress,
  type Address,
  type Hex,
  type TransactionSerializedLegacy,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { nodeAddress } from '@galx/protocol/nodeAddress'
import { remoteTransactionOf, signedBytesOf, type RemoteTransaction } from '@galx/protocol/remoteSigning'
import { DeploymentError } from '../deploy/deploymentError.ts'
import { failureReason, fetchWhole } from '../fetchWhole.ts'

export type LegacyTransaction = Required<Omit<RemoteTransaction, 'from'>>

export type TransactionKey = {
  address: Address
  /** @returns the signed bytes @throws DeploymentError if a remote signer does not sign exactly this transaction with this key */
  sign(transaction: LegacyTransaction): Promise<Hex>
}

/** Milliseconds for one answer: a person may have to confirm each transaction. */
const PATIENCE = 300_000
const LARGEST = 1024 * 1024

export function localKey(privateKey: Hex): TransactionKey {
  const account = privateKeyToAccount(privateKey)
  return {
    address: account.address,
    sign: (transaction) => account.signTransaction({ ...transaction, type: 'legacy' }),
  }
}

/**
 * @param url of a remote signer; its path, query and user may hold a key, so no message shows them
 * @param address the account that signs; without it the signer must have exactly one account
 * @throws DeploymentError if the signer does not answer, refuses, or does not have one account
 */
export async function remoteKey(url: string, address?: Address): Promise<TransactionKey> {
  const from = address ?? (await onlyAccount(url))
  const name = `the remote signer at ${nodeAddress(url).name}`
  return {
    address: from,
    async sign(transaction) {
      const answer = await ask(url, 'eth_signTransaction', [remoteTransactionOf({ from, ...transaction })])
      const raw = signedBytesOf(answer) as TransactionSerializedLegacy | null
      if (raw === null) throw new DeploymentError(`${name} gave no signed transaction`)
      const signed = await signerAndCall(raw)
      if (signed === null || !isSame(transaction, signed.call))
        throw new DeploymentError(`${name} signed another transaction than it was asked to: it was not sent`)
      if (signed.by.toLowerCase() !== from.toLowerCase())
        throw new DeploymentError(`${name} signed with the key of ${signed.by}, not of ${from}`)
      return raw
    },
  }
}

async function onlyAccount(url: string): Promise<Address> {
  const accounts = await ask(url, 'eth_accounts', [])
  const known = Array.isArray(accounts) ? accounts.map(String) : []
  if (known.length === 1 && isAddress(known[0]!, { strict: false })) return known[0]
  throw new DeploymentError(
    `the remote signer at ${nodeAddress(url).name} has ${known.length} accounts: name the one that signs`,
  )
}

async function ask(text: string, method: string, params: unknown[]): Promise<unknown> {
  const { name, url, headers } = nodeAddress(text)
  const init = {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(PATIENCE),
  }
  const response = await fetchWhole(url, init, LARGEST).catch((error: unknown) => {
    throw new DeploymentError(`the remote signer at ${name} does not answer: ${failureReason(error)}`)
  })
  const body = (await response.json().catch(() => null)) as {
    result?: unknown
    error?: { message?: unknown }
  } | null
  if (body?.error !== undefined && body.error !== null)
    throw new DeploymentError(
      `the remote signer at ${name} refuses: ${String(body.error.message ?? 'it gives no reason').split('\n')[0]!}`,
    )
  if (!response.ok || body === null)
    throw new DeploymentError(`the remote signer at ${name} gives no JSON-RPC answer (${response.status})`)
  return body.result
}

/** @returns null for bytes that are no signed transaction */
async function signerAndCall(raw: TransactionSerializedLegacy) {
  try {
    const by = await recoverTransactionAddress({ serializedTransaction: raw })
    return { by, call: parseTransaction(raw) }
  } catch {
    return null
  }
}

function isSame(asked: LegacyTransaction, signed: ReturnType<typeof parseTransaction>): boolean {
  return (
    signed.type === 'legacy' &&
    signed.to?.toLowerCase() === asked.to.toLowerCase() &&
    (signed.data ?? '0x').toLowerCase() === asked.data.toLowerCase() &&
    (signed.value ?? 0n) === asked.value &&
    signed.chainId === asked.chainId &&
    (signed.nonce ?? 0) === asked.nonce &&
    signed.gas === asked.gas &&
    signed.gasPrice === asked.gasPrice
  )
}
