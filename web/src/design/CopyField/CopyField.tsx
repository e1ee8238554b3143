import { useId, useRef, useState } from 'react'
import { toast } from '../Toast/toast.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { copyText } from '../copyText.ts'
import { IconButton } from '../Button/IconButton.tsx'
import styles from './CopyField.module.css'
import { designTexts } from '../texts.ts'

export type CopyFieldProps = {
  label: string
  /** The text that is shown and copied. */
  value: string
}

/** A value with a copy button. If the browser refuses the clipboard, the value is selected and a line says so. */
export function CopyField({ label, value }: CopyFieldProps) {
  const id = useId()
  const texts = useTexts(designTexts)
  const field = useRef<HTMLInputElement>(null)
  /** the value that the browser did not copy */
  const [uncopied, setUncopied] = useState<string | null>(null)
  const refused = uncopied === value

  async function copy() {
    const copied = await copyText(value)
    setUncopied(copied ? null : value)
    if (copied) {
      toast(texts.copied, { kind: 'good' })
    } else {
      field.current?.focus()
      field.current?.select()
    }
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          aria-describedby={refused ? `${id}-note` : undefined}
        />
        <IconButton icon="copy" label={texts.copyOf(label)} onClick={() => void copy()} />
      </div>
      {refused && (
        <p id={`${id}-note`} className={styles.note} role="alert">
          {texts.copyByHand}
        </p>
      )}
    </div>
  )
}
