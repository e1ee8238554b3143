import type { ReactNode } from 'react'
import { Skeleton } from '../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { assetText } from './format.ts'
import styles from './swap.module.css'
import type { SwapPreview } from './swapModel.ts'
import { swapTexts } from './texts.ts'
import { isMoved, type Measured } from './useSimulation.ts'

/** The measured result of a swap, with its block. */
export function Simulated({ preview, outcome }: { preview: SwapPreview; outcome: Measured }): ReactNode {
  const texts = useTexts(swapTexts).confirm
  if (outcome === null)
    return (
      <>
        <Skeleton inline width="8ch" />
        <span className="visually-hidden">{texts.simulating}</span>
      </>
    )
  if (outcome.kind === 'received')
    return (
      <>
        <b className={isMoved(preview, outcome) ? styles.bad : styles.good}>
          {assetText(outcome.amount, preview.to)}
        </b>
        <br />
        <span className={styles.note}>{texts.simulatedAt(outcome.block.toLocaleString('en-US'))}</span>
      </>
    )
  return outcome.kind === 'reverted' ? '—' : texts[outcome.kind]
}
