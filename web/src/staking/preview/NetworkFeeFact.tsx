import { useEffect, useState } from 'react'
import { amountText } from '../../design/Amount/amountText.ts'
import { StaleMark } from '../../design/Amount/Amount.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import type { IntendedCall } from '../../core/transactions/calls/index.ts'
import { presentMilliseconds } from '../../core/chain/chainNow.ts'
import { useConfig } from '../../core/config/configStore.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { afterFailure, fresh, LOADING, type Reading } from '../../core/state/reading.ts'
import type { NetworkFee } from '../../core/transactions/networkFee.ts'
import { shownCost } from '../format.ts'
import { previewTexts } from './texts.ts'
import styles from './preview.module.css'

/** The cost of a call in BNB: simulated if the node can run the call, else by measured gas and marked as such. */
export default function NetworkFeeFact({ call }: { call: IntendedCall }) {
  return <NetworkFeeText reading={useNetworkFee(call)} />
}

export function NetworkFeeText({ reading }: { reading: Reading<NetworkFee | null> }) {
  const texts = useTexts(previewTexts)
  if (reading.status === 'loading') return <Skeleton inline width="8em" />
  if (reading.status === 'failed' || reading.value === null) return texts.unknown
  const { wei, from } = reading.value
  return (
    <>
      {texts.fee(amountText(shownCost(wei), 18, 2, 6))}
      {from === 'typical' && (
        <span className={styles.mark} title={texts.typicalLong}>
          {' '}
          {texts.typical}
        </span>
      )}
      {reading.status === 'stale' && <StaleMark at={reading.at} />}
    </>
  )
}

/** Milliseconds after the last change of the key before a node is asked. */
const TYPING = 400
/** Milliseconds between two readings of the same call's fee. */
const EVERY = 60_000

/** The present cost of a call; null if unknown. Sends no request while the page is hidden. */
export function useNetworkFee(call: IntendedCall): Reading<NetworkFee | null> {
  const ready = useConfig() !== null
  const account = useAppStore((state) => (state.connection === 'connected' ? state.address : null))
  const key = `${account} ${keyOf(call)}`
  const [known, setKnown] = useState<{ key: string; reading: Reading<NetworkFee | null> }>()

  useEffect(() => {
    if (!ready) return
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      if (document.visibilityState === 'visible') {
        const answer = await import('../../core/transactions/networkFee.ts')
          .then(({ readNetworkFee }) => readNetworkFee(account, call))
          .then(
            (fee) => () => fresh(fee, presentMilliseconds()),
            (error: unknown) => (last: Reading<NetworkFee | null>) => afterFailure(last, String(error)),
          )
        if (over) return
        setKnown((last) => ({ key, reading: answer(last?.key === key ? last.reading : LOADING) }))
      }
      timer = setTimeout(() => void read(), EVERY)
    }
    timer = setTimeout(() => void read(), TYPING)
    return () => {
      over = true
      clearTimeout(timer)
    }
    // The key identifies the call.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ready, key])

  return known?.key === key ? known.reading : LOADING
}

function keyOf(call: IntendedCall): string {
  return JSON.stringify(call, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}
