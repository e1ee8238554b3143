import type { ProgramKey } from '@galx/protocol/products'
import { refreshChain } from '../../core/chain/refresh.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { poolColour } from '../../design/PoolMark/poolColour.ts'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { dateText, ONE } from '../../staking/format.ts'
import { poolName, programName } from '../../staking/names.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { pageNameTexts } from '../names/texts.ts'
import { checkBudget, type Budget } from './model.ts'
import { statusTexts } from './texts.ts'
import styles from './StatusPage.module.css'

const DAY = 86_400
/** The seconds of a full bar. */
const FULL = 90 * DAY
/** The pool that gives a program's bar its colour. The bar of a program without a pool has no colour. */
const COLOURS: Record<ProgramKey, string> = {
  galx: 'galx',
  btc: 'btc',
  promotion: '',
  mcm: 'mcm',
  node: '',
  mcf: 'mcf',
  zn: 'zn',
  aaa: 'aaa',
}

/** The remaining time of every funded budget at its present rate: pools, vault and bonus programs, all from the chain. */
export function Budgets({
  pools,
  programs,
  failed,
}: {
  pools: readonly Budget[]
  /** null while unknown */
  programs: readonly Budget[] | null
  /** the programs could not be read */
  failed: boolean
}) {
  const texts = useTexts(statusTexts).budgets
  const now = useChainNow(60_000)
  const nameOf = useBudgetName()
  const short = [...pools, ...(programs ?? [])].filter((budget) => checkBudget(budget, now) === 'attention')
  return (
    <Section title={texts.title}>
      <Card>
        <div className={styles.rows}>
          <p className={styles.group}>{texts.pools}</p>
          {pools.map((budget) => (
            <BudgetRow key={budget.key} budget={budget} now={now} />
          ))}
          <p className={styles.group}>{texts.programs}</p>
          {programs !== null ? (
            programs.map((budget) => <BudgetRow key={budget.key} budget={budget} now={now} />)
          ) : failed ? (
            <ErrorState
              title={texts.failed}
              action={
                <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
                  {texts.retry}
                </Button>
              }
            />
          ) : (
            <Skeleton shape="block" height="200px" />
          )}
        </div>
      </Card>
      {short.length > 0 && (
        <Banner kind="warning">
          <b>{texts.short(short.map(nameOf).join(texts.join))}</b>
          <br />
          {texts.shortText}
        </Banner>
      )}
    </Section>
  )
}

function useBudgetName(): (budget: Budget) => string {
  const texts = useTexts(statusTexts).budgets
  const pages = useTexts(pageNameTexts)
  return ({ name }) =>
    name.kind === 'pool'
      ? name.key === 'zn'
        ? pages.zn
        : poolName(name.key)
      : name.key === null
        ? texts.other(String(name.index + 1))
        : programName(name.key)
}

/** Two decimals, or up to eight below one token. */
function leftText(wei: bigint): string {
  return amountText(wei, 18, 2, wei < ONE ? 8 : 2)
}

function BudgetRow({ budget, now }: { budget: Budget; now: number | null }) {
  const texts = useTexts(statusTexts).budgets
  const nameOf = useBudgetName()
  const { left, failed, name } = budget
  const seconds = left === null || now === null ? null : Math.max(0, left.until - now)
  const colour = name.kind === 'pool' ? name.key : name.key === null ? '' : COLOURS[name.key]
  const short = checkBudget(budget, now) === 'attention'
  return (
    <div className={styles.row}>
      <div className={styles.line}>
        <span>{nameOf(budget)}</span>
        <span className={classNames(styles.state, (short || failed) && styles.stateAttention)}>
          {failed ? (
            texts.unread
          ) : seconds === null ? (
            <Skeleton inline width="4em" />
          ) : seconds === 0 ? (
            texts.none
          ) : seconds < DAY ? (
            texts.lastDay
          ) : (
            texts.days(String(Math.floor(seconds / DAY)))
          )}
        </span>
      </div>
      <svg
        className={styles.bar}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        style={poolColour(colour)}
        aria-hidden="true"
      >
        {seconds !== null && (
          <rect width={Math.min(1, seconds / FULL) * 100} height="8" fill="currentColor" />
        )}
      </svg>
      <span className={styles.note}>
        {left === null || seconds === null
          ? ' '
          : seconds === 0
            ? texts.leftNothing
            : texts.left(leftText(left.amount), left.token ?? '', dateText(left.until))}
      </span>
    </div>
  )
}
