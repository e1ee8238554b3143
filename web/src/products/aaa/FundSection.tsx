import { Suspense } from 'react'
import { accountInPool, poolState } from '../../core/chain/reads.ts'
import { refreshChain } from '../../core/chain/refresh.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { mapReading, valueOf } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { connectWallet, enterChain } from '../../core/wallet/connectWallet.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { said } from '../../design/Amount/said.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { Change } from '../../staking/Change.tsx'
import { dateText, rateText } from '../../staking/format.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { useBusy } from '../../staking/useStaking.ts'
import { useWaitText } from '../../staking/useWaitText.ts'
import { ownChange, streamedPerDay } from './fundModel.ts'
import { distributeIntent } from './intents.ts'
import type { Distribution, Streaming } from './fundReaders.ts'
import { fundState } from './reads.ts'
import { aaaTexts } from './texts.ts'
import styles from './FundSection.module.css'

const ProblemText = lazyOrFallback(() => import('./ProblemText.tsx'))

/** Milliseconds between two readings. Every trade adds to the fund, and each reading simulates a distribution on the node. */
const SELDOM = 15_000

/** The tokens in the fund, the effect of a distribution on the pool and on the account, and the button, which anyone may press. */
export function FundSection() {
  const texts = useTexts(aaaTexts).fund
  const fund = useChainRead(fundState, { every: SELDOM })
  const state = valueOf(fund)
  return (
    <Section title={texts.title}>
      <Card className={styles.card}>
        {fund.status === 'failed' ? (
          <ErrorState
            title={texts.failed}
            text={texts.failedText}
            action={
              <Button variant="secondary" size="small" icon="refresh" onClick={() => void refreshChain()}>
                {texts.retry}
              </Button>
            }
          />
        ) : (
          <>
            <div>
              <p className={styles.note}>{texts.waiting}</p>
              <ReadingAmount
                reading={mapReading(fund, ({ waiting }) => waiting)}
                token="AAA"
                size="figure"
                width={7}
                shared
              />
            </div>
            <Effect distribution={state?.distribution} />
            {state?.distribution?.possible === false && (
              <Suspense>
                <ProblemText problem={state.distribution.problem} />
              </Suspense>
            )}
            {state?.waiting === 0n ? (
              <p className={styles.note}>{texts.nothing}</p>
            ) : (
              <div className={styles.foot}>
                <DistributeButton
                  waiting={state?.waiting}
                  possible={state?.distribution?.possible === true}
                />
                <p className={styles.under}>{texts.anyone}</p>
              </div>
            )}
          </>
        )}
      </Card>
    </Section>
  )
}

/** The pool's rate and budget, before and after a distribution. @param distribution undefined while unknown */
function Effect({ distribution }: { distribution: Distribution | null | undefined }) {
  const texts = useTexts(aaaTexts).fund
  const now = useChainNow(60_000)
  const weight = valueOf(useChainRead(accountInPool('aaa')))?.weight ?? 0n
  const pool = valueOf(useChainRead(poolState('aaa')))
  if (distribution === undefined || pool === undefined || now === null) {
    const waiting = <Skeleton inline width="9em" />
    return (
      <FactList
        facts={[
          { label: texts.day, value: waiting },
          { label: texts.end, value: waiting },
        ]}
      />
    )
  }
  const simulated = distribution?.possible === true ? distribution : null
  const before = simulated?.before ?? pool
  const perDay = (stream: Streaming) => texts.perDay(rateText(streamedPerDay(stream, now)))
  const end = (stream: Streaming) =>
    stream.rewardRate > 0n && stream.rewardEnd > now ? dateText(stream.rewardEnd) : texts.ended
  const facts: Fact[] = [
    { label: texts.day, value: changed(perDay(before), simulated && perDay(simulated.after)) },
    { label: texts.end, value: changed(end(before), simulated && end(simulated.after)) },
  ]
  const own = simulated === null ? null : ownChange(simulated.before, simulated.after, weight, now)
  if (own !== null) {
    const gain = own.after - own.before
    facts.unshift({
      label: texts.own,
      value: gain > 0n ? <b>{said(texts.ownChange(ownText(rateText(gain))))}</b> : texts.ownSame,
    })
  }
  return (
    <>
      <FactList facts={facts} />
      {simulated !== null && <p className={styles.note}>{texts.simulated}</p>}
    </>
  )
}

function changed(from: string, to: string | null) {
  return to === null || to === from ? from : <Change from={from} to={to} />
}

function DistributeButton({ waiting, possible }: { waiting: bigint | undefined; possible: boolean }) {
  const texts = useTexts(aaaTexts).fund
  const address = useAppStore((state) => state.address)
  const connection = useAppStore((state) => state.connection)
  const busy = useBusy()
  const waitText = useWaitText()
  const connecting = ['searching', 'choosing', 'connecting'].includes(connection)

  async function press() {
    if (address === null) await connectWallet()
    else if (connection === 'wrongChain') await enterChain()
    else await runTransaction(distributeIntent())
  }
  const label = () => {
    if (address === null) return connecting ? texts.connecting : texts.connect
    if (connection === 'wrongChain') return texts.switchChain
    if (busy) return waitText
    return texts.distribute(waiting === undefined ? '…' : amountText(waiting, 18, 2, 2))
  }
  return (
    <Button
      variant="secondary"
      wide
      disabled={address !== null && !possible}
      busy={busy || (address === null && connecting)}
      onClick={() => void press()}
    >
      {label()}
    </Button>
  )
}
