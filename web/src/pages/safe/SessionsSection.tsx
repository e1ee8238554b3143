import type { SessionItem } from '@galx/protocol/http/session'
import { useState } from 'react'
import { getSessions, revokeSession } from '../../core/api/sessionApi.ts'
import { ApiError } from '../../core/api/client.ts'
import { useServerRead } from '../../core/api/useServerRead.ts'
import { signOut } from '../../core/session/signOut.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { connectWallet, signIn } from '../../core/wallet/connectWallet.ts'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { toast } from '../../design/Toast/toast.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { deviceOf } from './device.ts'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

/** The devices on which the account is signed in, from the server, each with a button that signs it out. */
export function SessionsSection() {
  const texts = useTexts(safeTexts).sessions
  const address = useAppStore((state) => state.address)
  const token = useAppStore((state) => state.userToken)
  const signing = useAppStore((state) => state.signInStatus === 'signing')
  if (address !== null && token !== null) return <Listed key={`${address} ${token}`} name={token} />
  return (
    <Section title={texts.title}>
      <Card padding="rows">
        <EmptyState
          icon="shield"
          title={address === null ? texts.connect : texts.signIn}
          action={
            <Button
              variant="secondary"
              size="small"
              busy={signing}
              onClick={() => void (address === null ? connectWallet() : signIn())}
            >
              {address === null ? texts.connectButton : texts.signInButton}
            </Button>
          }
        />
      </Card>
    </Section>
  )
}

function Listed({ name }: { name: string }) {
  const { sessions: texts, retry } = useTexts(safeTexts)
  const { reading, reload } = useServerRead(`sessions ${name}`, getSessions)
  const [ending, setEnding] = useState<string | null>(null)
  const list = valueOf(reading)?.list

  async function end({ id, current }: SessionItem) {
    setEnding(id)
    try {
      const ended = current ? await signOut() : (await revokeSession(id)).revoked > 0
      toast(ended ? texts.revoked : texts.notEnded, { kind: ended ? 'good' : 'bad' })
    } catch (error) {
      // A message has given the reason.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setEnding(null)
      reload()
    }
  }

  return (
    <Section
      title={texts.title}
      action={list === undefined ? undefined : <span className={styles.note}>{list.length}</span>}
    >
      <Card padding="rows">
        {(reading.status === 'failed' || reading.status === 'stale') && (
          <ErrorState
            title={texts.failed}
            text={texts.failedText}
            action={
              <Button variant="secondary" size="small" icon="refresh" onClick={reload}>
                {retry}
              </Button>
            }
          />
        )}
        {reading.status === 'loading' && <Skeleton shape="block" height="128px" />}
        <ul className={styles.list}>
          {list?.map((session) => (
            <Row
              key={session.id}
              session={session}
              busy={ending === session.id}
              onEnd={() => void end(session)}
            />
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function Row({ session, busy, onEnd }: { session: SessionItem; busy: boolean; onEnd: () => void }) {
  const texts = useTexts(safeTexts).sessions
  const device = deviceOf(session.userAgent) ?? texts.device
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon name={session.current ? 'wallet' : 'globe'} size={20} />
      </span>
      <span className={styles.body}>
        <span className={styles.device}>
          <b>{device}</b>
          {session.current && <span className={styles.tag}>{texts.current}</span>}
        </span>
        <span className={styles.times}>
          <span>
            {texts.signedIn} <RelativeTime at={session.createdAt} />
          </span>{' '}
          <span>
            {texts.expires} <RelativeTime at={session.expiresAt} />
          </span>
        </span>
      </span>
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        aria-label={texts.revokeOf(device)}
        onClick={onEnd}
      >
        {texts.revoke}
      </Button>
    </li>
  )
}
