import { Suspense } from 'react'
import { PAGE_OF_POOL, type PageName } from '@galx/protocol/products'
import { ratePerDay } from '@galx/protocol/formulas'
import { accountInPool, poolState } from '../../core/chain/reads.ts'
import { refreshChain } from '../../core/chain/refresh.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useIsWatching } from '../../core/chain/watched.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { PoolMark } from '../../design/PoolMark/PoolMark.tsx'
import { PositionRow } from '../../design/PositionRow/PositionRow.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { goTo } from '../../shell/navigation/appHistory.ts'
import GiftsNotice from '../../staking/GiftsNotice.tsx'
import { boostText, dateText, ownRate } from '../../staking/format.ts'
import { hasTerms } from '../../staking/product.ts'
import { budgetLeft } from '../../staking/rewardModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { pageNameTexts } from '../names/texts.ts'
import { hasSiblings, type ConfiguredPool, type StakedInPool } from './model.ts'
import { earnTexts } from './texts.ts'
import { useHoldings, type Holdings } from './useHoldings.ts'
import styles from './StakedSection.module.css'

const BoostNotice = lazyOrFallback(() => import('../../staking/levels/BoostNotice.tsx'))

const SECOND = 1_000
const MINUTE = 60_000
const VAULT_PAGE: PageName = 'zn'
const PASSES_PAGE: PageName = 'hidden'
/** The decimals of a vault share, as in the contract. */
const SHARE_DECIMALS = 30

/** Everything staked, a row for each pool, the vault and the node passes; each leads to its product's page. */
export function StakedSection() {
  const texts = useTexts(earnTexts).staked
  const { pools, vault, passes } = useHoldings(SECOND)
  const readings = [...pools.map(({ staked }) => staked), vault, passes]
  const waiting = readings.some(({ status }) => status === 'loading')
  const failed = readings.some(({ status }) => status === 'failed')
  const held = pools.flatMap(({ pool, staked }) => {
    const known = valueOf(staked)
    return known === undefined || known.positions === 0 ? [] : [{ pool, staked: known }]
  })
  const [inVault, owned] = [valueOf(vault), valueOf(passes)]
  const hasVault = inVault !== undefined && inVault.shares > 0n
  const hasPasses = owned !== undefined && owned.count > 0
  const watching = useIsWatching()
  const rows = held.length + Number(hasVault) + Number(hasPasses)

  return (
    <Section
      title={texts.title}
      action={rows > 0 ? <span className={styles.count}>{texts.count(String(rows))}</span> : undefined}
    >
      {failed && (
        <Banner
          kind="warning"
          icon="offline"
          action={
            <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
              {texts.retry}
            </Button>
          }
        >
          {texts.partly}
        </Banner>
      )}
      {(rows > 0 || waiting) && (
        <Card padding="rows">
          <ul aria-busy={waiting}>
            {held.map(({ pool, staked }) => (
              <PoolRow key={pool.key} pool={pool} staked={staked} />
            ))}
            {hasVault && <VaultRow vault={inVault} />}
            {hasPasses && <PassesRow passes={owned} />}
            {waiting && rows === 0 && [0, 1, 2].map((row) => <LoadingRow key={row} />)}
          </ul>
        </Card>
      )}
      {!watching && held.length > 0 && (
        <Suspense>
          <BoostNotice pools={held.map(({ pool }) => pool.key)} />
        </Suspense>
      )}
      <GiftsNotice pools={pools.map(({ pool }) => pool.key)} />
    </Section>
  )
}

/** A link to the product's page, which shows the connected account. Another account's row has no link. */
function useOpening(page: PageName) {
  return useIsWatching() ? undefined : () => goTo(`/${page}`)
}

type Known<Part extends 'vault' | 'passes'> = Extract<Holdings[Part], { status: 'fresh' }>['value']

