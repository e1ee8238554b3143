import { useEffect, useState } from 'react'
import { currentConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { useTransactionStore, type TransactionRecord } from '../../core/transactions/transactionStore.ts'
import { said } from '../../design/Amount/said.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { Card, Section } from '../../design/Card/Card.tsx'
import { FactList, type Fact } from '../../design/FactList/FactList.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import type { Asset } from '../../swap/assets.ts'
import styles from '../../swap/swap.module.css'
import { assetText, costText } from '../../swap/format.ts'
import type { SwapCall } from '../../swap/simulateSwap.ts'
import { impactText } from '../../swap/swapModel.ts'
import { exchangeTexts } from './texts.ts'

type Received = { hash: string; amount: bigint | 'failed' }

/** The last swap of this account in this browser: quoted, promised and received, side by side. Renders nothing before the first swap. */
export function ResultSection() {
  const account = useAppStore((state) => state.address)
  const record = useTransactionStore(({ list }) =>
    list.find((item) => item.account === account && item.call?.name === 'swap' && item.stage === 'confirmed'),
  )
  return record?.call?.name === 'swap' ? <Result record={record} call={record.call} /> : null
}

function Result({ record, call }: { record: TransactionRecord; call: SwapCall }) {
  const texts = useTexts(exchangeTexts).result
  const [received, retry] = useReceived(record, call)
  const quoted = record.facts?.quoted === undefined ? null : BigInt(record.facts.quoted)
  const [from, to] = assetsOf(call)
  const block = (number: bigint | null) =>
    number === null ? '' : texts.atBlock(number.toLocaleString('en-US'))
  const facts: Fact[] = [{ label: texts.paid, value: ownText(costText(call.amountIn, from)) }]
  if (quoted !== null)
    facts.push({
      label: `${texts.quoted} · ${block(BigInt(record.facts?.quotedAt ?? 0))}`,
      value: ownText(assetText(quoted, to)),
    })
  facts.push({ label: texts.promised, value: ownText(assetText(call.amountOutMin, to)) })
  facts.push({
    label: `${texts.received} · ${block(record.blockNumber)}`,
    value:
      received === null ? (
        <Skeleton inline width="8ch" />
      ) : received === 'failed' ? (
        texts.failed
      ) : (
        <b className={styles.good}>{said(ownText(assetText(received, to)))}</b>
      ),
  })
  return (
    <Section title={texts.title}>
      <Card>
        <div className={styles.stack}>
          <FactList facts={facts} />
          {received === 'failed' && (
            <Button variant="secondary" onClick={retry}>
              {texts.again}
            </Button>
          )}
          {typeof received === 'bigint' && (
            <p className={styles.note}>
              {quoted !== null && <b>{differenceText(received, quoted, texts)}</b>} {texts.proof}
            </p>
          )}
        </div>
      </Card>
    </Section>
  )
}

function assetsOf({ path, native }: SwapCall): [Asset, Asset] {
  return [native === 'in' ? 'BNB' : path[0]!, native === 'out' ? 'BNB' : path.at(-1)!]
}

/** The difference between the received amount and the quote, in whole hundredths of a percent. */
function differenceText(
  received: bigint,
  quoted: bigint,
  texts: ReturnType<typeof exchangeTexts.current>['result'],
): string {
  const bps = ((received - quoted) * 10_000n) / quoted
  if (bps === 0n) return texts.same
  return bps > 0n ? texts.more(impactText(bps)) : texts.less(impactText(-bps))
}

function useReceived(record: TransactionRecord, call: SwapCall): [Received['amount'] | null, () => void] {
  const [known, setKnown] = useState<Received | null>(null)
  const [round, setRound] = useState(0)
  // In a batch the swap is the last call.
  const hash = record.hash ?? record.batch?.hashes.at(-1) ?? null
  useEffect(() => {
    if (hash === null) return
    let live = true
    const read = async () => {
      const { readReceived } = await import('./receipt.ts')
      return readReceived(hash, call, currentConfig())
    }
    void read()
      .catch(() => 'failed' as const)
      .then((amount) => {
        if (live) setKnown({ hash, amount })
      })
    return () => {
      live = false
    }
    // The call belongs to the transaction and does not change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hash, round])
  return [known?.hash === hash ? known.amount : null, () => setRound((count) => count + 1)]
}
