import { Suspense } from 'react'
import { mapKnown, valueOf } from '../core/state/reading.ts'
import { lazyWithRetry } from '../design/lazy.tsx'
import { BonusRow } from './BonusRow.tsx'
import type { BonusRowsProps } from './BonusRows.tsx'
import { useBonuses } from './bonusStore.ts'
import { useGranted } from './useGranted.ts'

const BonusRows = lazyWithRetry(() => import('./BonusRows.tsx'))

/** A claim card's rows. Loads the claiming code only for accounts that were ever granted a bonus. Other accounts see zeros. */
export default function BonusRowsGate(props: BonusRowsProps) {
  const bonuses = useBonuses()
  const granted = useGranted(props.programs)
  const until = valueOf(bonuses)?.settled?.until ?? null
  const rows = (known: boolean) =>
    props.programs.map((program) => (
      <BonusRow
        key={program}
        program={program}
        until={until}
        open={known ? mapKnown(bonuses, () => (granted === null ? null : 0n)) : { status: 'loading' }}
      />
    ))
  if (granted !== true) return rows(true)
  return (
    <Suspense fallback={rows(false)}>
      <BonusRows {...props} />
    </Suspense>
  )
}
