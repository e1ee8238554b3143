import { useId } from 'react'
import { classNames } from '../design/classNames.ts'
import { codeFromPaste, CODE_LENGTH } from './inviteCode.ts'
import styles from './CodeField.module.css'

export type CodeFieldProps = {
  label: string
  value: string
  onChange: (code: string) => void
  /** the problem with the code; announced */
  error?: string | undefined
  hint: string
  /** the field keeps the focus, and takes no input */
  busy?: boolean | undefined
}

/** The field for an invite code: eight wide-set characters. From a pasted link only the code is used. */
export function CodeField({ label, value, onChange, error, hint, busy = false }: CodeFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={classNames(styles.input, error !== undefined && styles.wrong)}
        value={value}
        readOnly={busy}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        placeholder={'·'.repeat(CODE_LENGTH)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(codeFromPaste(event.target.value))}
      />
      <p
        id={`${id}-note`}
        className={classNames(styles.note, error !== undefined && styles.error)}
        aria-live="polite"
      >
        {error ?? hint}
      </p>
    </div>
  )
}
