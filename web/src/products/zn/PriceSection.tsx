import { sharePrice, vaultAt } from '@galx/protocol/vault'
import type { VaultSpan } from '@galx/protocol/http/vault'
import { useMemo, useState } from 'react'
import { getZnPrices } from '../../core/api/vaultApi.ts'
import { useServerRead } from '../../core/api/useServerRead.ts'
import { refreshChain } from '../../core/chain/refresh.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { vaultState } from '../../core/chain/vaultReads.ts'
import { mapReading, valueOf } from '../../core/state/reading.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { Chart } from '../../design/Chart/Chart.tsx'
import { Ranges } from '../../design/Chart/Ranges.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { percentText } from '../../staking/format.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { znTexts } from './texts.ts'
import styles from './PriceSection.module.css'

const SPANS = ['week', 'month', 'quarter', 'all'] as const satisfies readonly VaultSpan[]
/** Milliseconds between two updates of the newest price. */
const TICK = 10_000

/** The value of a share: now from the chain, over time from the indexed events. */
export function PriceSection() {
  const { price: texts, unknown } = useTexts(znTexts)
  const [span, setSpan] = useState<VaultSpan>('month')
  const { reading, reload } = useServerRead(`prices ${span}`, () => getZnPrices(span))
  const vault = useChainRead(vaultState)
  const now = useChainNow(TICK)
  const current = mapReading(vault, (state) => sharePrice(vaultAt(state, Math.floor(now ?? state.at))))
  const price = valueOf(current)
  const series = valueOf(reading)

  const points = useMemo(() => {
    if (series === undefined) return null
    const past = series.prices.map(({ at, price: wei }) => ({ at, value: BigInt(wei) }))
    const last = past.at(-1)
    // The chain is ahead of the tables by the blocks that are not final yet.
    if (last === undefined || price === undefined || now === null || now <= last.at) return past
    return [...past, { at: Math.floor(now), value: price > last.value ? price : last.value }]
  }, [series, price, now])
  const first = points?.[0]
  const latest = points?.at(-1)
  const change =
    first === undefined || latest === undefined ? null : percentText(latest.value - first.value, first.value)
  const retry = () => {
    reload()
    void refreshChain()
  }
  const format = (wei: bigint) => texts.value(amountText(wei, 18, 4, 6))

  return (
    <Section
      title={texts.title}
      action={change === null ? undefined : <span className={styles.change}>{texts.change(change)}</span>}
    >
      <Card>
        <div className={styles.card}>
          {reading.status === 'failed' ? (
            <>
              <FactList
                facts={[
                  {
                    label: texts.now,
                    value:
                      price !== undefined ? (
                        format(price)
                      ) : vault.status === 'failed' ? (
                        unknown
                      ) : (
                        <Skeleton inline width="8em" />
                      ),
                  },
                ]}
              />
              <ErrorState
                title={texts.failed}
                text={texts.failedText}
                action={
                  <Button variant="secondary" size="small" icon="refresh" onClick={retry}>
                    {texts.retry}
                  </Button>
                }
              />
            </>
          ) : (
            <Chart
              label={texts.label}
              points={points}
              format={format}
              pool="zn"
              note={texts.never}
              empty={texts.empty}
            />
          )}
          <Ranges ranges={SPANS} value={span} onChange={setSpan} />
        </div>
      </Card>
    </Section>
  )
}
