/** The result of the comparison of two nodes, without React. */
import type { Comparison } from '../../core/chain/comparing/comparison.ts'
import type { Check } from './model.ts'

/** `good`: every shown figure was compared recently and is equal. `unknown`: nothing was compared. */
export function sourcesCheck({ second, shown, differences }: Comparison): Check {
  if (Object.keys(differences).length > 0) return 'bad'
  if (second === null || shown.compared === 0) return 'unknown'
  return shown.compared === shown.answers ? 'good' : 'attention'
}
