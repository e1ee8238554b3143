import { useState } from 'react'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { IconButton } from '../../design/Button/IconButton.tsx'
import { designTexts } from '../../design/texts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { connectWallet, enterChain, signIn } from '../../core/wallet/connectWallet.ts'
import frame from '../frame/StatusBanners.module.css'
import { shellTexts } from '../texts.ts'
import styles from './WalletBanner.module.css'
import { walletShellTexts } from './texts.ts'

/** The wallet's open request, or its wrong chain: in words, with the next action. */
export function WalletBanner() {
  const trouble = useTrouble()
  // A new problem is shown even if the person closed an earlier problem.
  return trouble === null ? null : <Trouble key={trouble.text} {...trouble} />
}

type TroubleProps = {
  text: string
  action: string
  run: () => Promise<unknown>
  /** the person may close the banner; the banner of a wrong chain stays */
  closable: boolean
}

function useTrouble(): TroubleProps | null {
  const texts = useTexts(walletShellTexts)
  const { switchChain } = useTexts(shellTexts)
  const connection = useAppStore((state) => state.connection)
  const why = useAppStore((state) => state.chainTrouble)
  const signing = useAppStore((state) => state.signInStatus)
  if (connection === 'wrongChain')
    return { text: texts.chain[why], action: switchChain, run: enterChain, closable: false }
  if (connection === 'silent' || connection === 'pending') {
    const { connect, connectPending } = texts.silent
    return {
      text: connection === 'silent' ? connect : connectPending,
      action: texts.askAgain,
      run: connectWallet,
      closable: true,
    }
  }
  if (signing !== 'silent' && signing !== 'pending') return null
  const text = signing === 'silent' ? texts.silent.sign : texts.pending
  return { text, action: texts.askAgain, run: signIn, closable: true }
}

function Trouble({ text, action, run, closable }: TroubleProps) {
  const { close } = useTexts(designTexts)
  const [closed, setClosed] = useState(false)
  const [busy, setBusy] = useState(false)
  if (closed) return null
  return (
    <div className={frame.banner}>
      <Banner
        kind="warning"
        icon="wallet"
        action={
          <span className={styles.actions}>
            <Button
              size="small"
              variant="secondary"
              busy={busy}
              onClick={() => {
                setBusy(true)
                void run().finally(() => setBusy(false))
              }}
            >
              {action}
            </Button>
            {closable && <IconButton icon="close" label={close} size={18} onClick={() => setClosed(true)} />}
          </span>
        }
      >
        {text}
      </Banner>
    </div>
  )
}
