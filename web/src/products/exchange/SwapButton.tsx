import { useState } from 'react'
import { useAppStore } from '../../core/state/appStore.ts'
import { codeOf } from '../../core/state/codeOf.ts'
import type { Reading } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { hasOpenTransaction, useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { shownCost } from '../../staking/format.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import type { ExchangeState } from '../../swap/exchangeState.ts'
import { costText } from '../../swap/format.ts'
import { useSwapSettings } from '../../swap/settings.ts'
import { StepButton } from '../../swap/StepButton.tsx'
import { previewOf, swapAction, type Offer, type SwapPreview, type Trade } from '../../swap/swapModel.ts'
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
  const { button } = useTexts(swapTexts)
  const [preview, setPreview] = useState<SwapPreview | null>(null)
  const connection = useAppStore((state) => state.connection)
  const address = useAppStore((state) => state.address)
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const isBusy = useTransactionStore(hasOpenTransaction)
  const settings = useSwapSettings()
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
  const last = 'amountIn' in action ? action : null

  async function press() {
    if (last === null) return
    if (last.kind === 'swap') return setPreview(previewOf(trade, offer, exchange, settings))
    const code = await codeOf(import('../../swap/swapIntent.ts'))
    if (code === null) return
    const record = await runTransaction(code.wrapIntent(last.kind, last.amountIn))
    if (record?.sentAt != null) onSent()
  }

  const label = () => {
    if (last === null) return ''
    return last.kind === 'swap'
      ? button.swap(costText(last.amountIn, trade.from))
      : button[last.kind](amountText(shownCost(last.amountIn)))
  }
  return (
    <>
      <StepButton
        before={'amountIn' in action ? null : action}
        label={label()}
        onEnter={onEnter}
        onLast={() => void press()}
      />
      <ConfirmSheet preview={preview} onClose={() => setPreview(null)} onSent={onSent} />
    </>
  )
}
