import { refreshChain } from '../core/chain/refresh.ts'
import { connectWallet, enterChain } from '../core/wallet/connectWallet.ts'
import { Button } from '../design/Button/Button.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { useWaitText } from '../staking/useWaitText.ts'
import type { StepBefore } from './swapModel.ts'
import { swapTexts } from './texts.ts'

export type StepButtonProps = {
  /** a step before the last step; null: the last step */
  before: StepBefore | null
  /** of the last step */
  label: string
  /** whether the last step is not possible now; `label` names the reason */
  stuck?: boolean
  /** called when pressed without an amount */
  onEnter: () => void
  /** performs the last step */
  onLast: () => void
}

const STUCK: readonly StepBefore['kind'][] = ['loading', 'blocked', 'unquoted', 'short']
const QUIET: readonly StepBefore['kind'][] = [...STUCK, 'enter', 'wait', 'unread']

/** The one next step of a swap: connect, switch, enter an amount, and the last step. The button always names the reason of a wait. */
export function StepButton({ before, label, stuck = false, onEnter, onLast }: StepButtonProps) {
  const { button, unquoted } = useTexts(swapTexts)
  const waitText = useWaitText()

  async function press(): Promise<void> {
    if (before === null) onLast()
    // Pressed too early: moves to the field instead of doing nothing.
    else if (before.kind === 'enter') onEnter()
    else if (before.kind === 'connect') await connectWallet()
    else if (before.kind === 'switch') await enterChain()
    else if (before.kind === 'unread') await refreshChain()
  }

  function text(): string {
    if (before === null) return label
    switch (before.kind) {
      case 'connect':
        return before.busy ? button.connecting : button.connect
      case 'switch':
        return button.switchChain
      case 'wait':
        return waitText
      case 'unquoted':
        return unquoted[before.why]
      case 'short':
        return button.short(before.asset)
      default:
        return button[before.kind]
    }
  }

  const isStuck = before === null ? stuck : STUCK.includes(before.kind)
  const isQuiet = before === null ? stuck : QUIET.includes(before.kind)
  return (
    <Button
      wide
      disabled={isStuck}
      variant={isQuiet ? 'secondary' : 'primary'}
      busy={before?.kind === 'wait' || (before?.kind === 'connect' && before.busy)}
      onClick={() => void press()}
    >
      {text()}
    </Button>
  )
}
