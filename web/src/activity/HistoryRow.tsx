import { Suspense } from 'react'
import { useConfig } from '../core/config/configStore.ts'
import { AddressTag } from '../design/AddressTag/AddressTag.tsx'
import { Amount } from '../design/Amount/Amount.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { said } from '../design/Amount/said.tsx'
import { classNames } from '../design/classNames.ts'
import { Icon, type IconName } from '../design/Icon/Icon.tsx'
import { PositionRow } from '../design/PositionRow/PositionRow.tsx'
import { lazyOrFallback } from '../design/lazy.tsx'
import { exactTime } from '../design/RelativeTime/relativeTime.ts'
import { RelativeTime } from '../design/RelativeTime/RelativeTime.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { HistoryItem } from './source.ts'
import { activityTexts } from './texts.ts'
import styles from './HistoryList.module.css'

const FailureText = lazyOrFallback(() => import('./FailureText.tsx'))

type Kind = HistoryItem['kind'] | 'early'

const ICONS: Record<Kind, IconName> = {
  stake: 'plus',
  unstake: 'minus',
  early: 'clock',
  exit: 'minus',
  claim: 'gift',
  forfeit: 'warning',
  deposit: 'plus',
  withdraw: 'minus',
  level: 'power',
  mintPass: 'plus',
  sendPass: 'minus',
  receivePass: 'plus',
  unbondPass: 'minus',
  bonus: 'gift',
}

function some(amount: string | null): amount is string {
  return amount !== null && BigInt(amount) > 0n
}

/** One step of the account: its kind, time and amount, and its cost or payment. */
export function HistoryRow({ item }: { item: HistoryItem }) {
  const texts = useTexts(activityTexts)
  const config = useConfig()
  const pool = item.pool === null ? undefined : config?.pools[item.pool]
  const tokens = [pool?.stakeToken ?? item.token, pool?.pairToken ?? item.pairToken]
    .filter((token) => token !== null)
    .join(' + ')
  const kind: Kind = item.kind === 'unstake' && some(item.penalty) ? 'early' : item.kind
  const hasLock = item.kind === 'stake' && item.unlockAt != null && item.unlockAt > item.at
  return (
    <PositionRow
      mark={
        <span className={classNames(styles.mark, styles[item.status])}>
          <Icon name={ICONS[kind]} size={18} />
        </span>
      }
      title={
        <>
          {kind === 'level' && item.subject !== null ? texts.level(item.subject) : texts.kind[kind]}
          {item.status !== 'confirmed' && (
            <span className={classNames(styles.badge, styles[item.status])}>{texts.status[item.status]}</span>
          )}
        </>
      }
      detail={
        <span className={styles.detail}>
          {hasLock && (
            <span className={styles.line}>{texts.unlocks(exactTime(item.unlockAt ?? 0).slice(0, 10))}</span>
          )}
          {!hasLock && <span>{tokens} </span>}
          <span>{item.status === 'pending' ? texts.status.pending : <RelativeTime at={item.at} />}</span>
          {item.status === 'failed' && item.reason !== null && (
            <span className={styles.reason}>
              <Suspense>
                <FailureText reason={item.reason} />
              </Suspense>
            </span>
          )}
        </span>
      }
      amount={
        <>
          {item.amount !== null && (
            <Amount
              value={BigInt(item.amount)}
              token={item.token}
              gain={item.kind === 'claim' || item.kind === 'bonus'}
            />
          )}
          {item.pairToken !== null && some(item.pairAmount) && (
            <span className={styles.pair}>
              {'+ '}
              <Amount value={BigInt(item.pairAmount)} token={item.pairToken} />
            </span>
          )}
          {item.rewardToken !== null && some(item.reward) && (
            <span className={styles.pair}>
              <Amount value={BigInt(item.reward)} token={item.rewardToken} gain />
            </span>
          )}
        </>
      }
      gain={
        <>
          {some(item.penalty) && (
            <span className={styles.cost}>
              {said(texts.penalty(`${ownText(amountText(BigInt(item.penalty)))} ${item.token}`))}
            </span>
          )}
          <AddressTag address={item.txHash} what="transaction" explorerUrl={config?.explorerUrl} />
        </>
      }
    />
  )
}
