import { useRef, useState } from 'react'
import { balanceOf } from '../../core/chain/reads.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { vaultShares, vaultState } from '../../core/chain/vaultReads.ts'
import { cleanAmount } from '../../core/money/cleanAmount.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { valueOf } from '../../core/state/reading.ts'
import { clearIfUnchanged } from '../../core/transactions/clearIfUnchanged.ts'
import { hasOpenTransaction, useTransactionStore } from '../../core/transactions/transactionStore.ts'
import { connectWallet } from '../../core/wallet/connectWallet.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { AmountField } from '../../design/AmountField/AmountField.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { readAmount, shareText, stakeAction } from '../../staking/stakeModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { DepositButton } from './DepositButton.tsx'
import { DepositFacts } from './DepositFacts.tsx'
import { previewDeposit, VAULT_TOKEN } from './vaultModel.ts'
import { znTexts } from './texts.ts'
import styles from './VaultForm.module.css'

/** Milliseconds between two readings of a deposit's shares. */
const TICK = 3_000

/** A deposit: its least number of shares, its reward, and the note that it can be withdrawn at any time, before anything is signed. */
export function DepositForm() {
  const { form } = useTexts(znTexts)
  const { stake } = useTexts(stakingTexts)
  const [text, setText] = useState('')
  const entry = useRef<HTMLDivElement>(null)
  const { connection, address, disabeldMatch } = useAppStore()
  const balance = useChainRead(balanceOf('GALX'))
  const vault = valueOf(useChainRead(vaultState))
  const held = valueOf(useChainRead(vaultShares)) ?? 0n
  const isBusy = useTransactionStore(hasOpenTransaction)
  const now = useChainNow(TICK)

  const amount = readAmount(text)
  const paused = (vault?.depositsPausedUntil ?? 0) > (now ?? 0)
  const action = stakeAction({
    pool: VAULT_TOKEN,
    text,
    connection,
    address,
    disabeldMatch,
    isBusy,
    paused,
    balances: { GALX: balance },
  })
  const known = vault !== undefined && now !== null
  const preview = known && amount !== null && amount > 0n ? previewDeposit(vault, held, amount, now) : null
  const most = valueOf(balance)

  return (
    <>
      <div ref={entry} className={styles.entry}>
        <AmountField
          label={form.depositAmount}
          value={text}
          onChange={setText}
          clean={cleanAmount}
          token="GALX"
          balance={address === null ? undefined : <ReadingAmount reading={balance} least={2} width={7} />}
          onShare={(percent) => {
            if (most !== undefined) setText(shareText(most, percent))
            else if (address === null) void connectWallet()
          }}
          error={action.kind === 'short' ? stake.short(action.token) : undefined}
        />
      </div>
      <DepositFacts amount={amount} preview={preview} now={now} />
      <DepositButton
        action={action}
        preview={preview}
        onEnter={() => entry.current?.querySelector('input')?.focus()}
        onSent={() => setText(clearIfUnchanged(text, ''))}
      />
    </>
  )
}
