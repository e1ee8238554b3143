import { useState } from 'react'
import type { Reading } from '../../core/state/reading.ts'
import type { Check } from './model.ts'

/** The number of stored probes: five minutes at one probe in ten seconds. */
const KEPT = 30

/** The state at each reading since the page was opened, oldest first. Every answer is a new reading. */
export function useProbes(reading: Reading<unknown>, check: Check): readonly Check[] {
  const [seen, setSeen] = useState<{ reading: Reading<unknown> | null; probes: readonly Check[] }>({
    reading: null,
    probes: [],
  })
  if (seen.reading !== reading)
    setSeen({ reading, probes: check === 'unknown' ? seen.probes : [...seen.probes, check].slice(-KEPT) })
  return seen.probes
}
