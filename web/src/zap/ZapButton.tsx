import { useState } from 'react'
import { balanceOf, poolState } from '../core/chain/reads.ts'
import { refreshChain } from '../core/chain/refresh.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf, type Reading } from '../core/state/reading.ts'
import { hasOpenTransaction, useTransactionStore } from '../core/transactions/transactionStore.ts'
import { connectWallet, enterChain } from '../core/wallet/connectWallet.ts'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useWaitText } from '../staking/useWaitText.ts'
import type { ZapProps } from '../staking/zapProps.ts'
import type { ExchangeState } from '../swap/exchangeState.ts'
import { costText } from '../swap/format.ts'
import { useSwapSettings } from '../swap/settings.ts'
import type { Offer, Trade } from '../swap/swapModel.ts'
import { swapTexts } from '../swap/texts.ts'
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
  const { button, unquoted } = useTexts(swapTexts)
  const [zap, setZap] = useState<Zap | null>(null)
  const connection = useAppStore((state) => state.connection)
  const address = useAppStore((state) => state.address)
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const isBusy = useTransactionStore(hasOpenTransaction)
  const paused = (valueOf(useChainRead(poolState(poolKey)))?.stakingPausedUntil ?? 0) > 0
  const native = useChainRead(balanceOf('native'))
  const { slippageBps, minutes } = useSwapSettings()
  const waitText = useWaitText()
  const situation = { trade, offer, balance, exchange, connection, address, disabeldMatch, isBusy }
  const action = zapAction({ ...situation, paused, least, native })

  async function press() {
    // Pressed too early: moves to the field instead of doing nothing.
    if (action.kind === 'enter') onEnter()
    else if (action.kind === 'connect') await connectWallet()
    else if (action.kind === 'switch') await enterChain()
    else if (action.kind === 'unread') await refreshChain()
    else if (action.kind === 'zap' && offer.kind === 'swap' && ready) {
      const state = valueOf(exchange)
      if (state === undefined) return
      const preview = {
        from: trade.from,
        to: trade.to,
        quote: offer.quote,
        terms: state.terms,
        block: state.block,
        settings: { slippageBps, minutes },
      }
      setZap({ preview, poolKey, pool, tier })
    }
  }

  const label = (): string => {
    switch (action.kind) {
      case 'connect':
        return action.busy ? button.connecting : button.connect
      case 'switch':
        return button.switchChain
      case 'wait':
        return waitText
      case 'enter':
        return button.enter
      case 'loading':
        return button.loading
      case 'unread':
        return button.unread
      case 'blocked':
        return button.blocked
      case 'unquoted':
        return unquoted[action.why]
      case 'short':
        return button.short(action.asset)
      case 'noFee':
      case 'paused':
        return texts[action.kind]
      case 'zap':
        return texts.submit(offer.kind === 'swap' ? costText(offer.amountIn, trade.from) : trade.from)
    }
  }

  const stuck: ZapAction['kind'][] = ['loading', 'blocked', 'unquoted', 'short', 'noFee', 'paused']
  return (
    <div className={styles.foot}>
      <Button
        wide
        disabled={stuck.includes(action.kind)}
        variant={[...stuck, 'enter', 'wait', 'unread'].includes(action.kind) ? 'secondary' : 'primary'}
        busy={action.kind === 'wait' || (action.kind === 'connect' && action.busy)}
        onClick={() => void press()}
      >
        {label()}
      </Button>
      <p className={styles.under}>{texts.rest(pool.stakeToken)}</p>
      <ZapSheet zap={zap} onClose={() => setZap(null)} onSent={onSent} />
    </div>
  )
}
