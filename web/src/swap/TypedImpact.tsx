import { useId } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './swap.module.css'
import { impactText } from './swapModel.ts'
import { swapTexts } from './texts.ts'

export type TypedImpactProps = { impactBps: bigint; text: string; onText: (text: string) => void }

/** A high price impact is confirmed by typing it, not by a tap. */
export function TypedImpact({ impactBps, text, onText }: TypedImpactProps) {
  const texts = useTexts(swapTexts).confirm
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{texts.typeIt(impactText(impactBps))}</label>
      <input
        id={id}
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </>
  )
}
