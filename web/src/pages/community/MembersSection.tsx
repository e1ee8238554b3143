import type { FanItem } from '@galx/protocol/http/community'
import { useState } from 'react'
import { getFans } from '../../core/api/mainApi.ts'
import { usePages } from '../../core/api/usePages.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Amount } from '../../design/Amount/Amount.tsx'
import { Avatar } from '../../design/Avatar/Avatar.tsx'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { PositionRow } from '../../design/PositionRow/PositionRow.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { SegmentedControl } from '../../design/SegmentedControl/SegmentedControl.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { StatusBadge } from '../../invitation/StatusBadge.tsx'
import { openSheet } from '../../shell/shellStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import type { CommunityState } from '../../invitation/communityState.ts'
import styles from './MembersSection.module.css'
import { communityTexts } from './texts.ts'

const PAGE = 20
type Sort = 'joined' | 'hashPower'

/** The direct members: pending members appear at once, bound members are permanent. Needs the account's own sign-in. */
export function MembersSection({ state }: { state: CommunityState }) {
  const texts = useTexts(communityTexts).members
  const [sort, setSort] = useState<Sort>('joined')
  const address = useAppStore((store) => store.address)
  const token = useAppStore((store) => store.userToken)
  const signedIn = address !== null && token !== null
  const pages = usePages(signedIn ? `${address} ${sort}` : null, (cursor) =>
    getFans({ cursor, limit: PAGE, sort }),
  )

  if (state.kind === 'notConnected' || state.kind === 'unreachable') return null

  const retry = (
    <Button variant="secondary" size="small" icon="refresh" onClick={pages.reload}>
      {texts.retry}
    </Button>
  )

  const content = () => {
    if (!signedIn) return <EmptyState icon="people" title={texts.signIn} />
    if (pages.status === 'failed') {
      return <ErrorState title={texts.failed} text={texts.failedText} action={retry} />
    }
    if (pages.status === 'loading') return <Rows />
    if (pages.items.length === 0) {
      return (
        <EmptyState
          icon="people"
          title={texts.empty}
          text={texts.emptyText}
          action={
            <Button variant="secondary" size="small" onClick={() => openSheet('invite')}>
              {texts.emptyAction}
            </Button>
          }
        />
      )
    }
    return (
      <>
        <ul>
          {pages.items.map((member) => (
            <MemberRow key={member.address} member={member} />
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

  const some = pages.items.length > 0
  return (
    <Section
      title={texts.title}
      action={
        some && pages.total !== null ? (
          <span className={styles.count}>{texts.count(...countsOf(pages.total, state))}</span>
        ) : undefined
      }
    >
      {some && pages.stale && (
        <Banner kind="warning" icon="offline" action={retry}>
          {texts.stale}
        </Banner>
      )}
      {some && (
        <SegmentedControl
          label={texts.sort}
          value={sort}
          onChange={setSort}
          options={[
            { value: 'joined', label: texts.byJoined },
            { value: 'hashPower', label: texts.byPower },
          ]}
        />
      )}
      <Card padding="rows">{content()}</Card>
    </Section>
  )
}

/**
 * The numbers of bound and pending members. A member is pending until its first stake. The list counts both kinds; the account's info
 * counts only bound members. Before the first block is indexed, every listed member is pending.
 */
function countsOf(total: number, state: CommunityState): [bound: string, pending: string] {
  const bound = state.kind === 'known' ? Math.min(state.info.team.direct ?? 0, total) : total
  return [String(bound), String(total - bound)]
}

function MemberRow({ member }: { member: FanItem }) {
  const texts = useTexts(communityTexts).members
  const config = useConfig()
  return (
    <PositionRow
      mark={<Avatar address={member.address} />}
      title={<AddressTag address={member.address} explorerUrl={config?.explorerUrl} />}
      detail={
        <span className={styles.detail}>
          <StatusBadge status={member.status}>{texts[member.status]}</StatusBadge>
          <RelativeTime at={member.joinedAt} />
        </span>
      }
      amount={
        <>
          <span className={styles.label}>{texts.power}</span>{' '}
          <Amount value={BigInt(member.hashPower)} most={2} />
        </>
      }
      gain={
        <>
          {texts.teamPower} <Amount value={BigInt(member.teamHashPower)} most={2} />
        </>
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
          title={<Skeleton inline width="7em" />}
          detail={<Skeleton inline width="9em" />}
          amount={<Skeleton inline width="5em" />}
          gain={<Skeleton inline width="4em" />}
        />
      ))}
    </ul>
  )
}
