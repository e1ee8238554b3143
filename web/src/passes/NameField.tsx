import { useId } from 'react'
import { classNames } from '../design/classNames.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { NAME_LENGTH, nameLength, nameProblem, type NameProblem } from './passName.ts'
import { passTexts } from './texts.ts'
import styles from './Field.module.css'

export type NameFieldProps = {
  label: string
  value: string
  onChange: (name: string) => void
}

/** The field for a pass's name: the contract's rules while a person types, and the number of characters left. */
export function NameField({ label, value, onChange }: NameFieldProps) {
  const texts = useTexts(passTexts).name
  const id = useId()
  const problem = nameProblem(value)
  const error = problem === null || value === '' ? undefined : wordsOf(problem, texts.problem)
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        <span aria-hidden="true">{texts.count(String(nameLength(value)), String(NAME_LENGTH))}</span>
      </div>
      <input
        id={id}
        className={classNames(styles.input, error !== undefined && styles.wrong)}
        value={value}
        placeholder={texts.placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p
        id={`${id}-note`}
        className={classNames(styles.note, error !== undefined && styles.error)}
        aria-live="polite"
      >
        {error ?? texts.hint}
      </p>
    </div>
  )
}

function wordsOf(
  problem: NameProblem,
  words: ReturnType<(typeof passTexts)['current']>['name']['problem'],
): string {
  if (problem.kind === 'empty') return words.unseen
  if (problem.kind === 'tooLong') return words.tooLong(String(NAME_LENGTH))
  return problem.kind === 'edge' ? words.edge : words.forbidden(codeText(problem.codePoint))
}

/** A name such as U+200B, for an invisible character. */
function codeText(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}
