import { useState } from 'react'
import { Icon } from '../../design/Icon/Icon.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { chooseTheme, currentTheme, type Theme } from '../theme.ts'
import styles from './ThemeSwitch.module.css'
import { shellTexts } from '../texts.ts'

/** Dark or light, chosen on this device. */
export function ThemeSwitch() {
  const texts = useTexts(shellTexts)
  const [theme, setTheme] = useState<Theme>(currentTheme)

  function choose(next: Theme) {
    chooseTheme(next)
    setTheme(next)
  }

  return (
    <div role="radiogroup" aria-label={texts.theme} className={styles.group}>
      {(['dark', 'light'] as const).map((option) => (
        <label key={option} className={styles.option}>
          <input
            type="radio"
            name="theme"
            checked={theme === option}
            onChange={() => choose(option)}
            aria-label={option === 'dark' ? texts.darkTheme : texts.lightTheme}
          />
          <span>
            <Icon name={option === 'dark' ? 'moon' : 'sun'} size={18} />
          </span>
        </label>
      ))}
    </div>
  )
}
