import { formatUnits } from '@galx/protocol/units'
import type { WebPool } from '@galx/protocol/webConfig'
import { useState } from 'react'
import { useChainStore, type Position } from '../core/chain/chainStore.ts'
import { useConfig } from '../core/config/configStore.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { AmountField } from '../design/AmountField/AmountField.tsx'
import { Button } from '../design/Button/Button.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { cleanAmount } from '../core/money/cleanAmount.ts'
import { useAppStore } from '../core/state/appStore.ts'
import { valueOf } from '../core/state/reading.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import type { Intent } from '../core/transactions/intent.ts'
import { isInHand, useTransactionStore } from '../core/transactions/transactionStore.ts'
import { EmergencyExit } from './EmergencyExit.tsx'
import { exitIntent, legsText, unstakeIntent } from './intents.ts'
import { isRest, readAmount, shareText, unstakePreview, unstakeProblem } from './stakeModel.ts'
import { useEarned } from './useEarned.ts'
import styles from './UnstakeSheet.module.css'

export interface UnstakeSheetProps {
  position: Position
  open: boolean
  onClose: () => void
}

/**
 * Taking back a position in part or whole, with what comes of it shown before anything is signed. Behind an understated
 * button lies the exit for the day when nothing else works.
 */
export default function UnstakeSheet({ position, open, onClose }: UnstakeSheetProps) {
  const texts = useTexts().galx.unstake
  const config = useConfig()
  const pool = config?.pools[position.pool]
  const [emergency, setEmergency] = useState(false)
  // Opened anew it begins with the usual way; while it leaves the screen it still shows what it showed.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setEmergency(false)
  }
  const rest = isRest(position)
  const exit = emergency || rest

  // The transaction has a sheet of its own; two sheets on top of each other would hide what is to be signed.
  const send = (intent: Intent) => {
    onClose()
    void runTransaction(intent)
  }

  return (
    <Sheet open={open} onClose={onClose} title={emergency ? texts.emergency.title : texts.title}>
      {pool !== undefined && exit && (
        <EmergencyExit
          position={position}
          pool={pool}
          onBack={rest ? undefined : () => setEmergency(false)}
          onSend={send}
        />
      )}
      {pool !== undefined && !exit && (
        <UnstakeForm
          // Another position is another form: nothing typed for one is kept for the next.
          key={`${position.pool}-${position.position}`}
          position={position}
          pool={pool}
          onEmergency={() => setEmergency(true)}
          onSend={send}
        />
      )}
    </Sheet>
  )
}

function UnstakeForm({
  position,
  pool,
  onEmergency,
  onSend,
}: {
  position: Position
  pool: WebPool
  onEmergency: () => void
  onSend: (intent: Intent) => void
}) {
  const texts = useTexts().galx
  const [text, setText] = useState('')
  const [all, setAll] = useState(false)
  const boostBps = useChainStore((state) => valueOf(state.accounts[position.pool])?.boostBps ?? 10_000)
  const disabeldMatch = useAppStore((state) => state.disabeldMatch)
  const inHand = useTransactionStore(isInHand)

  // "All" means the position's exact amount, also where it has more decimals than the field takes.
  const amount = all ? position.amount : readAmount(text)
  const problem = unstakeProblem(position, amount)
  const preview =
    problem === null && amount !== null ? unstakePreview(pool, position, amount, boostBps) : null
  const everything = unstakePreview(pool, position, position.amount, boostBps)

  return (
    <div className={styles.form}>
      <AmountField
        label={texts.unstake.amount}
        value={all ? formatUnits(position.amount) : text}
        onChange={(next) => {
          setAll(false)
          setText(next)
        }}
        clean={cleanAmount}
        token={pool.stakeToken}
        balance={<Amount value={position.amount} />}
        onShare={(percent) => {
          setAll(percent === 100)
          setText(shareText(position.amount, percent))
        }}
        error={problem === 'tooMuch' ? texts.unstake.tooMuch : undefined}
      />
      <FactList
        facts={[
          {
            label: texts.unstake.receive,
            value: preview === null ? texts.unknown : legsText(preview.legs),
          },
          {
            label: texts.unstake.left,
            value:
              preview === null
                ? legsText(unstakePreview(pool, position, 0n, boostBps).left)
                : preview.whole
                  ? texts.unstake.leftNothing
                  : legsText(preview.left),
          },
          {
            label: texts.unstake.power,
            value:
              preview === null ? (
                <Amount value={everything.weightBefore} />
              ) : (
                <>
                  <Amount value={preview.weightBefore} /> → <Amount value={preview.weightAfter} />
                </>
              ),
          },
          { label: texts.unstake.reward, value: <RewardKept position={position} /> },
        ]}
      />
      <Button
        wide
        disabled={preview === null}
        busy={inHand || disabeldMatch}
        onClick={() => {
          if (preview !== null && amount !== null) onSend(unstakeIntent(position, amount, preview.legs))
        }}
      >
        {preview === null ? texts.unstake.enter : texts.unstake.submit(legsText(preview.legs))}
      </Button>
      <div className={styles.exit}>
        <Button
          variant="secondary"
          wide
          busy={inHand || disabeldMatch}
          onClick={() => onSend(exitIntent(position, everything.legs))}
        >
          {texts.unstake.exit}
        </Button>
        <ExitHint position={position} />
        <button type="button" className={styles.emergency} onClick={onEmergency}>
          {texts.unstake.emergency.open}
        </button>
      </div>
    </div>
  )
}

function RewardKept({ position }: { position: Position }) {
  const texts = useTexts().galx
  return <>{texts.unstake.rewardKept(useEarned(position))}</>
}

function ExitHint({ position }: { position: Position }) {
  const texts = useTexts().galx
  return <p className={styles.hint}>{texts.unstake.exitHint(useEarned(position))}</p>
}
