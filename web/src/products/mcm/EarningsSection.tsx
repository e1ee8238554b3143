import { groupThousands } from '@galx/protocol/units'
import { useState } from 'react'
import { useAppStore } from '../../core/state/appStore.ts'
import { mapReading, valueOf } from '../../core/state/reading.ts'
import { connectWallet } from '../../core/wallet/connectWallet.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { Chart } from '../../design/Chart/Chart.tsx'
import { Ranges } from '../../design/Chart/Ranges.tsx'
import { EmptyState } from '../../design/EmptyState/EmptyState.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { SegmentedControl } from '../../design/SegmentedControl/SegmentedControl.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { percentText } from '../../staking/format.ts'
import { earnedPoints, hasEarnings, sharePoints, SPANS, sumOf, WHOLE, type Span } from './earningsModel.ts'
import { mcmTexts } from './texts.ts'
import { useEarnings } from './useEarnings.ts'
import styles from './mcm.module.css'

/** The earnings of the account's MCM by hour or day, and its share of the pool: from final blocks, by the server. */
export function EarningsSection() {
  const texts = useTexts(mcmTexts).earnings
  const address = useAppStore((state) => state.address)
  const connecting = useAppStore(({ connection }) =>
    ['searching', 'choosing', 'connecting'].includes(connection),
  )
  const [span, setSpan] = useState<Span>('month')
  const [what, setWhat] = useState<'earned' | 'share'>('earned')
  const { reading, reload } = useEarnings(address, span)
  const data = valueOf(reading)
  const period = texts[SPANS[span].period]

  const retry = (
    <Button variant="secondary" size="small" icon="refresh" onClick={reload}>
      {texts.retry}
    </Button>
  )

  if (address === null) {
    return (
      <Section title={texts.title}>
        <Card padding="rows">
          <EmptyState
            icon="rank"
            title={texts.connect}
            text={texts.connectText}
            action={
              <Button variant="secondary" size="small" busy={connecting} onClick={() => void connectWallet()}>
                {texts.connectButton}
              </Button>
            }
          />
        </Card>
      </Section>
    )
  }
  return (
    <Section title={texts.title}>
      {reading.status === 'stale' && (
        <Banner kind="warning" icon="offline" action={retry}>
          {texts.stale}
        </Banner>
      )}
      <Card className={styles.stack}>
        {reading.status === 'failed' ? (
          <ErrorState title={texts.failed} text={texts.failedText} action={retry} />
        ) : (
          <>
            <Ranges ranges={['day', 'month', 'quarter']} value={span} onChange={setSpan} />
            <SegmentedControl
              label={texts.what}
              value={what}
              onChange={setWhat}
              options={[
                { value: 'earned', label: texts.earned },
                { value: 'share', label: texts.share },
              ]}
            />
            <Chart
              label={what === 'earned' ? texts.chartEarned(period) : texts.chartShare}
              points={
                data === undefined
                  ? null
                  : !hasEarnings(data)
                    ? []
                    : what === 'earned'
                      ? earnedPoints(data)
                      : sharePoints(data)
              }
              format={(value) =>
                what === 'earned'
                  ? `${ownText(earnedText(value))} GALX`
                  : ownText(percentText(value, WHOLE) ?? '')
              }
              pool="mcm"
              note={what === 'earned' ? texts.running[SPANS[span].period] : texts.latest}
              empty={<EmptyState icon="rank" title={texts.nothing} text={texts.nothingText} />}
            />
            <FactList
              facts={(['earned', 'claimed'] as const).map((kind) => ({
                label: kind === 'earned' ? texts.sumEarned : texts.sumClaimed,
                value: (
                  <ReadingAmount
                    reading={mapReading(reading, (value) => sumOf(value)[kind])}
                    token="GALX"
                    least={6}
                  />
                ),
              }))}
            />
            <p className={styles.quiet}>
              {data?.asOf ? texts.asOf(groupThousands(String(data.asOf.block))) : ' '}
            </p>
          </>
        )}
      </Card>
    </Section>
  )
}

/** Small amounts keep the decimals that distinguish them. */
function earnedText(wei: bigint): string {
  return amountText(wei, 18, 2, wei < 10n ** 16n ? 6 : 4)
}
