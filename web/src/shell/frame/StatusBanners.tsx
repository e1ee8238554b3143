import { lazy, Suspense, useState } from 'react'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { IconButton } from '../../design/Button/IconButton.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { showTransaction, useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { refreshChain } from '../../core/chain/refresh.ts'
import { useConnection } from '../../core/chain/useChainRead.ts'
import { useOnline } from './useOnline.ts'
import styles from './StatusBanners.module.css'
import { designTexts } from '../../design/texts.ts'
import { shellTexts } from '../texts.ts'

const WalletBanner = lazy(() => import('../wallet/WalletBanner.tsx'))

/**
 * States that last, said at the lower edge over the page, so that coming and going they move nothing: no network, no chain
 * node, servers unreachable, a silent wallet, wrong chain, code that did not arrive, transactions under way.
 */
export function StatusBanners() {
  return (
    <div className={styles.stack} aria-live="polite">
      <PendingPill />
      <WalletTrouble />
      <CodeBanner />
      <ChainBanner />
      <ReachBanner />
    </div>
  )
}

/** The wallet is silent, or somewhere else. Its words come with the code that connects. */
function WalletTrouble() {
  const trouble = useAppStore(
    ({ connection, signInStatus }) =>
      connection === 'wrongChain' ||
      connection === 'silent' ||
      connection === 'pending' ||
      signInStatus === 'silent',
  )
  if (!trouble) return null
  return (
    <Suspense fallback={null}>
      <WalletBanner />
    </Suspense>
  )
}

/** No node answers: nothing can be read, and no transaction prepared. */
function ChainBanner() {
  const texts = useTexts(shellTexts)
  const online = useOnline()
  const down = useConnection() === 'down'
  const [busy, setBusy] = useState(false)
  if (!down || !online) return null
  return (
    <div className={styles.banner}>
      <Banner
        kind="bad"
        icon="offline"
        action={
          <Button
            size="small"
            variant="secondary"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void refreshChain().finally(() => setBusy(false))
            }}
          >
            {texts.retry}
          </Button>
        }
      >
        {texts.chainDown}
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
