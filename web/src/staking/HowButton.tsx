import { Suspense, useState } from 'react'
import { Button } from '../design/Button/Button.tsx'
import { lazyWithRetry } from '../design/lazy.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import type { StakingProduct } from './product.ts'
import { stakingTexts } from './texts.ts'
import styles from './HowButton.module.css'

const CalculationSheet = lazyWithRetry(() => import('./CalculationSheet.tsx'))

/** Opens the sheet that calculates a product's rewards with this account's figures. */
export function HowButton({ product }: { product: StakingProduct }) {
  const texts = useTexts(stakingTexts)
  const [open, setOpen] = useState(false)
  // Drawn at the first opening, then kept, so that the sheet can also animate when it closes.
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={styles.how}
        onClick={() => {
          setAsked(true)
          setOpen(true)
        }}
      >
        {texts.claim.how}
      </Button>
      {asked && (
        <Suspense>
          <CalculationSheet product={product} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
