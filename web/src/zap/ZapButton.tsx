import { useState } from 'react'
import { balanceOf, poolState } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf, type Reading } from '../core/state/reading.ts'
import { hasOpenTransaction, useTransactionStore } from '../core/transactions/transactionStore.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { ZapProps } from '../staking/zapProps.ts'
import type { ExchangeState } from '../swap/exchangeState.ts'
import { costText } from '../swap/format.ts'
import { useSwapSettings } from '../swap/settings.ts'
import { StepButton } from '../swap/StepButton.tsx'
import { previewOf, type Offer, type StepBefore, type Trade } from '../swap/swapModel.ts'
import { zapTexts } from './texts.ts'
import styles from './zap.module.css'
import { zapAction, type ZapAction } from './zapModel.ts'
import { ZapSheet, type Zap } from './ZapSheet.tsx'

export type ZapButtonProps = ZapProps & {
  trade: Trade
  offer: Offer
  /** the least amount that the swap gives, wei; null without a quote */
  least: bigint | null
  exchange: Reading<ExchangeState>
  /** of the token that pays */
  balance: Reading<bigint>
}

/** The one next step: connect, switch, enter an amount, open the confirmation. The button always names the reason of a wait. */
export function ZapButton({
  poolKey,
  pool,
  tier,
  ready,
  trade,
  offer,
  least,
  exchange,
  balance,
  onEnter,
  onSent,
}: ZapButtonProps) {
  const texts = useTexts(zapTexts)
  const [zap, setZap] = useState<Zap | null>(null)
  const connection = useAppStore((state) => state.connection)
  const address = useAppStore((state) => state.address)
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const isBusy = useTransactionStore(hasOpenTransaction)
  const paused = (valueOf(useChainRead(poolState(poolKey)))?.stakingPausedUntil ?? 0) > 0
  const native = useChainRead(balanceOf('native'))
  const settings = useSwapSettings()
  const situation = { trade, offer, balance, exchange, connection, address, disabeldMatch, isBusy }
  const action = zapAction({ ...situation, paused, least, native })

  function open() {
    const preview = ready ? previewOf(trade, offer, exchange, settings) : null
    if (preview !== null) setZap({ preview, poolKey, pool, tier })
  }

  return (
    <div className={styles.foot}>
      {isLast(action) ? (
        <StepButton
          before={null}
          label={
            action.kind === 'zap'
              ? texts.submit(offer.kind === 'swap' ? costText(offer.amountIn, trade.from) : trade.from)
              : texts[action.kind]
          }
          stuck={action.kind !== 'zap'}
          onEnter={onEnter}
          onLast={open}
        />
      ) : (
        <StepButton before={action} label="" onEnter={onEnter} onLast={open} />
      )}
      <p className={styles.under}>{texts.rest(pool.stakeToken)}</p>
      <ZapSheet zap={zap} onClose={() => setZap(null)} onSent={onSent} />
    </div>
  )
}

function isLast(action: ZapAction): action is Exclude<ZapAction, StepBefore> {
  return action.kind === 'zap' || action.kind === 'noFee' || action.kind === 'paused'
}
