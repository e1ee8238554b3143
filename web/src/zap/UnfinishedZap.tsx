import { useState } from 'react'
import type { WebPool } from '@galx/protocol/webConfig'
import { codeOf } from '../core/state/codeOf.ts'
import { changeRecord, restoreRecords } from '../core/transactions/records.ts'
import { sendLinked } from '../core/transactions/sendLinked.ts'
import { useTransactionStore } from '../core/transactions/transactionStore.ts'
import { Banner } from '../design/Banner/Banner.tsx'
import { Button } from '../design/Button/Button.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useBusy } from '../staking/useStaking.ts'
import { assetText } from '../swap/format.ts'
import { zapTexts } from './texts.ts'
import styles from './zap.module.css'
import { unfinishedIn, type Unfinished } from './zapModel.ts'

/** A confirmed swap whose stake was not sent, for example because the page was closed: sends the stake, or leaves the tokens in the account. */
export default function UnfinishedZap({ pool, unfinished }: { pool: WebPool; unfinished: Unfinished }) {
  const texts = useTexts(zapTexts).unfinished
  const { record, received, stake, tier } = unfinished
  const busy = useBusy()
  const [sending, setSending] = useState(false)
  const [gone, setGone] = useState(false)
  const text = (wei: bigint) => ownText(assetText(wei, pool.stakeToken))

  async function send() {
    // Another tab may have sent the stake, or have left the tokens in the account.
    const stored = restoreRecords(record.genesisHash)
    const { list } = useTransactionStore.getState()
    const all = [...stored, ...list.filter(({ id }) => !stored.some((other) => other.id === id))]
    if (unfinishedIn(all, record.account, unfinished.pool, pool.stakeToken)?.record.id !== record.id)
      return setGone(true)
    setSending(true)
    const code = await codeOf(import('./zapIntents.ts'))
    if (code !== null) await sendLinked([code.stakeAfterSwap(unfinished.pool, pool, stake, tier)], record)
    setSending(false)
  }

  if (gone) return null
  return (
    <Banner kind="info">
      {texts.text(text(received ?? stake), text(stake))}
      <div className={styles.actions}>
        <Button size="small" variant="secondary" busy={busy || sending} onClick={() => void send()}>
          {texts.action}
        </Button>
        <Button
          size="small"
          variant="quiet"
          onClick={() => changeRecord(record.id, { facts: { ...record.facts, left: 'yes' } })}
        >
          {texts.leave}
        </Button>
      </div>
    </Banner>
  )
}
