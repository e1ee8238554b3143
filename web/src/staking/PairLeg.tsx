import type { TokenSymbol } from '@galx/protocol/products'
import { pairAmountFor } from '@galx/protocol/formulas'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { amountText } from '../design/Amount/amountText.ts'
import { classNames } from '../design/classNames.ts'
import { TokenBadge } from '../design/TokenBadge/TokenBadge.tsx'
import { designTexts } from '../design/texts.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { Reading } from '../core/state/reading.ts'
import { shownCost } from './format.ts'
import { stakingTexts } from './texts.ts'
import styles from './PairLeg.module.css'

export type PairLegProps = {
  token: TokenSymbol
  stakeToken: TokenSymbol
  /** wei of the pair token per 1e18 wei of the stake token */
  ratio: bigint
  /** the typed amount, wei of the stake token; null while the field is empty */
  amount: bigint | null
  /** null without a wallet */
  balance: Reading<bigint> | null
  short: boolean
}

/** The second leg of a pair stake: the amount of the other token. It follows from the first amount and cannot be typed. */
export default function PairLeg({ token, stakeToken, ratio, amount, balance, short }: PairLegProps) {
  const { stake } = useTexts(stakingTexts)
  const { balance: balanceText } = useTexts(designTexts)
  return (
    <div className={classNames(styles.leg, short && styles.short)} role="group" aria-label={stake.pairLeg}>
      <div className={styles.row}>
        <span className={styles.label}>{stake.pairLeg}</span>
        {balance !== null && (
          <span className={styles.label}>
            {balanceText} <ReadingAmount reading={balance} width={7} />
          </span>
        )}
      </div>
      <div className={styles.row}>
        <output className={styles.amount}>
          {amountText(amount === null ? 0n : shownCost(pairAmountFor(amount, ratio)))}
        </output>
        <TokenBadge symbol={token} withName />
      </div>
      <p className={styles.note} aria-live="polite">
        {short ? stake.short(token) : stake.pairRatio(amountText(ratio, 18, 0, 6), stakeToken, token)}
      </p>
    </div>
  )
}
