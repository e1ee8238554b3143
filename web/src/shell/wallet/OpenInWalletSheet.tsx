import { Suspense } from 'react'
import { Button } from '../../design/Button/Button.tsx'
import { copyText } from '../../design/copyText.ts'
import { Icon } from '../../design/Icon/Icon.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { designTexts } from '../../design/texts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { connectWallet } from '../../core/wallet/connectWallet.ts'
import { pageLink, walletLink } from '../../core/wallet/openInWallet.ts'
import { WALLET_NAMES } from '../../core/wallet/recognise.ts'
import { closeOffer, useWalletStore } from '../../core/wallet/walletStore.ts'
import { toast } from '../toast.ts'
import styles from './OpenInWalletSheet.module.css'
import { walletShellTexts } from './texts.ts'

const QrCode = lazyOrFallback(async () => ({
  default: (await import('../../design/QrCode/QrCode.tsx')).QrCode,
}))

/** In a browser without a wallet: the accepted wallets, each with a link that opens this page in that wallet. */
export function OpenInWalletSheet() {
  const texts = useTexts(walletShellTexts)
  const open = useWalletStore((state) => state.offering)
  return (
    <Sheet open={open} onClose={closeOffer} title={texts.openTitle}>
      {open && <Ways />}
    </Sheet>
  )
}

function Ways() {
  const texts = useTexts(walletShellTexts)
  const words = useTexts(designTexts)
  const wallets = useConfig()?.wallets ?? []
  const link = pageLink(
    window.location,
    useAppStore((state) => state.inviteCode),
  )

  async function copy(said = words.copied, duration?: number) {
    const copied = await copyText(link)
    toast(copied ? said : words.copyFailed(link), {
      kind: copied ? 'good' : 'bad',
      duration: copied ? duration : 10_000,
    })
  }

  return (
    <div className={styles.content}>
      <p className={styles.hint}>{texts.openText}</p>
      <div className={styles.scan}>
        <Suspense fallback={<Skeleton shape="block" height="200px" width="200px" />}>
          <QrCode text={link} label={texts.openQr} />
        </Suspense>
        <p className={styles.hint}>{texts.openQr}</p>
      </div>
      <ul className={styles.list}>
        {wallets.map((wallet) => {
          const href = walletLink(wallet, link)
          const name = WALLET_NAMES[wallet]
          return (
            <li key={wallet}>
              {href === null ? (
                <button
                  type="button"
                  className={styles.wallet}
                  onClick={() => void copy(texts.openPaste(name), 10_000)}
                >
                  <Icon name="wallet" size={20} />
                  {texts.openPasteIn(name)}
                  <Icon name="copy" size={16} />
                </button>
              ) : (
                <a className={styles.wallet} href={href} rel="noreferrer noopener">
                  <Icon name="wallet" size={20} />
                  {name}
                  <Icon name="external" size={16} />
                </a>
              )}
            </li>
          )
        })}
      </ul>
      <Button wide variant="secondary" icon="copy" onClick={() => void copy()}>
        {texts.openCopy}
      </Button>
      <Button
        wide
        variant="quiet"
        icon="refresh"
        onClick={() => {
          closeOffer()
          void connectWallet()
        }}
      >
        {texts.openLook}
      </Button>
      <p className={styles.hint}>{texts.openRead}</p>
    </div>
  )
}
