import { groupThousands } from '@galx/protocol/units'
import { useConnection, useHead } from '../../core/chain/useChainRead.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { Icon, type IconName } from '../../design/Icon/Icon.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { checkFinal, checkHead, checkIndexed, verdictOf, type Check } from './model.ts'
import { statusTexts } from './texts.ts'
import type { StatusReadings } from './useStatus.ts'
import styles from './StatusPage.module.css'

const SIGNS: Record<Check, IconName> = {
  good: 'check',
  attention: 'warning',
  bad: 'close',
  unknown: 'clock',
}

/** Whether anything is wrong now, with the chain's head, the newest final block and the newest indexed block. */
export function Verdict({ readings, checks }: { readings: StatusReadings; checks: readonly Check[] }) {
  const texts = useTexts(statusTexts)
  const head = useHead()
  const connection = useConnection()
  const now = useChainNow(1_000)
  const { check, count } = verdictOf(checks)
  const final = valueOf(readings.final)
  const status = valueOf(readings.status)
  const indexed = status?.indexer.indexed ?? null
  const word = {
    good: [texts.verdict.good, texts.verdict.goodText],
    attention: [texts.verdict.attention(String(count)), texts.verdict.attentionText],
    bad: [texts.verdict.bad(String(count)), texts.verdict.attentionText],
    unknown: [texts.verdict.checking, ' '],
  }[check]

  /** Blocks behind the head; never negative, although the two readings are from different moments. */
  const behind = (block: bigint) =>
    head === null ? ' ' : texts.blocks.behind(String(head.number > block ? head.number - block : 0n))
  const unread = (state: Check) => (state === 'bad' ? texts.blocks.unread : texts.blocks.reading)
  const headCheck = checkHead(head, connection)
  const finalCheck = checkFinal(head, readings.final)
  const indexedCheck = checkIndexed(head, readings.status)
  const blocks = [
    {
      label: texts.blocks.head,
      check: headCheck,
      block: head?.number,
      note:
        head === null || now === null
          ? ' '
          : texts.blocks.age(String(Math.max(0, Math.floor(now - head.timestamp)))),
    },
    {
      label: texts.blocks.finalised,
      check: finalCheck,
      block: final?.number,
      note: final === undefined ? ' ' : behind(final.number),
    },
    {
      label: texts.blocks.indexed,
      check: indexedCheck,
      block: indexed === null ? undefined : BigInt(indexed.block),
      note: indexed === null ? ' ' : behind(BigInt(indexed.block)),
    },
  ]
  const group = (block: number | bigint) => groupThousands(String(block))

  return (
    <Card>
      <div className={styles.verdict}>
        <div className={styles.head} role="status">
          <span className={classNames(styles.sign, check !== 'unknown' && styles[check])}>
            <Icon name={SIGNS[check]} size={26} />
          </span>
          <div>
            <b>{word[0]}</b>
            <span className={styles.note}>{word[1]}</span>
          </div>
        </div>
        <ol className={styles.blocks}>
          {blocks.map((one) => (
            <li key={one.label}>
              <span className={classNames(styles.sign, one.check !== 'unknown' && styles[one.check])}>
                <Icon name={SIGNS[one.check]} size={15} />
              </span>
              <span className={styles.note}>{one.label}</span>
              {/* Changed words are a new element, so that nothing counts as moved. */}
              <b key={String(one.block === undefined)}>
                {one.block === undefined ? unread(one.check) : group(one.block)}
              </b>
              <span className={styles.note}>{one.note}</span>
            </li>
          ))}
        </ol>
        {status !== undefined && status.indexer.halted !== null && (
          <Banner kind="bad">{texts.blocks.halted(group(status.indexer.halted.block))}</Banner>
        )}
        <p className={classNames(styles.note, styles.standing)}>
          {status?.indexer.totals == null ? ' ' : texts.blocks.totals(group(status.indexer.totals.block))}
          <br />
          {status?.indexer.ranks == null ? ' ' : texts.blocks.ranks(group(status.indexer.ranks.block))}
        </p>
      </div>
    </Card>
  )
}
