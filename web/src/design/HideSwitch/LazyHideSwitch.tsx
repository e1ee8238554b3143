import { Suspense } from 'react'
import { lazyOrFallback } from '../lazy.tsx'
import styles from './HideSwitch.module.css'

const HideSwitch = lazyOrFallback(() => import('./HideSwitch.tsx'))

/** The eye that hides the holder's amounts, beside the heading of a card. It loads after the first paint and moves nothing. */
export function LazyHideSwitch() {
  return (
    <span className={styles.place}>
      <Suspense>
        <HideSwitch />
      </Suspense>
    </span>
  )
}
