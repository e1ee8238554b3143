import { balanceOf } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { cleanAmount, type Inserted } from '../core/money/cleanAmount.ts'
import { valueOf } from '../core/state/reading.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { AmountField } from '../design/AmountField/AmountField.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import type { ZapProps } from '../staking/zapProps.ts'
import { balanceKeyOf } from '../swap/assets.ts'
import { mostPayable, readTyped } from '../swap/swapModel.ts'
import { swapTexts } from '../swap/texts.ts'
import { zapTexts } from './texts.ts'
import { payShareText } from './zapModel.ts'

function clean(raw: string, inserted?: Inserted) {
  return cleanAmount(raw, inserted, 18)
}

/** The amount to pay. All of the native coin leaves enough for the network fee. */
export default function ZapAmount({ coin, text, onText }: ZapProps) {
  const texts = useTexts(zapTexts)
  const { button } = useTexts(swapTexts)
  const balance = useChainRead(balanceOf(balanceKeyOf(coin)))
  const most = mostPayable(coin, balance)
  const held = valueOf(balance)
  const typed = readTyped(text)
  return (
    <AmountField
      label={texts.amount}
      value={text}
      onChange={onText}
      clean={clean}
      token={coin}
      balance={<ReadingAmount reading={balance} least={2} width={7} />}
      onShare={(percent) => {
        if (most !== null) onText(payShareText(most, percent, coin))
      }}
      error={typed !== null && held !== undefined && held < typed ? button.short(coin) : undefined}
    />
  )
}
