import { HOME_PAGE } from '@galx/protocol/products'
import { IconButton } from '../../design/Button/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { openSheet } from '../shellStore.ts'
import { ConnectButton } from './ConnectButton.tsx'
import { LanguagePicker } from './LanguagePicker.tsx'
import { Logo } from './Logo.tsx'
import styles from './Header.module.css'
import { shellTexts } from '../texts.ts'

/** Logo, connect button, language picker, menu. */
export function Header() {
  const texts = useTexts(shellTexts)
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <a href={`#/${HOME_PAGE}`} className={styles.logo} aria-label={texts.home}>
          <Logo />
          <span className={styles.word} aria-hidden="true">
            GALX
          </span>
        </a>
        <ConnectButton />
        <div className={styles.tools}>
          <LanguagePicker />
          <IconButton
            icon="menu"
            label={texts.menu}
            aria-haspopup="dialog"
            onClick={() => openSheet('menu')}
          />
        </div>
      </div>
    </header>
  )
}
