import type { ProgramKey } from '@galx/protocol/products'
import { mapKnown, valueOf } from '../core/state/reading.ts'
import type { TakeBonus } from '../staking/claimableBonus.ts'
import { BonusRow } from './BonusRow.tsx'
import { useBonuses } from './bonusStore.ts'
import { useClaimable } from './useClaimable.ts'

export type BonusRowsProps = {
  programs: readonly ProgramKey[]
  /** takes the claims that can be made now; null if no claim can be made */
  onClaimable: TakeBonus
}

/** Rows of a claim card: each program's granted and unclaimed amount, with its date. Bonuses do not grow by the second. */
export default function BonusRows({ programs, onClaimable }: BonusRowsProps) {
  const claims = useClaimable(programs, onClaimable)
  const until = valueOf(useBonuses())?.settled?.until ?? null
  return programs.map((program) => (
    <BonusRow
      key={program}
      program={program}
      until={until}
      open={mapKnown(claims, (list) => {
        const claim = list.find((one) => one.program === program)
        return claim === undefined ? 0n : claim.open
      })}
    />
  ))
}
