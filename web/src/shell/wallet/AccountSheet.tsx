import { useState } from 'react'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Avatar } from '../../design/Avatar/Avatar.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { useBnbName } from '../../core/chain/useBnbName.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { signOut } from '../../core/session/signOut.ts'
import { signIn } from '../../core/wallet/connectWallet.ts'
import { disconnect } from '../../core/wallet/disconnect.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { useWalletStore } from '../../core/wallet/walletStore.ts'
import { transactionTexts } from '../../core/transactions/texts.ts'
import { openDemoPanel } from '../../demo/openDemoPanel.ts'
import { toast } from '../toast.ts'
import { closeSheet, useShellStore } from '../shellStore.ts'
import { TransactionList } from '../transactions/TransactionList.tsx'
import styles from './AccountSheet.module.css'
import { shellTexts } from '../texts.ts'
import { walletShellTexts } from './texts.ts'

/** The connected account, its wallet, its sign-in state, and its recent transactions. */
export function AccountSheet() {
  const texts = useTexts(shellTexts)
  const address = useAppStore((state) => state.address)
  const open = useShellStore(({ sheet }) => sheet === 'account') && address !== null
  return (
    <Sheet open={open} onClose={() => closeSheet('account')} title={texts.account}>
      {address !== null && <Account address={address} />}
    </Sheet>
  )
}

/** Signing out ends the session of this device; disconnecting forgets the wallet as well. */
function Leaving({ signedIn }: { signedIn: boolean }) {
  const texts = useTexts(walletShellTexts)
  const [busy, setBusy] = useState(false)
  return (
    <div className={styles.leaving}>
      {signedIn && (
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => {
            setBusy(true)
            void signOut().then((ended) => {
              setBusy(false)
              if (!ended) toast(texts.signOutHere)
            })
          }}
        >
          {texts.signOut}
        </Button>
      )}
      <Button
        variant="secondary"
        onClick={() => {
          closeSheet('account')
          void disconnect()
        }}
      >
        {texts.disconnect}
      </Button>
    </div>
  )
}

function Account({ address }: { address: string }) {
  const texts = useTexts(shellTexts)
  const explorerUrl = useConfig()?.explorerUrl
  const name = useBnbName(address)
  const wallet = useWalletStore(({ connected }) => connected)
  const status = useAppStore((state) => state.signInStatus)
  return (
    <div className={styles.account}>
      <div className={styles.who}>
        <Avatar address={address} size={48} />
        <AddressTag address={address} keep={8} explorerUrl={explorerUrl} />
        {name}
      </div>
      <FactList
        facts={[
          ...(wallet === null ? [] : [{ label: texts.connectedVia, value: wallet.name }]),
          {
            label: texts.signIn,
            value: status === 'signedIn' ? texts.signedIn : texts.signedOut,
          },
        ]}
      />
      {status !== 'signedIn' && (
        <Button wide busy={status === 'signing'} onClick={() => void signIn()}>
          {status === 'signing' ? texts.signingIn : texts.signIn}
        </Button>
      )}
      <Leaving signedIn={status === 'signedIn'} />
      {wallet?.id === 'demo' && (
        <Button
          variant="secondary"
          wide
          onClick={() => {
            closeSheet('account')
            void openDemoPanel()
          }}
        >
          {texts.openDemoWallet}
        </Button>
      )}
      <h3 className={styles.heading}>{useTexts(transactionTexts).list}</h3>
      <TransactionList account={address} />
    </div>
  )
}
