import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../design/Button/IconButton.tsx'
import { Icon } from '../../design/Icon/Icon.tsx'
import { useConfig } from '../../core/config/configStore.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@galx/protocol/languages'
import { currentLanguage, switchLanguage } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { toast } from '../toast.ts'
import styles from './LanguagePicker.module.css'
import { shellTexts } from '../texts.ts'

/** The choices of a deployment that does not switch. Their list is agreed, and stays the same when a language is added. */
const AGREED: readonly Language[] = ['zh_CN', 'en_US']

/**
 * The choice of a language. A choice only shows that the international version is coming soon, unless the
 * deployment has switched that version on.
 */
export function LanguagePicker() {
  const texts = useTexts(shellTexts)
  const international = useConfig()?.internationalVersion === true
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    // A stored language need not be among the choices.
    const items = box.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? []
    ;([...items].find((item) => item.ariaChecked === 'true') ?? items[0])?.focus()
    const outside = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  function close() {
    setOpen(false)
    trigger.current?.focus()
  }

  function choose(language: Language) {
    close()
    if (international)
      void switchLanguage(language).catch(() => toast(texts.chunkFailedText, { kind: 'bad' }))
    else toast(texts.internationalSoon)
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') return close()
    if (event.key === 'Tab') return setOpen(false)
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])]
    const now = items.findIndex((item) => item === document.activeElement)
    const target = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: items.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    items[(target + items.length) % items.length]?.focus()
  }

  return (
    <div ref={box} className={styles.picker}>
      <IconButton
        ref={trigger}
        icon="globe"
        label={texts.language}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div role="menu" aria-label={texts.language} className={styles.menu} onKeyDown={move}>
          {(international ? LANGUAGE_NAMES : AGREED).map((language) => (
            <button
              key={language}
              type="button"
              role="menuitemradio"
              aria-checked={language === currentLanguage()}
              tabIndex={-1}
              lang={LANGUAGES[language].html}
              className={styles.item}
              onClick={() => choose(language)}
            >
              {LANGUAGES[language].name}
              {language === currentLanguage() && <Icon name="check" size={16} className={styles.check} />}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
