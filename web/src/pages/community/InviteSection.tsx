import { Suspense } from 'react'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { CopyField } from '../../design/CopyField/CopyField.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { QrCode } from '../../design/QrCode/QrCode.tsx'
import { lazyWithRetry } from '../../design/lazy.tsx'
import { useOnDemand } from '../../design/useOnDemand.ts'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { inviteLink } from '../../invitation/inviteCode.ts'
import { loadUserInfo } from '../../core/session/loadUserInfo.ts'
import { connectWallet, signIn } from '../../core/wallet/connectWallet.ts'
import { openSheet } from '../../shell/shellStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import type { CommunityState } from '../../invitation/communityState.ts'
import styles from './InviteSection.module.css'
import { communityTexts } from './texts.ts'

const InvitePictureSheet = lazyWithRetry(() => import('./picture/InvitePictureSheet.tsx'))

/** The account's invite code as text, QR and link. Only a user who is signed in with the account sees the code. */
export function InviteSection({ state }: { state: CommunityState }) {
  const texts = useTexts(communityTexts).invite
  const signing = useAppStore((store) => store.signInStatus === 'signing')

  const content = () => {
    switch (state.kind) {
      case 'notConnected':
        return (
          <EmptyState
            icon="people"
            title={texts.notConnected}
            text={texts.notConnectedText}
            action={
              <Button busy={state.busy} onClick={() => void connectWallet()}>
                {texts.connect}
              </Button>
            }
          />
        )
      case 'loading':
        return <InviteSkeleton />
      case 'unreachable':
        return (
          <ErrorState
            title={texts.unreachable}
            text={texts.unreachableText}
            action={
              <Button variant="secondary" size="small" icon="refresh" onClick={() => void loadUserInfo()}>
                {texts.retry}
              </Button>
            }
          />
        )
      case 'known': {
        const code = state.info.invite_code
        if (code !== null) return <Invitation code={code} />
        if (state.signedIn) return <InviteSkeleton />
        return (
          <EmptyState
            icon="shield"
            title={texts.signIn}
            text={texts.signInText}
            action={
              <Button busy={signing} onClick={() => void signIn()}>
                {texts.signInButton}
              </Button>
            }
          />
        )
      }
    }
  }

  return (
    <Section title={texts.title}>
      <Card>{content()}</Card>
    </Section>
  )
}

function Invitation({ code }: { code: string }) {
  const texts = useTexts(communityTexts).invite
  const link = inviteLink(window.location.origin, code)
  const sheet = useOnDemand()
  return (
    <div className={styles.invitation}>
      <QrCode text={link} label={texts.qr} size={132} />
      <div className={styles.code}>
        <p className={styles.label}>{texts.code}</p>
        <p className={styles.figure}>{code}</p>
        <p className={styles.label}>{texts.explain}</p>
      </div>
      <div className={styles.link}>
        <CopyField label={texts.link} value={link} />
        <Button wide icon="people" onClick={() => openSheet('invite')}>
          {texts.open}
        </Button>
        <Button variant="quiet" size="small" onClick={sheet.open}>
          {texts.picture}
        </Button>
      </div>
      {sheet.isUsed && (
        <Suspense>
          <InvitePictureSheet code={code} link={link} open={sheet.isOpen} onClose={sheet.close} />
        </Suspense>
      )}
    </div>
  )
}

function InviteSkeleton() {
  return (
    <div className={styles.invitation} aria-busy="true">
      <Skeleton shape="block" width="132px" height="132px" />
      <div className={styles.code}>
        <Skeleton inline width="5em" />
        <p className={styles.figure}>
          <Skeleton inline width="8ch" />
        </p>
        <Skeleton inline width="10em" />
      </div>
      <div className={styles.link}>
        <Skeleton shape="block" height="72px" />
        <Skeleton shape="block" height="48px" />
      </div>
    </div>
  )
}
