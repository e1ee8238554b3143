import { shortenAddress } from '../../design/AddressTag/shortenAddress.ts'
import { classNames } from '../../design/classNames.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { connectWallet } from '../../core/wallet/connectWallet.ts'
import { openSheet } from '../shellStore.ts'
import styles from './ConnectButton.module.css'
import { shellTexts } from '../texts.ts'

/** Connects a wallet; once connected, shows its address (first and last 8 characters) and opens the account sheet. */
export function ConnectButton() {
  const texts = useTexts(shellTexts)
  const ready = useConfig() !== null
  const address = useAppStore((state) => state.address)
  const connection = useAppStore((state) => state.connection)
  const busy = connection === 'searching' || connection === 'connecting'

  function press() {
    if (address !== null) openSheet('account')
    else if (ready) void connectWallet()
  }

  return (
    <button
      type="button"
      className={classNames(styles.button, address !== null && styles.connected)}
      aria-busy={busy || undefined}
      aria-haspopup={address === null ? undefined : 'dialog'}
      onClick={press}
    >
      {/* A new element, so that the browser does not count it as moved: the wider pill begins further left. */}
      <span key={address === null ? 'connect' : 'account'} className={styles.pill}>
        {address !== null && (
          <i
            className={classNames(styles.dot, connection === 'wrongChain' && styles.warn)}
            aria-hidden="true"
          />
        )}
        {address === null ? texts.connectWallet : shortenAddress(address, 8, 8)}
        {busy && <i className={styles.sweep} aria-hidden="true" />}
      </span>
    </button>
  )
}
