/** The look of a check's result. Green means just checked, and nothing else. */
import type { IconName } from '../../design/Icon/Icon.tsx'
import type { Check } from './model.ts'
import styles from './SafePage.module.css'

export const SIGNS: Record<Check, IconName> = {
  good: 'check',
  attention: 'warning',
  bad: 'close',
  unknown: 'clock',
}

/** The colour of a row's text. */
export const COLOURS: Record<Check, string | undefined> = {
  good: styles.isGood,
  attention: styles.isAttention,
  bad: styles.isBad,
  unknown: undefined,
}

/** The box around a part that a check colours as a whole. */
export const AROUND: Record<Check, string | undefined> = {
  good: styles.good,
  attention: styles.attention,
  bad: styles.bad,
  unknown: undefined,
}
