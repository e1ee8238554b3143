import type { RankData, RankOfAccount } from '@galx/protocol/http/rank'
import type { ReactNode } from 'react'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import { connectWallet } from '../../core/wallet/connectWallet.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { Avatar } from '../../design/Avatar/Avatar.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { ButtonLink } from '../../design/Button/ButtonLink.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { BONUS_TOKEN, nameOf, standingOf, type Board, type Standing } from './model.ts'
import { rankTexts } from './texts.ts'
import styles from './MyPlace.module.css'

/** The account's own place, pinned to the foot of the screen: its rank, and the distance to the place above. */
export function MyPlace({ board, reading }: { board: Board; reading: Reading<RankData> }) {
  const texts = useTexts(rankTexts)
  const address = useAppStore((state) => state.address)
  const connecting = useAppStore(({ connection }) =>
    ['searching', 'choosing', 'connecting'].includes(connection),
  )
  const me = valueOf(reading)?.me ?? null
  /** A place in a closed epoch is final, so there is no next step. */
  const isPast = board === 'epoch'

  const content = (): ReactNode => {
    if (address === null)
      return (
        <>
          <span className={styles.who}>{texts.connect}</span>
          <Button variant="secondary" size="small" busy={connecting} onClick={() => void connectWallet()}>
            {texts.connectButton}
          </Button>
        </>
      )
    if (me === null || me.address !== address)
      return (
        <span className={styles.who}>
          {reading.status === 'failed' ? texts.failed : <Skeleton inline width="12em" />}
        </span>
      )
    const standing = standingOf(board, me)
    if (standing.kind !== 'top' && standing.kind !== 'ranked')
      return <NoPlace board={board} me={me} standing={standing} />
    return <RankedPlace me={me} standing={standing} isPast={isPast} />
  }

  return (
    <section className={styles.pinned} aria-label={texts.mine}>
      {content()}
    </section>
  )
}

type PlaceProps<Kind extends Standing['kind']> = {
  me: RankOfAccount
  standing: Extract<Standing, { kind: Kind }>
}

/** An account that is not on the board: the next step to a place. */
function NoPlace({ board, me, standing }: PlaceProps<'noPass' | 'noPower' | 'noPoints'> & { board: Board }) {
  const texts = useTexts(rankTexts)
  return (
    <>
      <Avatar address={me.address} size={40} />
      <span className={styles.who}>
        <b>
          {texts.you}
          <span className={styles.tag}>{texts.noPlace}</span>
        </b>
        <span className={styles.detail}>{said(missingText(standing))}</span>
      </span>
      {wayOf(standing, me.node !== null)}
    </>
  )

  function missingText(standing: Extract<Standing, { kind: 'noPass' | 'noPower' | 'noPoints' }>): string {
    if (standing.kind === 'noPoints') return texts.noPoints
    if (standing.kind === 'noPass') return texts.noPass
    if (standing.missing !== null) return texts.enter(ownText(amountText(standing.missing, 18, 2, 2)))
    return board === 'staker' ? texts.noPower : texts.noTeam
  }

  function wayOf({ kind }: Standing, isHolder: boolean): ReactNode {
    const [to, label] =
      kind === 'noPass' || (kind === 'noPoints' && !isHolder)
        ? ['/mcm', texts.getPass]
        : board === 'staker'
          ? ['/galx', texts.stake]
          : ['/community', texts.invite]
    return (
      <ButtonLink to={to} variant="secondary" size="small">
        {label}
      </ButtonLink>
    )
  }
}

/** An account's place on the board, and its distance to the place above. */
function RankedPlace({ me, standing, isPast }: PlaceProps<'top' | 'ranked'> & { isPast: boolean }) {
  const texts = useTexts(rankTexts)
  return (
    <>
      <span className={styles.rank}>
        <b>{standing.rank.toLocaleString('en-US')}</b>
        <span>{texts.place}</span>
      </span>
      <Avatar address={me.address} size={40} />
      <span className={styles.who}>
        <b>
          <span className={styles.name}>{nameOf(me)}</span>
          <span className={styles.tag}>{texts.you}</span>
        </b>
        <span className={styles.detail}>
          {standing.kind === 'top'
            ? isPast
              ? texts.wasFirst
              : texts.first
            : said(
                (isPast ? texts.behind : texts.next)(
                  ownText(amountText(standing.missing, 18, 2, 2)),
                  standing.next.toLocaleString('en-US'),
                ),
              )}
        </span>
      </span>
      <span className={styles.power}>
        <Amount value={BigInt(me.hashPower)} most={2} />
        {me.bonus === undefined ? (
          <span className={styles.detail}>{texts.members(me.members.toLocaleString('en-US'))}</span>
        ) : (
          <span className={styles.bonus}>
            <span className="visually-hidden">{texts.bonus}</span>
            <Amount value={BigInt(me.bonus)} token={BONUS_TOKEN} most={4} gain />
          </span>
        )}
      </span>
    </>
  )
}
