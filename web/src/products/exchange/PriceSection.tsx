import { useEffect, useState } from 'react'
import { hasPriceHistory } from '@galx/protocol/exchange'
import type { PriceHistoryData, PriceRange } from '@galx/protocol/http/priceHistory'
import type { WebPair } from '@galx/protocol/webConfig'
import { getPriceHistory } from '../../core/api/mainApi.ts'
import { useChainRead, useHead } from '../../core/chain/useChainRead.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { Banner } from '../../design/Banner/Banner.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { Chart } from '../../design/Chart/Chart.tsx'
import { Ranges } from '../../design/Chart/Ranges.tsx'
import { ErrorState } from '../../design/ErrorState/ErrorState.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { poolOf, swapSymbolOf, type Asset } from '../../swap/assets.ts'
import styles from '../../swap/swap.module.css'
import { exchangeRead } from '../../swap/exchangeRead.ts'
import { assetText, priceText } from '../../swap/format.ts'
import { changeText, chartPair, pointsOf, priceNow } from './priceModel.ts'
import { exchangeTexts } from './texts.ts'

const RANGES = ['hour', 'day', 'week', 'month', 'all'] as const satisfies readonly PriceRange[]

/** The axis spans at least one percent of the price. */
const LEAST_SPAN_BPS = 100n

/** Milliseconds between two requests while the chart is visible. */
const REFRESH = 30_000

/** The price of the swapped tokens: the line and its range from the server, the present price and depth from the chain. */
export function PriceSection({ from, to }: { from: Asset; to: Asset }) {
  const texts = useTexts(exchangeTexts).chart
  const config = useConfig()
  const pair = chartPair(config?.pairs ?? [], swapSymbolOf(from), swapSymbolOf(to))
  if (pair === null) return null
  return (
    <Section title={`${pair.base} / ${pair.quote}`}>
      <Card>
        {hasPriceHistory(pair) ? (
          <History key={pair.address} pair={pair} />
        ) : (
          <>
            <Now pair={pair} />
            <p className={styles.note}>{texts.unkept}</p>
          </>
        )}
      </Card>
    </Section>
  )
}

/** Price and depth from the chain, for a pair without a history. */
function Now({ pair }: { pair: WebPair }) {
  const texts = useTexts(exchangeTexts)
  const pairs = valueOf(useChainRead(exchangeRead))?.pairs
  const price = priceNow(pairs, pair)
  const depth = pairs?.find(({ address }) => address === pair.address)?.quoteReserve
  return (
    <FactList
      facts={[
        {
          label: texts.chart.price(pair.base, pair.quote),
          value: price === null ? '—' : `${priceText(price)} ${pair.quote}`,
        },
        {
          label: texts.chart.depth,
          value: depth === undefined ? '—' : assetText(depth * 2n, pair.quote),
        },
      ]}
    />
  )
}

function History({ pair }: { pair: WebPair }) {
  const texts = useTexts(exchangeTexts).chart
  const [range, setRange] = useState<PriceRange | null>(null)
  const { data, failed, retry } = usePriceHistory(pair, range)
  const pairs = valueOf(useChainRead(exchangeRead))?.pairs
  const head = useHead()
  const price = priceNow(pairs, pair)
  const depth = pairs?.find(({ address }) => address === pair.address)?.quoteReserve
  if (data === null && failed)
    return (
      <ErrorState
        title={texts.failed}
        action={
          <Button variant="secondary" onClick={retry}>
            {texts.again}
          </Button>
        }
      />
    )
  const points =
    data === null ? null : pointsOf(data, head && price !== null ? { at: head.timestamp, price } : null)
  const amount = (value: string | null) =>
    value === null ? '—' : `${priceText(BigInt(value))} ${pair.quote}`
  const waiting = <Skeleton inline width="7em" />
  return (
    <div className={styles.stack}>
      {failed && <Banner kind="warning">{texts.stale}</Banner>}
      <Chart
        label={texts.price(pair.base, pair.quote)}
        points={points}
        format={(value) => `${priceText(value)} ${pair.quote}`}
        pool={poolOf(pair.base)}
        steps
        leastBps={LEAST_SPAN_BPS}
        note={points !== null && changeText(points)}
        empty={texts.empty}
      />
      <Ranges ranges={RANGES} value={range ?? data?.range ?? 'hour'} onChange={setRange} />
      <FactList
        facts={[
          { label: texts.high, value: data === null ? waiting : amount(data.high) },
          { label: texts.low, value: data === null ? waiting : amount(data.low) },
          {
            label: texts.volume,
            value: data === null ? waiting : assetText(BigInt(data.quoteVolume), pair.quote),
          },
          {
            label: texts.depth,
            value:
              depth === undefined ? (
                <span className={styles.unread}>—</span>
              ) : (
                assetText(depth * 2n, pair.quote)
              ),
          },
        ]}
      />
    </div>
  )
}

type Asked = { key: string; data: PriceHistoryData | null; failed: boolean }

/** @returns the shortest range with a swap, or the whole history */
async function shortestTraded({ base, quote }: Pick<WebPair, 'base' | 'quote'>): Promise<PriceHistoryData> {
  for (const range of RANGES.slice(0, -1)) {
    const data = await getPriceHistory({ base, quote, range })
    if (data.swaps > 0) return data
  }
  return getPriceHistory({ base, quote, range: 'all' })
}

/**
 * The server's history, read every half minute; the last reading stays while the next is running.
 * @param range null: the shortest range with a swap
 */
function usePriceHistory({ base, quote }: WebPair, range: PriceRange | null) {
  const key = `${base}/${quote}/${range}`
  const [asked, setAsked] = useState<Asked>({ key, data: null, failed: false })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let live = true
    let asks = range
    const ask = () =>
      (asks === null ? shortestTraded({ base, quote }) : getPriceHistory({ base, quote, range: asks })).then(
        (data) => {
          if (!live) return
          asks = data.range
          setAsked({ key, data, failed: false })
        },
        () =>
          live &&
          setAsked((before) => ({ key, data: before.key === key ? before.data : null, failed: true })),
      )
    void ask()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void ask()
    }, REFRESH)
    return () => {
      live = false
      clearInterval(timer)
    }
  }, [base, quote, range, key, round])
  const own = asked.key === key ? asked : { data: null, failed: false }
  return { ...own, retry: () => setRound((count) => count + 1) }
}
