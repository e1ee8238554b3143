import { Suspense, useEffect } from 'react'
import { shortenAddress } from '../../design/AddressTag/shortenAddress.ts'
import { useLocation } from '../../shell/navigation/useLocation.ts'
import { Button } from '../../design/Button/Button.tsx'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card, Page } from '../../design/Card/Card.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { InviterCard, teamOf } from '../../invitation/InviterCard.tsx'
import { useInvitePreview } from '../../invitation/useInvitePreview.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { saveInviteCode } from '../../app/navigation.ts'
import { landingCode, stepsOf } from './model.ts'
import { StartSteps } from './StartSteps.tsx'
import styles from './StartPage.module.css'
import { startTexts } from './texts.ts'

const WatchForm = lazyOrFallback(() => import('../../activity/WatchForm.tsx'))

/** /start: the inviter, then connect → sign in → bind, then staking. After a change of the wallet's account the app opens this page, too. */
export default function StartPage() {
  const texts = useTexts(startTexts)
  const { search } = useLocation()
  const saved = useAppStore((store) => store.inviteCode)
  const code = landingCode(search, saved)
  useKeptCode(code)

  const address = useAppStore((store) => store.address)
  const connection = useAppStore((store) => store.connection)
  const userToken = useAppStore((store) => store.userToken)
  const userInfo = useAppStore((store) => store.userInfo)
  const changed = useAppStore((store) => store.accountChanged)
  const steps = stepsOf({ address, connection, userToken, userInfo })

  return (
    <Page title={code === null ? texts.title : texts.invitedTitle} lead={texts.lead}>
      {code !== null && (
        <SectionBoundary name={texts.invitedTitle}>
          <Invitation code={code} binding={steps.bind === 'current'} />
        </SectionBoundary>
      )}
      {changed && address !== null && (
        <p role="status" className={styles.changed}>
          {texts.changed(shortenAddress(address, 6, 6))}
        </p>
      )}
      <SectionBoundary name={texts.title}>
        <StartSteps steps={steps} code={code === '' ? null : code} />
      </SectionBoundary>
      {address === null && (
        <Suspense>
          <WatchForm />
        </Suspense>
      )}
      {steps.finished && (
        <SectionBoundary name={texts.finishTitle}>
          <Card className={styles.finish}>
            <div role="status">
              <h2>{texts.finishTitle}</h2>
              <p>{texts.finishText}</p>
            </div>
            <ButtonLink to="/galx" variant="primary" wide>
              {texts.finish}
            </ButtonLink>
            <ButtonLink to="/community" variant="quiet" wide>
              {texts.toCommunity}
            </ButtonLink>
          </Card>
        </SectionBoundary>
      )}
    </Page>
  )
}

/**
 * Stores the link's code for /community once the person leaves this page or the account's info has loaded. Not before: with a saved code
 * the first load of the info would open /community, away from the steps of this page.
 */
function useKeptCode(code: string | null) {
  const settled = useAppStore(
    (store) => store.userInfoStatus === 'loaded' || store.userInfoStatus === 'failed',
  )
  useEffect(() => {
    if (code === null || code === '') return
    const keep = () => {
      if (useAppStore.getState().inviteCode !== code) saveInviteCode(code)
    }
    // Waits a moment: the code that loads the info looks for a saved code right after it has stored the info.
    const timer = settled ? setTimeout(keep, 0) : undefined
    return () => {
      clearTimeout(timer)
      if (!window.location.hash.startsWith('#/start')) keep()
    }
  }, [code, settled])
}

/** @param binding whether the bind form is shown, which itself reports an invalid code */
function Invitation({ code, binding }: { code: string; binding: boolean }) {
  const texts = useTexts(startTexts)
  const { preview, retry } = useInvitePreview(code)
  if (binding && (preview.status === 'invalid' || preview.status === 'unreachable')) return null
  if (code === '' || preview.status === 'invalid') {
    return (
      <Card>
        <p role="alert" className={styles.bad}>
          {texts.invalid}
        </p>
      </Card>
    )
  }
  if (preview.status === 'unreachable') {
    return (
      <Card className={styles.finish}>
        <p role="alert">{texts.unreachable}</p>
        <Button variant="secondary" wide icon="refresh" onClick={retry}>
          {texts.retry}
        </Button>
      </Card>
    )
  }
  const inviter = preview.status === 'found' ? preview.inviter : null
  return (
    <Card>
      <InviterCard
        label={inviter === null ? texts.lookingUp : texts.invitedBy}
        address={inviter?.address ?? null}
        detail={inviter === null ? ' ' : teamOf(inviter, texts.team)}
      />
    </Card>
  )
}
