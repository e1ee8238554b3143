import type { PoolKey } from '@galx/protocol/products'
import { useState } from 'react'
import { Choice } from '../../../activity/Choice.tsx'
import { balancesOf, poolState } from '../../../core/chain/reads.ts'
import { useChainRead, useChainReads } from '../../../core/chain/useChainRead.ts'
import { useConfig } from '../../../core/config/configStore.ts'
import { cleanAmount } from '../../../core/money/cleanAmount.ts'
import { useAppStore } from '../../../core/state/appStore.ts'
import { LOADING, valueOf } from '../../../core/state/reading.ts'
import { runTransaction } from '../../../core/transactions/runTransaction.ts'
import { shortenAddress } from '../../../design/AddressTag/shortenAddress.ts'
import { ReadingAmount } from '../../../design/Amount/Amount.tsx'
import { AmountField } from '../../../design/AmountField/AmountField.tsx'
import { Button } from '../../../design/Button/Button.tsx'
import { FactList } from '../../../design/FactList/FactList.tsx'
import { Sheet } from '../../../design/Sheet/Sheet.tsx'
import { useTexts } from '../../../i18n/useTexts.ts'
import { bpsText, minuteText, multiplierText, termLength } from '../../../staking/format.ts'
import { poolName } from '../../../staking/names.ts'
import { hasTerms } from '../../../staking/product.ts'
import { ReceiverField } from '../../../staking/receiver/ReceiverField.tsx'
import { rememberReceiver } from '../../../staking/receiver/receivers.ts'
import { receiverTexts } from '../../../staking/receiver/texts.ts'
import { useReceiver } from '../../../staking/receiver/useReceiver.ts'
import {
  legsOf,
  missingToken,
  mostStakeable,
  paidLegsText,
  readAmount,
  shareText,
} from '../../../staking/stakeModel.ts'
import { stakingTexts } from '../../../staking/texts.ts'
import { useChainNow } from '../../../staking/useChainNow.ts'
import { useBusy } from '../../../staking/useStaking.ts'
import { configuredPools, type ConfiguredPool } from '../model.ts'
import { giftIntent } from './intents.ts'
import { othersTexts } from './texts.ts'
import styles from './others.module.css'

const MINUTE = 60_000

export type OthersSheetProps = {
  open: boolean
  onClose: () => void
}

/** A gift: the sender's tokens, staked as the receiver's position. Says who receives the position, who can take it out, and when. */
export default function GiftSheet({ open, onClose }: OthersSheetProps) {
  const texts = useTexts(othersTexts).gift
  const pools = configuredPools(useConfig()?.pools ?? {})
  const [key, setKey] = useState<PoolKey>('galx')
  const pool = pools.find((one) => one.key === key) ?? pools[0]
  return (
    <Sheet open={open} onClose={onClose} title={texts.open}>
      <div className={styles.form}>
        <p className={styles.words}>{texts.lead}</p>
        <div className={styles.choice}>
          <span aria-hidden="true">{texts.pool}</span>
          <Choice
            label={texts.pool}
            options={pools.map((one) => ({ value: one.key, label: poolName(one.key) }))}
            value={pool?.key}
            onChange={(next) => setKey(next ?? 'galx')}
          />
        </div>
        {pool !== undefined && <Gift key={pool.key} pool={pool} onClose={onClose} />}
      </div>
    </Sheet>
  )
}

function Gift({ pool, onClose }: { pool: ConfiguredPool; onClose: () => void }) {
  const all = useTexts(othersTexts)
  const texts = all.gift
  const staking = useTexts(stakingTexts)
  const { enter } = useTexts(receiverTexts)
  const typed = useReceiver()
  const [text, setText] = useState('')
  const [index, setIndex] = useState('0')
  const balances = useChainReads(
    balancesOf(pool.pairToken === null ? [pool.stakeToken] : [pool.stakeToken, pool.pairToken]),
  )
  const paused = (valueOf(useChainRead(poolState(pool.key)))?.stakingPausedUntil ?? 0) > 0
  const wrongChain = useAppStore(({ connection }) => connection === 'wrongChain')
  const now = useChainNow(MINUTE)
  const busy = useBusy()

  const { receiver } = typed
  const tier = pool.tiers[Number(index)] ?? { duration: 0, multiplierBps: 10_000, penaltyBps: 0 }
  const read = readAmount(text)
  const amount = read !== null && read > 0n ? read : null
  const most = mostStakeable(pool, balances)
  const missing = amount === null ? null : missingToken(pool, amount, balances)
  const unread = Object.values(balances).some(({ status }) => status === 'loading' || status === 'failed')
  const ready = receiver !== null && amount !== null && missing === null && !paused && !unread && !wrongChain

  const label = () => {
    if (paused) return staking.stake.paused
    if (amount === null) return texts.enter
    if (missing !== null) return staking.stake.short(missing)
    if (receiver === null) return enter
    return texts.submit(paidLegsText(legsOf(pool, amount)), shortenAddress(receiver, 6, 6))
  }
  const from = () => {
    if (tier.duration === 0) return texts.anyTime
    if (now === null) return '—'
    const time = minuteText(now + tier.duration)
    return tier.penaltyBps === 0 ? texts.fromLocked(time) : texts.fromEarly(time, bpsText(tier.penaltyBps))
  }
  return (
    <>
      {hasTerms(pool) && (
        <div className={styles.choice}>
          <span aria-hidden="true">{texts.term}</span>
          <Choice
            label={texts.term}
            options={pool.tiers.map(({ duration, multiplierBps }, tierIndex) => ({
              value: String(tierIndex),
              label: texts.days(staking.term(termLength(duration)), multiplierText(multiplierBps)),
            }))}
            value={index}
            onChange={(next) => setIndex(next ?? '0')}
          />
        </div>
      )}
      <AmountField
        label={texts.amount}
        value={text}
        onChange={setText}
        clean={cleanAmount}
        token={pool.stakeToken}
        balance={<ReadingAmount reading={balances[pool.stakeToken] ?? LOADING} width={7} />}
        onShare={(percent) => most !== null && setText(shareText(most, percent))}
        error={missing === null ? undefined : staking.stake.short(missing)}
      />
      <ReceiverField {...typed} />
      <FactList
        facts={[
          { label: texts.pays, value: amount === null ? '—' : <b>{paidLegsText(legsOf(pool, amount))}</b> },
          { label: texts.gets, value: texts.getsText },
          { label: texts.takes, value: texts.takesText },
          { label: texts.from, value: from() },
          { label: texts.inviter, value: texts.inviterText },
        ]}
      />
      <p className={styles.note}>{texts.worst}</p>
      <Button
        variant="danger"
        wide
        busy={busy}
        disabled={!ready}
        onClick={() => {
          if (receiver === null || amount === null) return
          rememberReceiver(receiver)
          onClose()
          void runTransaction(giftIntent(pool.key, pool, amount, Number(index), receiver))
        }}
      >
        {label()}
      </Button>
    </>
  )
}
