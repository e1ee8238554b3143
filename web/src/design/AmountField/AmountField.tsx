import { useId, useRef, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { TokenBadge } from '../TokenBadge/TokenBadge.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './AmountField.module.css'
import { useCleanInput, type Clean } from './useCleanInput.ts'
import { designTexts } from '../texts.ts'

export type AmountFieldProps = {
  /** The field's visible label and accessible name. */
  label: string
  /** The field's text, a decimal string. It never becomes a number. */
  value: string
  onChange: (value: string) => void
  /** Cleans typed or pasted text before onChange receives it. The second argument is the range of the last input. */
  clean: Clean
  token: string
  /** A button that chooses the token, in place of its badge. */
  picker?: ReactNode | undefined
  /** The available amount, shown at the right above the number; usually a ReadingAmount. */
  balance?: ReactNode | undefined
  /** The name of the available amount, if it is not the wallet's balance. */
  balanceName?: string | undefined
  /** Shows 25 %, 50 %, 75 % and "all" buttons; called with the percentage. */
  onShare?: ((percent: 25 | 50 | 75 | 100) => void) | undefined
  /** The problem with the amount. Announced and tied to the field. Its line is always reserved, so that nothing jumps. */
  error?: string | undefined
  /** Shown in the error's place while there is no error. */
  hint?: ReactNode | undefined
  disabled?: boolean | undefined
}

const shares = [25, 50, 75, 100] as const

/** Characters above which a number is written smaller: the whole number must be visible, even beside a token's button on a narrow phone. */
const LONG = 9
const LONGER = 12

/** The field for an amount of a token: a large number, the token, the balance and shares of it. */
export function AmountField({
  label,
  value,
  onChange,
  clean,
  token,
  picker,
  balance,
  balanceName,
  onShare,
  error,
  hint,
  disabled = false,
}: AmountFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const texts = useTexts(designTexts)
  const { changed, paste, change } = useCleanInput(input, value, clean, onChange)
  const read = changed === null ? null : texts.readAs(changed.from, changed.to)
  return (
    <div className={styles.field}>
      <div className={classNames(styles.well, error !== undefined && styles.wrong)}>
        <div className={styles.row}>
          <label htmlFor={id}>{label}</label>
          {balance !== undefined && (
            <span className={styles.balance}>
              {balanceName ?? texts.balance} {balance}
            </span>
          )}
        </div>
        <div className={styles.entry}>
          <input
            ref={input}
            id={id}
            className={classNames(
              styles.input,
              value.length > LONG && styles.long,
              value.length > LONGER && styles.longer,
            )}
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            placeholder="0.00"
            value={value}
            disabled={disabled}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-note`}
            onPaste={(event) => paste(event.currentTarget)}
            onChange={(event) => change(event.target)}
          />
          {picker ?? <TokenBadge symbol={token} withName />}
        </div>
      </div>
      {onShare !== undefined && (
        <div className={styles.shares} role="group" aria-label={texts.balanceShares}>
          {shares.map((percent) => (
            <button key={percent} type="button" disabled={disabled} onClick={() => onShare(percent)}>
              {percent === 100 ? texts.all : `${percent}%`}
            </button>
          ))}
        </div>
      )}
      <p
        id={`${id}-note`}
        className={classNames(styles.note, error !== undefined && styles.error)}
        aria-live="polite"
      >
        {error ?? read ?? hint}
        {error !== undefined && read !== null && <span className={styles.read}>{read}</span>}
      </p>
    </div>
  )
}
