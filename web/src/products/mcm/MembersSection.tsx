import type { FanItem } from '@galx/protocol/http/community'
import { useState } from 'react'
import { getFans } from '../../core/api/mainApi.ts'
import { usePages, type Pages } from '../../core/api/usePages.ts'
import { accountInPool } from '../../core/chain/reads.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { connectWallet, signIn } from '../../core/wallet/connectWallet.ts'
import { AddressTag } from '../../design/AddressTag/AddressTag.tsx'
import { Amount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { Avatar } from '../../design/Avatar/Avatar.tsx'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { PositionRow } from '../../design/PositionRow/PositionRow.tsx'
import { RelativeTime } from '../../design/RelativeTime/RelativeTime.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { StatusBadge } from '../../invitation/StatusBadge.tsx'
import { mcmTexts } from './texts.ts'
import styles from './mcm.module.css'

const PAGE = 20
/** An inviter's members count up to this multiple of the inviter's own weight. */
const CAP = 5n

type Summary = { key: string; bound: number; pending: number; weight: bigint | null }

/** The direct members, each with its stake in MCM; pending members are counted separately. Needs the account's own sign-in. */
export function MembersSection() {
  const texts = useTexts(mcmTexts).members
  const address = useAppStore((state) => state.address)
  const token = useAppStore((state) => state.userToken)
  const signing = useAppStore((state) => state.signInStatus === 'signing')
  const connecting = useAppStore(({ connection }) =>
    ['searching', 'choosing', 'connecting'].includes(connection),
  )
  const [summary, setSummary] = useState<Summary | null>(null)
  const key = address !== null && token !== null ? `${address} mcm` : null
  const pages = usePages(key, async (cursor) => {
    const page = await getFans({ cursor, limit: PAGE, pool: 'mcm' })
    // Only the first page has the sums.
    if (cursor === undefined)
      setSummary({
        key: key ?? '',
        bound: page.total - page.pending,
        pending: page.pending,
        weight: page.weight === null ? null : BigInt(page.weight),
      })
    return page
  })

  const retry = (
    <Button variant="secondary" size="small" icon="refresh" onClick={pages.reload}>
      {texts.retry}
    </Button>
  )

  if (address === null || key === null) {
    const [title, text, button] =
      address === null
        ? [texts.connect, texts.connectText, texts.connectButton]
        : [texts.signIn, texts.signInText, texts.signInButton]
    return (
      <Section title={texts.title}>
        <Card padding="rows">
          {/* Changed words are new elements, so that nothing on the screen counts as moved. */}
          <EmptyState
            key={title}
            icon="people"
            title={title}
            text={text}
            action={
              <Button
                size="small"
                busy={address === null ? connecting : signing}
                onClick={() => void (address === null ? connectWallet() : signIn())}
              >
                {button}
              </Button>
            }
          />
        </Card>
      </Section>
    )
  }
  if (pages.status === 'failed') {
    return (
      <Section title={texts.title}>
        <Card padding="rows">
          <ErrorState title={texts.failed} text={texts.failedText} action={retry} />
        </Card>
      </Section>
    )
  }
  return (
    <>
      {pages.stale && (
        <Banner kind="warning" icon="offline" action={retry}>
          {texts.stale}
        </Banner>
      )}
      <Section title={texts.title}>
        <Card>
          <Figures summary={summary?.key === key ? summary : null} />
        </Card>
      </Section>
      <Section
        title={texts.list}
        action={
          pages.total === null ? undefined : (
            <span className={styles.count}>{texts.count(String(pages.total))}</span>
          )
        }
      >
        <Card padding="rows">
          <MemberList pages={pages} />
        </Card>
      </Section>
    </>
  )
}

/** The numbers of bound and pending members, the total stake of the bound members, and the part that counts. */
function Figures({ summary }: { summary: Summary | null }) {
  const { members: texts, unknown } = useTexts(mcmTexts)
  const own = valueOf(useChainRead(accountInPool('mcm')))?.weight
  const waiting = <Skeleton inline width="3ch" />
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{texts.bound}</dt>
        <dd>{summary === null ? waiting : summary.bound.toLocaleString('en-US')}</dd>
      </div>
      <div>
        <dt>{texts.pending}</dt>
        <dd>
          {summary === null ? waiting : summary.pending.toLocaleString('en-US')}
          <p className={styles.small}>{texts.pendingText}</p>
        </dd>
      </div>
      <div className={styles.wide}>
        <dt>{texts.weight}</dt>
        <dd>
          {summary === null ? (
            <Skeleton inline width="8ch" />
          ) : summary.weight === null ? (
            unknown
          ) : (
            <Amount value={summary.weight} most={2} />
          )}
          <p className={styles.small}>
            {summary?.weight === null
              ? texts.weightMany
              : own === undefined
                ? ' '
                : said(`${texts.cap} ${texts.capText(ownText(amountText(own * CAP, 18, 2, 2)))}`)}
          </p>
        </dd>
      </div>
    </dl>
  )
}

/** The members themselves, a page at a time. */
function MemberList({ pages }: { pages: Pages<FanItem> }) {
  const texts = useTexts(mcmTexts).members
  if (pages.status === 'loading') return <Rows />
  if (pages.items.length === 0) {
    return (
      <EmptyState
        icon="people"
        title={texts.empty}
        text={texts.emptyText}
        action={
          <ButtonLink to="/community" size="small">
            {texts.emptyAction}
          </ButtonLink>
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

function MemberRow({ member }: { member: FanItem }) {
  const { members: texts, unknown } = useTexts(mcmTexts)
  const config = useConfig()
  return (
    <PositionRow
      mark={<Avatar address={member.address} />}
      title={<AddressTag address={member.address} explorerUrl={config?.explorerUrl} />}
      detail={
        <span className={styles.detail}>
          <StatusBadge status={member.status}>{texts[member.status]}</StatusBadge>
          {member.node && <span className={styles.node}>{texts.node}</span>}
          <RelativeTime at={member.joinedAt} />
        </span>
      }
      amount={member.weight === null ? unknown : <Amount value={BigInt(member.weight)} most={2} />}
      gain={texts.power}
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
