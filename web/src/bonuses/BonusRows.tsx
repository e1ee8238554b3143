import type { ProgramKey } from '@galx/protocol/products'
import { useEffect } from 'react'
import { mapReading, valueOf } from '../core/state/reading.ts'
import { ReadingAmount } from '../design/Amount/Amount.tsx'
import { shownDecimals } from '../design/Amount/shownDecimals.ts'
import { poolColour } from '../design/PoolMark/poolColour.ts'
import { useTexts } from '../i18n/useTexts.ts'
import type { TakeBonus } from '../staking/claimableBonus.ts'
import { dateText } from '../staking/format.ts'
import { useBonuses } from './bonusStore.ts'
import { bonusesIntent, withBonusesIntent } from './claimModel.ts'
import { TOKEN_OF_PROGRAM } from './programs.ts'
import { bonusTexts } from './texts.ts'
import { useClaims } from './useClaims.ts'
import styles from './bonuses.module.css'

export type BonusRowsProps = {
  /** of one token */
  programs: readonly ProgramKey[]
  /** takes what can be claimed now, and null where nothing can */
  onClaimable: TakeBonus
}

/** Rows of a claim card: what each program has granted and the account has not claimed, with its date. Bonuses do not tick. */
export default function BonusRows({ programs, onClaimable }: BonusRowsProps) {
  const texts = useTexts(bonusTexts)
  const claims = useClaims(programs)
  const settled = valueOf(useBonuses())?.settled
  const date = settled ? dateText(settled.until).slice(5) : null
  const payable = (valueOf(claims) ?? []).filter(({ voucher }) => voucher !== null)
  const amount = payable.reduce((sum, claim) => sum + claim.payable, 0n)
  const token = TOKEN_OF_PROGRAM[programs[0] ?? 'galx']

  // What is claimable is the same while its vouchers are: every reading makes new objects.
  const same = payable.map(({ voucher }) => `${voucher?.program}/${voucher?.cumulative}`).join()
  useEffect(() => {
    onClaimable(
      amount === 0n
        ? null
        : {
            token,
            amount,
            intent: (pools, tokens) =>
              pools.length === 0 ? bonusesIntent(payable) : withBonusesIntent(pools, tokens, payable),
          },
    )
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [same, amount, token, onClaimable])
  useEffect(() => () => onClaimable(null), [onClaimable])

  return programs.map((program) => (
    <div key={program}>
      <dt>
        <i className={styles.diamond} style={poolColour(program)} aria-hidden="true" />
        {texts.row(texts.names[program], date)}
      </dt>
      <dd>
        <ReadingAmount
          reading={mapReading(claims, (list) => list.find((one) => one.program === program)?.open ?? 0n)}
          token={TOKEN_OF_PROGRAM[program]}
          least={shownDecimals(TOKEN_OF_PROGRAM[program])}
          width={9}
        />
      </dd>
    </div>
  ))
}
