import { hideAmounts } from '../../i18n/hiddenAmounts.ts'
import { useAmountsHidden, useTexts } from '../../i18n/useTexts.ts'
import { classNames } from '../classNames.ts'
import styles from './HideSwitch.module.css'
import { hideTexts } from './texts.ts'

/** An eye, open or crossed out. The first route's icons do not include this icon, because the switch loads later. */
const EYE =
  'M2.5 12c2-4 5.4-6.2 9.5-6.2s7.5 2.2 9.5 6.2c-2 4-5.4 6.2-9.5 6.2S4.5 16 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6z'
const CROSSED = `${EYE}M4 3.5l16 17`

export type HideSwitchProps = {
  /** Shows the switch's name and state beside the eye, as a line of a menu. */
  line?: string | undefined
}

/** Hides the holder's amounts on this device, or shows them again. */
export default function HideSwitch({ line }: HideSwitchProps) {
  const texts = useTexts(hideTexts)
  const hidden = useAmountsHidden()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={hidden}
      aria-label={line === undefined ? texts.hide : undefined}
      className={line === undefined ? styles.eye : classNames(line, styles.line)}
      onClick={() => hideAmounts(!hidden)}
    >
      <svg
        className={styles.icon}
        width={20}
        height={20}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={hidden ? CROSSED : EYE} />
      </svg>
      {line !== undefined && (
        <>
          <span>{texts.hide}</span>
          <span className={styles.state} aria-hidden="true">
            {hidden ? texts.on : texts.off}
          </span>
        </>
      )}
    </button>
  )
}
