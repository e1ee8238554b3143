import { Suspense, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { Button } from '../../design/Button/Button.tsx'
import { copyText } from '../../design/copyText.ts'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { connectWallet, signIn } from '../../core/wallet/connectWallet.ts'
import { loadUserInfo } from '../../core/session/loadUserInfo.ts'
import { useAppStore, type AppState } from '../../core/state/appStore.ts'
import { closeSheet, useShellStore } from '../shellStore.ts'
import { toast } from '../toast.ts'
import { communityState } from '../../invitation/communityState.ts'
import { inviteLink } from '../../invitation/inviteCode.ts'
import styles from './InviteSheet.module.css'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { designTexts } from '../../design/texts.ts'
import { shellTexts } from '../texts.ts'
import { walletShellTexts } from '../wallet/texts.ts'

const QrCode = lazyOrFallback(async () => ({
  default: (await import('../../design/QrCode/QrCode.tsx')).QrCode,
}))

/** The account's invitation: code, QR code and the link to copy. Before sign-in, the next step to the code. */
export function InviteSheet() {
  const texts = useTexts(shellTexts)
  const open = useShellStore(({ sheet }) => sheet === 'invite')
  // The state may still hold the info of an account that was connected before.
  const code = useAppStore(({ address, userInfo }) =>
    userInfo?.address === address ? (userInfo?.invite_code ?? null) : null,
  )
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
  const { invite } = sharing
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
      // Closing the device's own share sheet is not an error. If sharing fails, the link is copied instead.
      if ((error as Error).name !== 'AbortError') await copy()
    }
  }

  return (
    <div className={styles.invitation}>
      <Suspense fallback={<Skeleton shape="block" height="200px" width="200px" />}>
        <QrCode text={link} label={invite.qr} />
      </Suspense>
      <div>
        <div className={styles.label}>{invite.code}</div>
        <div className={styles.code}>{code}</div>
      </div>
      <p className={styles.hint}>{invite.hint}</p>
      <input
        ref={field}
        className={styles.link}
        readOnly
        aria-label={invite.link}
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

/** Shown in place of a missing code: the next step to the code, or a pending answer. */
function WayToTheCode() {
  const texts = useTexts(shellTexts)
  const { invite } = useTexts(walletShellTexts)
  const state = communityState(useAppStore(useShallow(whatIsKnown)))
  const signing = useAppStore(({ signInStatus }) => signInStatus === 'signing')
  // After a sign-in the info is read again, now with the code.
  const failed = useAppStore(({ userInfoStatus }) => userInfoStatus === 'failed')
  if (state.kind === 'notConnected') {
    return (
      <EmptyState
        icon="gift"
        title={texts.inviteFriends}
        text={invite.needsWallet}
        action={
          <Button busy={state.busy} onClick={() => void connectWallet()}>
            {texts.connectWallet}
          </Button>
        }
      />
    )
  }
  if (state.kind === 'known' && !state.signedIn) {
    return (
      <EmptyState
        icon="gift"
        title={texts.inviteFriends}
        text={invite.needsSignIn}
        action={
          <Button busy={signing} onClick={() => void signIn()}>
            {signing ? texts.signingIn : texts.signIn}
          </Button>
        }
      />
    )
  }
  if (failed) {
    return (
      <ErrorState
        title={invite.away}
        text={invite.awayText}
        action={
          <Button variant="secondary" size="small" icon="refresh" onClick={() => void loadUserInfo()}>
            {texts.retry}
          </Button>
        }
      />
    )
  }
  return (
    <div className={styles.invitation} aria-busy="true">
      <Skeleton shape="block" height="200px" width="200px" />
      <div className={styles.code}>
        <Skeleton inline width="8ch" />
      </div>
      <Skeleton shape="block" height="48px" />
    </div>
  )
}

function whatIsKnown({ address, connection, userInfo, userInfoStatus, userToken }: AppState) {
  return { address, connection, userInfo, userInfoStatus, userToken }
}
