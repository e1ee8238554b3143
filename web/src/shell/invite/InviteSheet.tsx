import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../design/Button/Button.tsx'
import { copyText } from '../../design/copyText.ts'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { connectWallet, signIn } from '../../core/wallet/connectWallet.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { closeSheet, useShellStore } from '../shellStore.ts'
import { toast } from '../toast.ts'
import { inviteLink } from '../../invitation/inviteCode.ts'
import styles from './InviteSheet.module.css'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { designTexts } from '../../design/texts.ts'
import { shellTexts } from '../texts.ts'
import { walletShellTexts } from '../wallet/texts.ts'

const QrCode = lazy(async () => ({ default: (await import('../../design/QrCode/QrCode.tsx')).QrCode }))

/** The account's invitation: code, QR code and the link to copy. Before sign-in, the step that leads there. */
export function InviteSheet() {
  const texts = useTexts(shellTexts)
  const open = useShellStore(({ sheet }) => sheet === 'invite')
  const code = useAppStore(({ userInfo }) => userInfo?.invite_code ?? null)
  return (
    <Sheet open={open} onClose={() => closeSheet('invite')} title={texts.inviteFriends}>
      {code === null ? <WayToTheCode /> : <Invitation code={code} />}
    </Sheet>
  )
}

function Invitation({ code }: { code: string }) {
  const texts = useTexts(shellTexts)
  const words = useTexts(designTexts)
  const sharing = useTexts(walletShellTexts)
  const link = inviteLink(window.location.origin, code)
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState(false)

  async function copy() {
    const copied = await copyText(link)
    setRefused(!copied)
    if (copied) return toast(words.copied, { kind: 'good' })
    field.current?.focus()
    field.current?.select()
  }

  async function share() {
    try {
      await navigator.share({ title: texts.appName, text: sharing.shareText, url: link })
    } catch (error) {
      // Closing the device's own sheet is no fault; where it fails, the link is copied instead.
      if ((error as Error).name !== 'AbortError') await copy()
    }
  }

  return (
    <div className={styles.invitation}>
      <Suspense fallback={<Skeleton shape="block" height="200px" width="200px" />}>
        <QrCode text={link} label={texts.inviteQr} />
      </Suspense>
      <div>
        <div className={styles.label}>{texts.inviteCode}</div>
        <div className={styles.code}>{code}</div>
      </div>
      <p className={styles.hint}>{texts.inviteHint}</p>
      <input
        ref={field}
        className={styles.link}
        readOnly
        aria-label={texts.inviteLink}
        value={link}
        onFocus={(event) => event.target.select()}
      />
      {refused && (
        <p className={styles.refused} role="alert">
          {words.copyByHand}
        </p>
      )}
      <div className={styles.ways}>
        {'share' in navigator && (
          <Button variant="secondary" wide icon="external" onClick={() => void share()}>
            {sharing.share}
          </Button>
        )}
        <Button wide icon="copy" onClick={() => void copy()}>
          {texts.copyLink}
        </Button>
      </div>
    </div>
  )
}

function WayToTheCode() {
  const texts = useTexts(shellTexts)
  const connected = useAppStore(({ address }) => address !== null)
  const signing = useAppStore(({ signInStatus }) => signInStatus === 'signing')
  let text: ReactNode = texts.inviteNeedsWallet
  let action = <Button onClick={() => void connectWallet()}>{texts.connectWallet}</Button>
  if (connected) {
    text = texts.inviteNeedsSignIn
    action = (
      <Button busy={signing} onClick={() => void signIn()}>
        {signing ? texts.signingIn : texts.signIn}
      </Button>
    )
  }
  return <EmptyState icon="gift" title={texts.inviteFriends} text={text} action={action} />
}
