import { useId } from 'react'
import { Icon } from '../design/Icon/Icon.tsx'
import styles from './Choice.module.css'

export type ChoiceProps<Value extends string> = {
  /** accessible name */
  label: string
  /** the text for no choice; absent: one option is always chosen */
  all?: string | undefined
  options: readonly { value: Value; label: string }[]
  /** undefined: all values */
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** Chooses one option, or none. The device's own list works well with touch and with screen readers. */
export function Choice<Value extends string>({ label, all, options, value, onChange }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <span className={styles.choice}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value ?? ''}
        onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value)}
      >
        {all !== undefined && <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} className={styles.mark} />
    </span>
  )
}
