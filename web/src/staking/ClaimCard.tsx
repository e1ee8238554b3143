import { useState } from 'react'
import { useChainStore } from '../core/chain/chainStore.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { Button } from '../design/Button/Button.tsx'
import { Card, Section } from '../design/Card/Card.tsx'
import { classNames } from '../design/classNames.ts'
import { FactList } from '../design/FactList/FactList.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { LOADING, valueOf } from '../core/state/reading.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { isInHand, useTransactionStore } from '../core/transactions/transactionStore.ts'
import CalculationSheet from './CalculationSheet.tsx'
import { claimIntent } from './intents.ts'
import { claimableAt, claimableTotal, dailyTotal, GALX_POOLS, rateText } from './model.ts'
import { useChainNow } from './useChainNow.ts'
import styles from './ClaimCard.module.css'

/** How often the counting figure is drawn, milliseconds. */
const TICK = 250

/** What the GALX pools owe the account, counting by the second, and the one claim for all of it. */
export function ClaimCard() {
  const texts = useTexts().galx
  const [explaining, setExplaining] = useState(false)
  // Loaded when first asked for, then kept, so that it can also leave with its motion.
  const [asked, setAsked] = useState(false)
  return (
    <Section
      title={texts.claim.title}
      action={
        <Button
          variant="quiet"
          size="small"
          className={styles.how}
          onClick={() => {
            setAsked(true)
            setExplaining(true)
          }}
        >
          {texts.claim.how} ›
        </Button>
      }
    >
      <ClaimBody />
      {asked && <CalculationSheet open={explaining} onClose={() => setExplaining(false)} />}
    </Section>
  )
}

function ClaimBody() {
  const texts = useTexts().galx
  const connected = useAppStore((state) => state.address !== null)
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const wrongChain = useAppStore((state) => state.connection === 'wrongChain')
  const inHand = useTransactionStore(isInHand)
  const accounts = useChainStore((state) => state.accounts)
  const pools = useChainStore((state) => state.pools)
  const now = useChainNow(TICK)

  if (!connected) {
    return (
      <Card>
        <p className={styles.quiet}>{texts.claim.notConnected}</p>
      </Card>
    )
  }

  const claimable = now === null ? { galx: LOADING, galxMcm: LOADING } : claimableAt({ accounts, pools }, now)
  const total = claimableTotal(claimable)
  const daily = now === null ? undefined : dailyTotal({ accounts, pools }, now)
  // A pool that cannot be read may owe something: it is claimed along. One that surely owes nothing is left out.
  const owing = GALX_POOLS.filter((key) => valueOf(claimable[key]) !== 0n)
  const known = valueOf(total)

  return (
    <Card className={styles.card}>
      <div>
        {/* The figure changes four times a second: no live region, a screen reader reads it on demand. */}
        <p className={styles.total}>
          <ReadingAmount reading={total} token="GALX" size="figure" least={6} most={6} width={9} />
        </p>
        <p className={classNames(styles.quiet, styles.daily)}>
          {known === 0n && daily === 0n
            ? texts.claim.nothing
            : daily !== undefined && daily > 0n
              ? texts.claim.accruing(rateText(daily))
              : ' '}
        </p>
      </div>
      <FactList
        facts={[
          {
            label: texts.claim.single,
            value: <ReadingAmount reading={claimable.galx} token="GALX" least={6} width={9} />,
          },
          {
            label: texts.claim.pair,
            value: <ReadingAmount reading={claimable.galxMcm} token="GALX" least={6} width={9} />,
          },
        ]}
      />
      <Button
        variant="secondary"
        wide
        disabled={owing.length === 0 || total.status === 'loading' || wrongChain}
        busy={inHand || disabeldMatch}
        onClick={() => void runTransaction(claimIntent(owing))}
      >
        {texts.claim.button}
      </Button>
    </Card>
  )
}
