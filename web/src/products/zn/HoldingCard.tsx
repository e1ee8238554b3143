import { Suspense } from 'react'
import { getZnAccount } from '../../core/api/vaultApi.ts'
import { useServerRead } from '../../core/api/useServerRead.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { vaultExit, vaultShares, vaultState } from '../../core/chain/vaultReads.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { combine } from '../../core/state/combine.ts'
import { LOADING, mapReading, valueOf } from '../../core/state/reading.ts'
import { useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card } from '../../design/Card/Card.tsx'
import { classNames } from '../../design/classNames.ts'
import { LazyHideSwitch } from '../../design/HideSwitch/LazyHideSwitch.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { rateText } from '../../staking/format.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { gainOf, growthPerDay, sharesText, tablesLack, worthAt } from './vaultModel.ts'
import { znTexts } from './texts.ts'
import type { Way } from './VaultForm.tsx'
import styles from './HoldingCard.module.css'

const RefusedText = lazyOrFallback(() => import('./RefusedText.tsx'))

/** Milliseconds between two updates of the growing figure: assets change by the second. */
const TICK = 1_000
/** Milliseconds between two simulations of a full withdrawal. */
const SIMULATION = 15_000

/** The present value of the account's shares, growing by the second, and the proof that all of it can be withdrawn. */
export function HoldingCard({ onChoose }: { onChoose: (way: Way) => void }) {
  const texts = useTexts(znTexts).holding
  const shares = useChainRead(vaultShares)
  const held = valueOf(shares)
  return (
    <section aria-labelledby="vault-holding">
      <Card className={styles.card}>
        <i className={styles.glow} aria-hidden="true" />
        <div className={styles.head}>
          <h2 id="vault-holding">{texts.title}</h2>
          <LazyHideSwitch />
          {held !== undefined && <span>{said(texts.shares(ownText(sharesText(held))))}</span>}
        </div>
        <Worth />
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={() => onChoose('deposit')}>
            {texts.deposit}
          </Button>
          <Button variant="secondary" onClick={() => onChoose('withdraw')}>
            {texts.withdraw}
          </Button>
        </div>
        <Proof />
      </Card>
    </section>
  )
}

function Worth() {
  const texts = useTexts(znTexts)
  const address = useAppStore((state) => state.address)
  const vault = useChainRead(vaultState)
  const shares = useChainRead(vaultShares)
  const now = useChainNow(TICK)
  const records = useTransactionStore(({ list }) => list)
  const { reading: flows } = useServerRead(address, () => getZnAccount(address ?? ''))

  const worth =
    now === null
      ? LOADING
      : mapReading(combine([vault, shares]), ([state, held]) => worthAt(state, held, now))
  const [state, held, value, past] = [valueOf(vault), valueOf(shares), valueOf(worth), valueOf(flows)]
  const daily =
    state === undefined || held === undefined || now === null ? undefined : growthPerDay(state, held, now)

  function grown(): string {
    if (flows.status === 'failed') return texts.holding.grownUnknown
    if (past === undefined || value === undefined) return ' '
    // Nothing is indexed yet.
    if (past.paidIn === null || past.takenOut === null) return ' '
    const [paidIn, takenOut] = [BigInt(past.paidIn), BigInt(past.takenOut)]
    // The tables are seconds behind the chain: a deposit that the tables lack must not look like growth.
    if (paidIn === 0n || tablesLack(records, address, past.asOf)) return ' '
    const gain = ownText(amountText(gainOf(value, paidIn, takenOut)))
    return takenOut === 0n
      ? texts.holding.grown(ownText(amountText(paidIn)), gain)
      : texts.holding.grownAfter(ownText(amountText(paidIn)), ownText(amountText(takenOut)), gain)
  }

  return (
    <div>
      {/* The figure changes every second, so it is not a live region: a screen reader reads it on demand. */}
      <p className={styles.worth}>
        <ReadingAmount reading={worth} token="GALX" size="display" least={6} most={6} width={8} />
      </p>
      <div className={styles.notes}>
        <p>{said(grown())}</p>
        <p>
          {daily === undefined
            ? ' '
            : daily === 0n
              ? texts.holding.still
              : said(texts.holding.perDay(ownText(rateText(daily))))}
        </p>
      </div>
    </div>
  )
}

function Proof() {
  const texts = useTexts(znTexts).holding
  const reading = useChainRead(vaultExit, { every: SIMULATION })
  const exit = reading.status === 'fresh' ? reading.value : undefined
  if (exit?.kind === 'pays') {
    return (
      <p className={classNames(styles.proof, styles.proven)}>
        <Icon name="shield" size={16} />
        <span>{said(texts.pays(ownText(amountText(exit.assets))))}</span>
      </p>
    )
  }
  if (exit?.kind === 'refused') {
    return (
      <p className={classNames(styles.proof, styles.failed)} role="alert">
        <Icon name="warning" size={16} />
        <Suspense>
          <RefusedText error={exit.error} />
        </Suspense>
      </p>
    )
  }
  return (
    <p className={styles.proof}>
      {reading.status === 'failed' || reading.status === 'stale' ? texts.unchecked : texts.checking}
    </p>
  )
}
