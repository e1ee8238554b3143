import type { ProgramKey } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import type { Reading } from '../core/state/reading.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { shownDecimals } from '../design/Amount/shownDecimals.ts'
import { poolColour } from '../design/PoolMark/poolColour.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { dateText } from '../staking/format.ts'
import { bonusGateTexts } from './gateTexts.ts'
import styles from './BonusRow.module.css'

export type BonusRowProps = {
  program: ProgramKey
  /** granted and not drawn, wei */
  open: Reading<bigint>
  /** the end of the last settled epoch, unix seconds; null: not known, or no epoch is settled */
  until: number | null
}

/** A program's row in a claim card. */
export function BonusRow({ program, open, until }: BonusRowProps) {
  const texts = useTexts(bonusGateTexts)
  return (
    // With another date the row is a new element. Otherwise the browser would count the figure as moved when the name grows.
    <div key={until}>
      <dt>
        <i className={styles.diamond} style={poolColour(program)} aria-hidden="true" />
        <span>
          {texts.names[program]}
          {until !== null && (
            <span className={styles.until}>{texts.until(dateText(until).slice('2027-'.length))}</span>
          )}
        </span>
      </dt>
      <dd>
        <ReadingAmount
          reading={open}
          token={PROGRAM_TOKENS[program]}
          least={shownDecimals(PROGRAM_TOKENS[program])}
          width={9}
        />
      </dd>
    </div>
  )
}
