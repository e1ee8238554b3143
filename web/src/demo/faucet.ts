/** Test coins: the native coin by the node's own method, tokens by the faucet contract in a real transaction. */
import { currentConfig } from '../core/config/configStore.ts'
import { httpRpc } from '../core/chain/rpc.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { notify } from '../core/state/effects.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import type { TransactionRecord } from '../core/transactions/transactionStore.ts'
import { connectWallet } from '../core/wallet/connectWallet.ts'
import { textsReady } from '../i18n/texts.ts'
import { errorTexts } from '../core/transactions/errorTexts.ts'

const NATIVE_GIFT = 10n ** 18n

/**
 * Gives the connected account one native coin if it has less, then drips every token.
 * @returns the transaction, or null if it did not start (a message says so)
 */
export async function requestFaucet(): Promise<TransactionRecord | null> {
  if (useAppStore.getState().address === null) await connectWallet()
  const { address } = useAppStore.getState()
  const { rpcUrl } = currentConfig()
  if (address === null) return null
  try {
    const balance = BigInt((await httpRpc(rpcUrl, 'eth_getBalance', [address, 'latest'])) as string)
    if (balance < NATIVE_GIFT)
      await httpRpc(rpcUrl, 'anvil_setBalance', [address, `0x${NATIVE_GIFT.toString(16)}`])
  } catch {
    await textsReady()
    notify(errorTexts.current().chainUnreachable, { kind: 'error' })
    return null
  }
  return runTransaction({
    describe: () => ({ name: 'drip', values: [] }),
    prepare: (account) => ({ call: { name: 'drip', account }, spends: [] }),
  })
}
