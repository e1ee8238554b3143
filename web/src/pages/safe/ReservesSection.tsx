import { useConfig } from '../../core/config/configStore.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import type { Cover, Range } from '../../core/chain/poolDebts.ts'
import { useConnection } from '../../core/chain/useChainRead.ts'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { ReserveBar } from '../../design/ReserveBar/ReserveBar.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { TokenBadge } from '../../design/TokenBadge/TokenBadge.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { shortAmountText, shownCost } from '../../staking/format.ts'
import { poolName } from '../../staking/names.ts'
import { COLOURS } from './look.ts'
import type { Check } from './model.ts'
import type { Safety } from './readings.ts'
import { reservesOf, type Reserve } from './reserves.ts'
import { ReadAgain } from './ReadAgain.tsx'
import { safeTexts } from './texts.ts'
import styles from './SafePage.module.css'

const CHECKS: Record<Cover, Check> = {
  covered: 'good',
  partly: 'attention',
  short: 'bad',
  unread: 'unknown',
}

/** Each contract's holdings of each token, a line each; behind the line its debts, at the same block. */
export function ReservesSection({ reading }: { reading: Reading<Safety> }) {
  const texts = useTexts(safeTexts).reserves
  const config = useConfig()
  const down = useConnection() === 'down'
  const safety = valueOf(reading)
  const current = reading.status === 'fresh' && !down
  const failed = reading.status === 'failed'
  const reserves = safety === undefined || config === null ? [] : reservesOf(safety, config)
  return (
    <Section title={texts.title} action={<span className={styles.note}>{texts.lead}</span>}>
      <Card padding="rows">
        {failed && <ErrorState title={texts.failed} text={texts.failedText} action={<ReadAgain />} />}
        {!failed && safety === undefined && <Skeleton shape="block" height="480px" />}
        {reserves.length > 0 && (
          <ul className={classNames(styles.list, styles.reserves)}>
            {reserves.map((one) => (
              <Row key={`${one.holder} ${one.token}`} reserve={one} current={current} />
            ))}
          </ul>
        )}
      </Card>
      {safety !== undefined && (
        <div className={styles.notes}>
          {safety.poolCount !== null && safety.poolCount !== safety.pools.length && (
            <p className={styles.note}>{texts.newPools(String(safety.poolCount))}</p>
          )}
          {reserves.some(({ cover }) => cover === 'partly') && <p className={styles.note}>{texts.partly}</p>}
          <p className={styles.note}>{texts.uncounted}</p>
        </div>
      )}
    </Section>
  )
}

/** A part of the whole, only for drawing. */
function share(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000
}

function Row({ reserve, current }: { reserve: Reserve; current: boolean }) {
  const { reserves: texts, contracts } = useTexts(safeTexts)
  const { holder, token, held, principal, rewards, future, cover, whole, pools } = reserve
  const amount = (wei: bigint) => shortAmountText(wei, token)
  const range = ({ least, most }: Range) => {
    const [low, high] = [amount(least), amount(shownCost(most))]
    return low === high ? low : texts.between(low, high)
  }
  const least = principal.least + rewards + future
  const owed = range({ least, most: principal.most + rewards + future })
  const rest = held === null ? 0n : held - least
  const check = current ? CHECKS[cover] : 'unknown'
  return (
    <li>
      <details className={styles.reserve}>
        <summary>
          <TokenBadge symbol={token} size={36} />
          <span className={styles.body}>
            <b>
              {token} · {contracts.names[holder]}
            </b>
            <span className={styles.note}>
              {texts.held} {held === null ? '—' : amount(held)}
            </span>
          </span>
          <span className={classNames(styles.state, COLOURS[check])}>
            {current ? texts.cover[cover] : texts.stale}
          </span>
        </summary>
        <div className={styles.amounts}>
          {cover !== 'unread' && held !== null && (
            <>
              <ReserveBar
                token={token}
                parts={[share(principal.least, held), share(rewards, held), share(future, held)]}
                short={cover === 'short'}
              />
              <dl className={styles.figures}>
                <Figure label={texts.owed}>{whole ? owed : texts.atLeast(amount(least))}</Figure>
                {principal.most > 0n && <Figure label={texts.principal}>{range(principal)}</Figure>}
                {rewards > 0n && <Figure label={texts.rewards}>{amount(rewards)}</Figure>}
                {future > 0n && <Figure label={texts.future}>{amount(future)}</Figure>}
                {!whole && rest > 0n && principal.least === principal.most && (
                  <Figure label={texts.rest}>{amount(rest)}</Figure>
                )}
              </dl>
            </>
          )}
          {pools.length > 1 &&
            pools.map((pool) => (
              <p key={pool.pool} className={styles.note}>
                {texts.pool(poolName(pool.pool), range(pool.principal), amount(pool.future))}
              </p>
            ))}
        </div>
      </details>
      {cover === 'short' && (
        <p className={classNames(styles.note, styles.missing, COLOURS.bad)} role="alert">
          {texts.missing(`${amount(shownCost(-rest))} ${token}`)}
        </p>
      )}
    </li>
  )
}

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
