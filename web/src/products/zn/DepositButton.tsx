import { refreshChain } from '../../core/chain/refresh.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { vaultState } from '../../core/chain/vaultReads.ts'
import { namedInviter } from '../../core/session/namedInviter.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { connectWallet, enterChain } from '../../core/wallet/connectWallet.ts'
import { shortenAddress } from '../../design/AddressTag/shortenAddress.ts'
import { amountText } from '../../design/Amount/amountText.ts'
import { Button } from '../../design/Button/Button.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { worthLine } from '../../staking/preview/stakePreview.ts'
import { minuteText, rateText } from '../../staking/format.ts'
import type { StakeAction } from '../../staking/stakeModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { useWaitText } from '../../staking/useWaitText.ts'
import { depositIntent } from './intents.ts'
import { shareOf, sharesText, type DepositPreview } from './vaultModel.ts'
import { znTexts } from './texts.ts'
import styles from './VaultForm.module.css'

export type DepositButtonProps = {
  action: StakeAction
  preview: DepositPreview | null
  /** called when pressed without an amount: moves to the field */
  onEnter: () => void
  /** called after the deposit was sent */
  onSent: () => void
}

/** The one next step: connect, switch, enter an amount, deposit. */
export function DepositButton({ action, preview, onEnter, onSent }: DepositButtonProps) {
  const { form } = useTexts(znTexts)
  const { stake } = useTexts(stakingTexts)
  const waitText = useWaitText()
  const inviter = useAppStore(({ userInfo, address }) => namedInviter(userInfo, address))
  const vault = valueOf(useChainRead(vaultState))

  async function press() {
    if (action.kind === 'enter') onEnter()
    else if (action.kind === 'connect') await connectWallet()
    else if (action.kind === 'switch') await enterChain()
    else if (action.kind === 'unread') await refreshChain()
    else if (action.kind === 'stake' && preview !== null) {
      const record = await runTransaction(
        depositIntent(action.amount, preview.leastShares, [
          { label: 'gain', value: `≈ ${rateText(preview.perDay)} GALX` },
          { label: 'shares', value: sharesText(preview.leastShares) },
          { label: 'ofVault', value: `${shareOf(preview.sharesBefore)} → ${shareOf(preview.sharesAfter)}` },
          ...worthLine([{ token: 'GALX', amount: action.amount }]),
        ]),
      )
      if (record?.sentAt != null) onSent()
    }
  }

  function label(): string {
    switch (action.kind) {
      case 'connect':
        return action.busy ? stake.connecting : form.connectDeposit
      case 'switch':
        return stake.switchChain
      case 'paused':
        return form.paused(minuteText(vault?.depositsPausedUntil ?? 0))
      case 'loading':
        return stake.loading
      case 'unread':
        return stake.unread
      case 'wait':
        return waitText
      case 'enter':
        return stake.enter
      case 'short':
        return stake.short(action.token)
      case 'stake':
        return form.submitDeposit(amountText(action.amount))
    }
  }

  // Disabled only if a press could not help: a disabled button loses the keyboard's focus.
  const stuck: StakeAction['kind'][] = ['paused', 'loading', 'short']
  const idle: StakeAction['kind'][] = ['enter', 'wait', 'unread']
  return (
    <div className={styles.foot}>
      <Button
        wide
        disabled={stuck.includes(action.kind) || (action.kind === 'stake' && preview === null)}
        variant={idle.includes(action.kind) ? 'secondary' : 'primary'}
        busy={action.kind === 'wait' || (action.kind === 'connect' && action.busy)}
        onClick={() => void press()}
      >
        {label()}
      </Button>
      <p className={styles.note}>
        {inviter !== null ? form.inviter(shortenAddress(inviter, 6, 6)) : form.checked}
      </p>
    </div>
  )
}
