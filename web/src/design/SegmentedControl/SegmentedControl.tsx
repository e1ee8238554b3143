import { useId } from 'react'
import { classNames } from '../classNames.ts'
import styles from './SegmentedControl.module.css'

export type SegmentedControlProps<Value extends string> = {
  /** Accessible name of the group. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean | undefined
}

/** A choice between two to four visible options. Native radio buttons underneath: arrows move, Tab leaves. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled = false,
}: SegmentedControlProps<Value>) {
  const name = useId()
  // Labels of two lines are narrow enough for equal parts.
  const isLong = options.length > 3 && options.every((option) => !option.label.includes('\n'))
  return (
    <div role="radiogroup" aria-label={label} className={classNames(styles.group, isLong && styles.many)}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
