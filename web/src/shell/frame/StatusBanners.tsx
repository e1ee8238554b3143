import { useState } from 'react'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { IconButton } from '../../design/Button/IconButton.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { showTransaction, useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { enterChain } from '../../core/wallet/connectWallet.ts'
import { useOnline } from './useOnline.ts'
import styles from './StatusBanners.module.css'
import { designTexts } from '../../design/texts.ts'
import { shellTexts } from '../texts.ts'

/**
 * States that last, said at the lower edge over the page, so that coming and going they move nothing: no network,
 * servers unreachable, wrong chain, code that did not arrive, transactions under way.
 */
export function StatusBanners() {
  return (
    <div className={styles.stack} aria-live="polite">
      <PendingPill />
      <ChainBanner />
      <CodeBanner />
      <ReachBanner />
    </div>
  )
}

/** The wallet is somewhere else: the way back. */
function ChainBanner() {
  const texts = useTexts(shellTexts)
  const wrong = useAppStore(({ connection }) => connection === 'wrongChain')
  if (!wrong) return null
  return (
    <div className={styles.banner}>
      <Banner
        kind="warning"
        action={
          <Button size="small" variant="secondary" onClick={() => void enterChain()}>
            {texts.switchChain}
          </Button>
        }
      >
        {texts.wrongChain}
      </Banner>
    </div>
  )
}

/** Without the chain's reader every balance would stay unknown, and nobody would know why. */
function CodeBanner() {
  const texts = useTexts(shellTexts)
  const missing = useAppStore(({ codeMissing }) => codeMissing)
  if (!missing) return null
  return (
    <div className={styles.banner}>
      <Banner
        kind="bad"
        action={
          <Button size="small" variant="secondary" onClick={() => window.location.reload()}>
            {texts.reload}
          </Button>
        }
      >
        {texts.chunkFailedText}
      </Banner>
    </div>
  )
}

/** No network at all, or only our servers: the second leaves everything on the chain usable, and says so. */
function ReachBanner() {
  const texts = useTexts(shellTexts)
  const { close } = useTexts(designTexts)
  const online = useOnline()
  const down = useAppStore(({ mainApi, btcApi }) => mainApi === 'down' || btcApi === 'down')
  const [put, setPut] = useState(false)
  // A new outage is said again.
  if (!down && put) setPut(false)
  if (!online) {
    return (
      <div className={styles.banner}>
        <Banner kind="bad" icon="offline">
          {texts.offline}
        </Banner>
      </div>
    )
  }
  if (!down || put) return null
  return (
    <div className={styles.banner}>
      <Banner
        kind="warning"
        icon="offline"
        action={<IconButton icon="close" label={close} size={18} onClick={() => setPut(true)} />}
      >
        {texts.serverDown}
      </Banner>
    </div>
  )
}

/** Transactions on their way while the sheet is closed; also those of before a reload. */
function PendingPill() {
  const texts = useTexts(shellTexts)
  const address = useAppStore((state) => state.address)
  const list = useTransactionStore((state) => state.list)
  const sheetOpen = useTransactionStore(({ currentId }) => currentId !== null)
  const pending = list.filter(({ stage, account }) => stage === 'pending' && account === address)
  const [newest] = pending
  if (newest === undefined || sheetOpen) return null
  return (
    <button type="button" className={styles.pill} onClick={() => showTransaction(newest.id)}>
      <Icon name="clock" size={18} />
      {texts.pendingCount(String(pending.length))}
    </button>
  )
}
