import type { ActivityItem } from '@galx/protocol/http/activity'
import { getActivity } from '../core/api/mainApi.ts'
import { usePages } from '../core/api/usePages.ts'
import { useConfig } from '../core/config/configStore.ts'
import { AddressTag } from '../design/AddressTag/AddressTag.tsx'
import { Amount } from '../design/Amount/Amount.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { Button } from '../design/Button/Button.tsx'
import { Card, Section } from '../design/Card/Card.tsx'
import { classNames } from '../design/classNames.ts'
import { EmptyState } from '../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../design/ErrorState/ErrorState.tsx'
import { Icon, type IconName } from '../design/Icon/Icon.tsx'
import { PositionRow } from '../design/PositionRow/PositionRow.tsx'
import { RelativeTime } from '../design/RelativeTime/RelativeTime.tsx'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { signIn } from '../core/session/signIn.ts'
import { useAppStore } from '../core/state/appStore.ts'
import styles from './HistorySection.module.css'

const PAGE = 10

/** What the account did, from the API: reported ones at once as pending. Says so when the API cannot be reached. */
export default function HistorySection() {
  const texts = useTexts().galx.history
  const address = useAppStore((state) => state.address)
  const token = useAppStore((state) => state.userToken)
  const signing = useAppStore((state) => state.signInStatus === 'signing')
  const down = useAppStore((state) => state.mainApi === 'down')
  const signedIn = address !== null && token !== null
  const pages = usePages(signedIn ? address : null, (cursor) => getActivity({ cursor, limit: PAGE }))

  const content = () => {
    if (!signedIn) {
      return (
        <EmptyState
          icon="receipt"
          title={texts.signIn}
          text={texts.signInText}
          action={
            <Button variant="secondary" size="small" busy={signing} onClick={() => void signIn()}>
              {texts.signInButton}
            </Button>
          }
        />
      )
    }
    if (pages.status === 'failed' || (down && pages.items.length === 0)) {
      return (
        <ErrorState
          title={texts.unreachable}
          text={texts.unreachableText}
          action={
            <Button variant="secondary" size="small" icon="refresh" onClick={pages.reload}>
              {texts.retry}
            </Button>
          }
        />
      )
    }
    if (pages.status === 'loading') return <Rows />
    if (pages.items.length === 0)
      return <EmptyState icon="receipt" title={texts.empty} text={texts.emptyText} />
    return (
      <>
        <ul>
          {pages.items.map((item) => (
            <ActivityRow key={item.id} item={item} />
          ))}
        </ul>
        {pages.hasMore && (
          <div className={styles.more}>
            <Button variant="quiet" size="small" busy={pages.loadingMore} onClick={pages.loadMore}>
              {texts.more}
            </Button>
          </div>
        )}
      </>
    )
  }

  return (
    <Section
      title={texts.title}
      action={
        signedIn && pages.total !== null && pages.total > 0 ? (
          <span className={styles.count}>{texts.count(String(pages.total))}</span>
        ) : undefined
      }
    >
      <Card padding="rows">{content()}</Card>
    </Section>
  )
}

const ICONS: Record<ActivityItem['kind'], IconName> = {
  stake: 'plus',
  unstake: 'minus',
  exit: 'minus',
  claim: 'gift',
  forfeit: 'warning',
}

function ActivityRow({ item }: { item: ActivityItem }) {
  const texts = useTexts().galx
  const config = useConfig()
  const pending = item.status === 'pending'
  return (
    <PositionRow
      mark={
        <span className={classNames(styles.mark, styles[item.status])}>
          <Icon name={ICONS[item.kind]} size={18} />
        </span>
      }
      title={
        <>
          {texts.history.kind[item.kind]}
          {item.status !== 'confirmed' && (
            <span className={classNames(styles.badge, styles[item.status])} title={item.reason ?? undefined}>
              {texts.history.status[item.status]}
            </span>
          )}
        </>
      }
      detail={
        <>
          {texts.poolName[item.pool]} ·{' '}
          {pending ? texts.history.status.pending : <RelativeTime at={item.at} />}
        </>
      }
      amount={
        <>
          <Amount value={BigInt(item.amount)} token={item.token} gain={item.kind === 'claim'} />
          {item.pairToken !== null && item.pairAmount !== null && BigInt(item.pairAmount) > 0n && (
            <span className={styles.pair}>
              {'+ '}
              <Amount value={BigInt(item.pairAmount)} token={item.pairToken} />
            </span>
          )}
          {item.rewardToken !== null && item.reward !== null && BigInt(item.reward) > 0n && (
            <span className={styles.pair}>
              <Amount value={BigInt(item.reward)} token={item.rewardToken} gain />
            </span>
          )}
        </>
      }
      gain={
        item.penalty !== null && BigInt(item.penalty) > 0n ? (
          texts.history.penalty(`${amountText(BigInt(item.penalty))} ${item.token}`)
        ) : (
          <AddressTag address={item.txHash} what="transaction" keep={4} explorerUrl={config?.explorerUrl} />
        )
      }
    />
  )
}

function Rows() {
  return (
    <ul aria-busy="true">
      {[0, 1, 2].map((row) => (
        <PositionRow
          key={row}
          mark={<Skeleton shape="round" width="38px" height="38px" />}
          title={<Skeleton inline width="4em" />}
          detail={<Skeleton inline width="7em" />}
          amount={<Skeleton inline width="6em" />}
          gain={<Skeleton inline width="5em" />}
        />
      ))}
    </ul>
  )
}