function PoolRow({ pool, staked }: { pool: ConfiguredPool; staked: StakedInPool }) {
  const texts = useTexts(earnTexts).staked
  const names = useTexts(pageNameTexts)
  const account = valueOf(useChainRead(accountInPool(pool.key)))
  const state = valueOf(useChainRead(poolState(pool.key)))
  const now = useChainNow(MINUTE)
  const page = PAGE_OF_POOL[pool.key]
  const boostBps = account?.boostBps ?? 10_000
  const details = [
    ...(hasSiblings(pool.key) && pool.pairToken !== null ? [`${pool.stakeToken} + ${pool.pairToken}`] : []),
    ...(staked.positions > 1 ? [texts.positions(String(staked.positions))] : []),
    ...(staked.nextUnlock === null ? [] : [texts.next(unbroken(dateText(staked.nextUnlock)))]),
    ...(hasTerms(pool) ? [] : [texts.anyTime]),
    ...(boostBps === 10_000 ? [] : [texts.boost(boostText(boostBps))]),
  ]
  const end = state === undefined || now === null ? undefined : budgetLeft(state, now)
  const daily =
    account === undefined || state === undefined || now === null
      ? undefined
      : ratePerDay(state, account.weight, now)
  return (
    <PositionRow
      mark={<PoolMark pool={pool.key} token={pool.stakeToken} elapsed={1} />}
      title={names[page]}
      detail={
        <>
          <span className={styles.details}>
            {details.map((detail) => (
              <span key={detail}>{detail}</span>
            ))}
          </span>
          {hasTerms(pool) && staked.unlocked > 0 && (
            <span className={styles.free}>{texts.unlocked(String(staked.unlocked))}</span>
          )}
        </>
      }
      amount={
        <>
          {(staked.amount > 0n || staked.pairAmount === 0n) && (
            <Amount value={staked.amount} token={pool.stakeToken} most={2} />
          )}
          {staked.pairAmount > 0n && (
            <span className={styles.pair}>
              {staked.amount > 0n && '+ '}
              <Amount value={staked.pairAmount} token={pool.pairToken ?? undefined} most={2} />
            </span>
          )}
        </>
      }
      gain={
        <Pace
          daily={daily}
          token={pool.rewardToken}
          end={end === undefined ? undefined : (end?.end ?? null)}
        />
      }
      onOpen={useOpening(page)}
    />
  )
}

/** A row's present earnings per day and the end of its budget; blank while unknown. */
function Pace({
  daily,
  token,
  end,
}: {
  /** null if it cannot be computed; undefined until it is read */
  daily: bigint | null | undefined
  token: string
  /** null: no budget is running; undefined until it is read */
  end: number | null | undefined
}) {
  const texts = useTexts(stakingTexts)
  const { staked } = useTexts(earnTexts)
  return (
    <>
      <span className={styles.rate}>
        {daily == null ? ' ' : said(texts.positions.daily(...ownRate(daily, token, texts.satoshi)))}
      </span>
      <span className={styles.rate}>
        {end === undefined ? ' ' : end === null ? staked.noBudget : staked.budget(dateText(end))}
      </span>
    </>
  )
}

/** Keeps a date on one line: a browser may otherwise end the line after a hyphen. */
function unbroken(date: string): string {
  return date.replace(/-/g, '-\u2060')
}

function VaultRow({ vault: { shares, worth, perDay, end } }: { vault: Known<'vault'> }) {
  const texts = useTexts(earnTexts).staked
  const names = useTexts(pageNameTexts)
  return (
    <PositionRow
      mark={<PoolMark pool="zn" token="GALX" elapsed={1} />}
      title={names[VAULT_PAGE]}
      detail={
        <>
          <span className={styles.details}>
            <span>{said(texts.shares(ownText(amountText(shares, SHARE_DECIMALS, 2, 4))))}</span>
            <span>{texts.anyTime}</span>
          </span>
        </>
      }
      amount={<Amount value={worth} token="GALX" least={4} most={4} />}
      gain={<Pace daily={perDay} token="GALX" end={end} />}
      onOpen={useOpening(VAULT_PAGE)}
    />
  )
}

function PassesRow({ passes: { count, bonds } }: { passes: Known<'passes'> }) {
  const texts = useTexts(earnTexts).passes
  const names = useTexts(pageNameTexts)
  return (
    <PositionRow
      mark={<PoolMark pool="mcm" token="MCM" elapsed={1} />}
      title={names[PASSES_PAGE]}
      detail={texts.bond(String(count))}
      amount={<Amount value={bonds} token="MCM" most={2} />}
      gain={texts.noReward}
      onOpen={useOpening(PASSES_PAGE)}
    />
  )
}

function LoadingRow() {
  return (
    <PositionRow
      mark={<Skeleton shape="round" width="40px" height="40px" />}
      title={<Skeleton inline width="7em" />}
      detail={<Skeleton inline width="5em" />}
      amount={<Skeleton inline width="6em" />}
      gain={<Skeleton inline width="4em" />}
    />
  )
}
