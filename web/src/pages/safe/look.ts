/** How a check looks: green for what was just checked, and for nothing else. */
import type { IconName } from '../../design/Icon/Icon.tsx'
import type { Check } from './model.ts'
import styles from './SafePage.module.css'

export const SIGNS: Record<Check, IconName> = {
  good: 'check',
  attention: 'warning',
  bad: 'close',
  unknown: 'clock',
}

/** The colour of what stands in a row. */
export const COLOURS: Record<Check, string | undefined> = {
  good: styles.isGood,
  attention: styles.isAttention,
  bad: styles.isBad,
  unknown: undefined,
}

/** Around what a check colours as a whole. */
export const AROUND: Record<Check, string | undefined> = {
  good: styles.good,
  attention: styles.attention,
  bad: styles.bad,
  unknown: undefined,
}
