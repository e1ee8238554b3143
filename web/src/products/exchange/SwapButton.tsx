import { useState } from 'react'
import { refreshChain } from '../../core/chain/refresh.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { codeOf } from '../../core/state/codeOf.ts'
import { valueOf, type Reading } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { hasOpenTransaction, useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { connectWallet, enterChain } from '../../core/wallet/connectWallet.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { shownCost } from '../../staking/format.ts'
import { useWaitText } from '../../staking/useWaitText.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import type { ExchangeState } from '../../swap/exchangeState.ts'
import { costText } from '../../swap/format.ts'
import { useSwapSettings } from '../../swap/settings.ts'
import {
  swapAction,
  type SwapPreview,
  type Offer,
  type SwapAction,
  type Trade,
} from '../../swap/swapModel.ts'
import { swapTexts } from '../../swap/texts.ts'

export type SwapButtonProps = {
  trade: Trade
  offer: Offer
  exchange: Reading<ExchangeState>
  /** of the paid token */
  balance: Reading<bigint>
  /** called when pressed without an amount */
  onEnter: () => void
  /** called after the transaction was sent */
  onSent: () => void
}

/** The one next step: connect, switch, enter an amount, open the preview. The button always names the reason of a wait. */
export function SwapButton({ trade, offer, exchange, balance, onEnter, onSent }: SwapButtonProps) {
  const texts = useTexts(swapTexts)
  const { button } = texts
  const [preview, setPreview] = useState<SwapPreview | null>(null)
  const connection = useAppStore((state) => state.connection)
  const address = useAppStore((state) => state.address)
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const isBusy = useTransactionStore(hasOpenTransaction)
  const settings = useSwapSettings()
  const waitText = useWaitText()
  const action = swapAction({
    trade,
    offer,
    balance,
    exchange,
    connection,
    address,
    disabeldMatch,
    isBusy,
  })

  async function press() {
    // Pressed too early: moves to the field instead of doing nothing.
    if (action.kind === 'enter') onEnter()
    else if (action.kind === 'connect') await connectWallet()
    else if (action.kind === 'switch') await enterChain()
    else if (action.kind === 'unread') await refreshChain()
    else if (action.kind === 'wrap' || action.kind === 'unwrap') {
      const code = await codeOf(import('../../swap/swapIntent.ts'))
      if (code === null) return
      const record = await runTransaction(code.wrapIntent(action.kind, action.amountIn))
      if (record?.sentAt != null) onSent()
    } else if (action.kind === 'swap' && offer.kind === 'swap') {
      const state = valueOf(exchange)
      if (state === undefined) return
      const { slippageBps, minutes } = settings
      setPreview({
        from: trade.from,
        to: trade.to,
        quote: offer.quote,
        terms: state.terms,
        block: state.block,
        settings: { slippageBps, minutes },
      })
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
        return texts.unquoted[action.why]
      case 'short':
        return button.short(action.asset)
      case 'swap':
        return button.swap(costText(action.amountIn, trade.from))
      case 'wrap':
      case 'unwrap':
        return button[action.kind](amountText(shownCost(action.amountIn)))
    }
  }

  const stuck: SwapAction['kind'][] = ['loading', 'blocked', 'unquoted', 'short']
  return (
    <>
      <Button
        wide
        disabled={stuck.includes(action.kind)}
        variant={[...stuck, 'enter', 'wait', 'unread'].includes(action.kind) ? 'secondary' : 'primary'}
        busy={action.kind === 'wait' || (action.kind === 'connect' && action.busy)}
        onClick={() => void press()}
      >
        {label()}
      </Button>
      <ConfirmSheet preview={preview} onClose={() => setPreview(null)} onSent={onSent} />
    </>
  )
}
