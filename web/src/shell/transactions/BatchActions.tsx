import { useAppStore } from '../../core/state/appStore.ts'
import { transactionTexts } from '../../core/transactions/texts.ts'
import type { TransactionRecord } from '../../core/transactions/transactionStore.ts'
import { askAgain, showInWallet, walletOf } from '../../core/transactions/watchBatch.ts'
import { connectWallet } from '../../core/wallet/connectWallet.ts'
import { useWalletStore } from '../../core/wallet/walletStore.ts'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { toast } from '../toast.ts'
import { shellTexts } from '../texts.ts'

/** The person's actions while the wallet does not report a batch's result. Only the wallet that received the batch can report the result. */
export default function BatchActions({ record }: { record: TransactionRecord }) {
  const texts = useTexts(transactionTexts)
  const shell = useTexts(shellTexts)
  const connected = useWalletStore((state) => state.connected)
  useAppStore((state) => state.address)
  if (connected === null)
    return (
      <Button
        wide
        onClick={() => void connectWallet().then((outcome) => outcome === 'connected' && askAgain(record.id))}
      >
        {shell.connectWallet}
      </Button>
    )
  if (walletOf(record) === null) return null
  return (
    <>
      <Button wide variant="secondary" onClick={() => askAgain(record.id)}>
        {texts.askAgain}
      </Button>
      <Button
        wide
        variant="secondary"
        onClick={() => void showInWallet(record).then((shown) => shown || toast(texts.notShown))}
      >
        {texts.showInWallet}
      </Button>
    </>
  )
}
