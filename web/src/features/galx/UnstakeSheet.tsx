import { formatUnits as plainUnits } from '@galx/protocol/units'
import type { WebPool } from '@galx/protocol/webConfig'
import { useState } from 'react'
import { useChainStore, type Position } from '../../chain/chainStore.ts'
import { useConfig } from '../../config/configStore.ts'
import { Amount } from '../../design/Amount/Amount.tsx'
import { formatUnits } from '../../design/Amount/formatUnits.ts'
import { AmountField } from '../../design/AmountField/AmountField.tsx'
import { Button } from '../../design/Button/Button.tsx'
import { FactList } from '../../design/FactList/FactList.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { cleanAmount } from '../../money/cleanAmount.ts'
import { useAppStore } from '../../state/appStore.ts'
import { valueOf } from '../../state/reading.ts'
import { runTransaction } from '../../transactions/runTransaction.ts'
import { isInHand, useTransactionStore } from '../../transactions/transactionStore.ts'
import { exitIntent, legsText, unstakeIntent } from './intents.ts'
import { claimableAt, isGalxPool } from './model.ts'
import { readAmount, shareText, unstakePreview, unstakeProblem } from './stakeModel.ts'
import { useChainNow } from './useChainNow.ts'
import styles from './UnstakeSheet.module.css'

export interface UnstakeSheetProps {
  position: Position
  open: boolean
  onClose: () => void
}

/** Taking back a position in part or whole, with what comes of it shown before anything is signed. */
export default function UnstakeSheet({ position, open, onClose }: UnstakeSheetProps) {
  const texts = useTexts().galx
  const config = useConfig()
  const pool = config?.pools[position.pool]
  return (
    <Sheet open={open} onClose={onClose} title={texts.unstake.title}>
      {pool !== undefined && (
        <UnstakeForm
          // Another position is another form: nothing typed for one is kept for the next.
          key={`${position.pool}-${position.position}`}
          position={position}
          pool={pool}
          onClose={onClose}
        />
      )}
    </Sheet>
  )
}

function UnstakeForm({
  position,
  pool,
  onClose,
}: {
  position: Position
  pool: WebPool
  onClose: () => void
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

  async function send(intent: Parameters<typeof runTransaction>[0]) {
    // The transaction has a sheet of its own; two sheets on top of each other would hide what is to be signed.
    onClose()
    await runTransaction(intent)
  }

  return (
    <div className={styles.form}>
      <AmountField
        label={texts.unstake.amount}
        value={all ? plainUnits(position.amount) : text}
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
          if (preview !== null && amount !== null) void send(unstakeIntent(position, amount, preview.legs))
        }}
      >
        {preview === null ? texts.unstake.enter : texts.unstake.submit(legsText(preview.legs))}
      </Button>
      <div className={styles.exit}>
        <Button
          variant="secondary"
          wide
          busy={inHand || disabeldMatch}
          onClick={() => void send(exitIntent(position, everything.legs))}
        >
          {texts.unstake.exit}
        </Button>
        <ExitHint position={position} />
      </div>
    </div>
  )
}

function useEarned(position: Position): string {
  const texts = useTexts().galx
  const accounts = useChainStore((state) => state.accounts)
  const pools = useChainStore((state) => state.pools)
  const now = useChainNow(1_000)
  if (now === null || !isGalxPool(position.pool)) return texts.unknown
  const earned = valueOf(claimableAt({ accounts, pools }, now)[position.pool])
  return earned === undefined ? texts.unknown : formatUnits(earned, 18, 6, 6)
}

function RewardKept({ position }: { position: Position }) {
  const texts = useTexts().galx
  return <>{texts.unstake.rewardKept(useEarned(position))}</>
}

function ExitHint({ position }: { position: Position }) {
  const texts = useTexts().galx
  return <p className={styles.hint}>{texts.unstake.exitHint(useEarned(position))}</p>
}
