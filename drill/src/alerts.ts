/** The alert rules of the drill: an expression, how long it holds, how bad it is. */
import type { AlertRule } from './machines/services.ts'

export const alertRules: readonly AlertRule[] = [
  {
    alert: 'GalxApiDown',
    expr: 'up{job=~"galx-(api|btc-api)"} == 0',
    for: '4s',
    labels: { severity: 'warning' },
    annotations: { summary: '{{ $labels.instance }} does not answer' },
  },
]
