import { useRef, useState } from 'react'
import { refreshChain } from '../../core/chain/refresh.ts'
import { useChainRead } from '../../core/chain/useChainRead.ts'
import { vaultShares, vaultState } from '../../core/chain/vaultReads.ts'
import { cleanAmount } from '../../core/money/cleanAmount.ts'
import { useAppStore } from '../../core/state/appStore.ts'
import { combine } from '../../core/state/combine.ts'
import { LOADING, mapReading, valueOf } from '../../core/state/reading.ts'
import { clearIfUnchanged } from '../../core/transactions/clearIfUnchanged.ts'
import { runTransaction } from '../../core/transactions/runTransaction.ts'
import { connectWallet, enterChain } from '../../core/wallet/connectWallet.ts'
import { ReadingAmount } from '../../design/Amount/Amount.tsx'
import { amountText } from '../../design/Amount/amountText.ts'
import { AmountField } from '../../design/AmountField/AmountField.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { ownText } from '../../i18n/hiddenAmounts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { readAmount, shareText } from '../../staking/stakeModel.ts'
import { stakingTexts } from '../../staking/texts.ts'
import { useChainNow } from '../../staking/useChainNow.ts'
import { useBusy } from '../../staking/useStaking.ts'
import { Change } from './Change.tsx'
import { redeemIntent, withdrawIntent } from './intents.ts'
import { previewWithdrawal, sharesText, worthAt, type WithdrawalPreview } from './vaultModel.ts'
import { znTexts } from './texts.ts'
import styles from './VaultForm.module.css'

/** Milliseconds between two readings of the shares' value. */
const TICK = 1_000

/** The requested withdrawal: the text of the field, and whether the button for all was pressed. */
type Taken = { text: string; all: boolean }
const NOTHING: Taken = { text: '', all: false }

/** Withdraws assets, in part or whole. Neither a pause of deposits nor a server matters here. */
export function WithdrawForm() {
  const { form } = useTexts(znTexts)
  const { stake } = useTexts(stakingTexts)
  const [taken, setTaken] = useState(NOTHING)
  const { text, all } = taken
  const entry = useRef<HTMLDivElement>(null)
  const connected = useAppStore((state) => state.address !== null)
  const connecting = useAppStore(({ connection }) =>
    ['searching', 'choosing', 'connecting'].includes(connection),
  )
  const wrongChain = useAppStore((state) => state.connection === 'wrongChain')
  const readings = combine([useChainRead(vaultState), useChainRead(vaultShares)])
  const now = useChainNow(TICK)
  const busy = useBusy()

  const worth = now === null ? LOADING : mapReading(readings, ([vault, held]) => worthAt(vault, held, now))
  const known = valueOf(readings)
  const most = valueOf(worth)
  const amount = readAmount(text)
  const given = all || (amount !== null && amount > 0n)
  const preview =
    known === undefined || now === null || !given
      ? null
      : previewWithdrawal(known[0], known[1], all ? null : amount, now)
  const tooMuch = given && known !== undefined && now !== null && preview === null
  const unread = readings.status === 'failed'
  const loading = given && !unread && preview === null && !tooMuch
  const empty = known !== undefined && known[1] === 0n

  async function press() {
    if (!connected) return connectWallet()
    if (wrongChain) return enterChain()
    if (unread) return refreshChain()
    if (preview === null || known === undefined) return entry.current?.querySelector('input')?.focus()
    const intent = all || amount === null ? redeemIntent(known[1]) : withdrawIntent(amount)
    const record = await runTransaction(intent)
    if (record?.hash != null) setTaken(clearIfUnchanged(taken, NOTHING))
  }

  function label(): string {
    if (!connected) return connecting ? stake.connecting : form.connectWithdraw
    if (wrongChain) return stake.switchChain
    if (empty) return form.nothing
    if (tooMuch) return form.tooMuch
    if (unread) return stake.unread
    if (loading) return stake.loading
    if (preview === null) return form.enterWithdraw
    return (all ? form.submitAll : form.submitWithdraw)(amountText(preview.receive))
  }

  return (
    <>
      <div ref={entry} className={styles.entry}>
        <AmountField
          label={form.withdrawAmount}
          value={all && most !== undefined ? shareText(most, 100) : text}
          onChange={(next) => setTaken({ text: next, all: false })}
          clean={cleanAmount}
          token="GALX"
          balance={connected ? <ReadingAmount reading={worth} least={2} most={2} width={7} /> : undefined}
          balanceName={form.held}
          onShare={(percent) => {
            if (most === undefined) {
              if (!connected) void connectWallet()
              return
            }
            setTaken({ text: shareText(most, percent), all: percent === 100 && most > 0n })
          }}
          error={tooMuch ? form.tooMuch : undefined}
        />
      </div>
      <WithdrawFacts all={all} preview={preview} />
      <div className={styles.foot}>
        <Button
          wide
          disabled={connected && !wrongChain && (empty || tooMuch || loading)}
          variant={connected && !wrongChain && preview === null ? 'secondary' : 'primary'}
          busy={busy || (!connected && connecting)}
          onClick={() => void press()}
        >
          {label()}
        </Button>
      </div>
    </>
  )
}

/** The returned amount, the burned shares, and the rest. */
function WithdrawFacts({ all, preview }: { all: boolean; preview: WithdrawalPreview | null }) {
  const { form, unknown } = useTexts(znTexts)
  const figures = preview !== null
  return (
    <FactList
      facts={[
        {
          label: form.receive,
          value: figures ? <b>{`${all ? '≥ ' : ''}${amountText(preview.receive)} GALX`}</b> : unknown,
        },
        { label: form.burned, value: figures ? sharesText(preview.burned) : unknown },
        {
          label: form.left,
          value: figures ? (
            <Change
              from={ownText(amountText(preview.before, 18, 2, 2))}
              to={`${ownText(amountText(preview.left, 18, 2, 2))} GALX`}
            />
          ) : (
            unknown
          ),
        },
        { label: form.wait, value: form.waitNone },
      ]}
    />
  )
}
