/** What the comparison of two nodes comes to, without React. */
import type { Comparison } from '../../core/chain/comparing/comparison.ts'
import type { Check } from './model.ts'

/** `good`: all that is shown was compared lately, and is the same. `unknown`: nothing was. */
export function sourcesCheck({ second, shown, differences }: Comparison): Check {
  if (Object.keys(differences).length > 0) return 'bad'
  if (second === null || shown.compared === 0) return 'unknown'
  return shown.compared === shown.answers ? 'good' : 'attention'
}
