import { formatUnits } from '@galx/protocol/units'
import type { WebPool } from '@galx/protocol/webConfig'
import { useState } from 'react'
import type { Position } from '../core/chain/chainStore.ts'
import { accountInPool } from '../core/chain/reads.ts'
import { useChainRead } from '../core/chain/useChainRead.ts'
import { cleanAmount } from '../core/money/cleanAmount.ts'
import { valueOf } from '../core/state/reading.ts'
import type { Intent } from '../core/transactions/intent.ts'
import { Amount } from '../design/Amount/Amount.tsx'
import { said } from '../design/Amount/said.tsx'
import { AmountField } from '../design/AmountField/AmountField.tsx'
import { Button } from '../design/Button/Button.tsx'
import { FactList } from '../design/FactList/FactList.tsx'
import { ownText } from '../i18n/hiddenAmounts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { unstakePreview, unstakeProblem } from './leavingModel.ts'
import { exitIntent, unstakeIntent } from './positionIntents.ts'
import { legsText, readAmount, shareText } from './stakeModel.ts'
import { sheetTexts } from './sheetTexts.ts'
import { useEarned } from './useEarned.ts'
import { useBusy } from './useStaking.ts'
import styles from './PositionSheet.module.css'

export type UnstakeFormProps = {
  position: Position
  pool: WebPool
  onEmergency: () => void
  onSend: (intent: Intent) => void
}

/** Withdraws an unlocked position in part or whole. */
export function UnstakeForm({ position, pool, onEmergency, onSend }: UnstakeFormProps) {
  const texts = useTexts(sheetTexts)
  const [text, setText] = useState('')
  const [all, setAll] = useState(false)
  const boostBps = valueOf(useChainRead(accountInPool(position.pool)))?.boostBps ?? 10_000
  const earned = useEarned(position.pool)
  const busy = useBusy()

  // "All" means the position's exact amount, even if it has more decimals than the field accepts.
  const amount = all ? position.amount : readAmount(text)
  const problem = unstakeProblem(position, amount)
  const tooMuch = problem === 'tooMuch' ? texts.unstake.tooMuch : undefined
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
        balanceName={texts.unstake.held}
        onShare={(percent) => {
          setAll(percent === 100)
          setText(shareText(position.amount, percent))
        }}
        error={tooMuch}
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
                ? ownText(legsText(unstakePreview(pool, position, 0n, boostBps).left))
                : preview.whole
                  ? texts.unstake.leftNothing
                  : ownText(legsText(preview.left)),
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
          { label: texts.unstake.reward, value: texts.unstake.rewardKept(earned, pool.rewardToken) },
        ]}
      />
      <Button
        wide
        disabled={preview === null}
        busy={busy}
        onClick={() => {
          if (preview !== null && amount !== null) onSend(unstakeIntent(position, amount, preview.legs))
        }}
      >
        {preview === null ? (tooMuch ?? texts.unstake.enter) : texts.unstake.submit(legsText(preview.legs))}
      </Button>
      <div className={styles.exit}>
        <Button
          variant="secondary"
          wide
          busy={busy}
          onClick={() => onSend(exitIntent(position, everything.legs))}
        >
          {texts.unstake.exit}
        </Button>
        <p className={styles.hint}>{said(texts.unstake.exitHint(earned, pool.rewardToken))}</p>
        <button type="button" className={styles.emergency} onClick={onEmergency}>
          {texts.emergency.open}
        </button>
      </div>
    </div>
  )
}
