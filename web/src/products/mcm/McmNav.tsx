import { useTexts } from '../../i18n/useTexts.ts'
import styles from './McmNav.module.css'
import { mcmTexts } from './texts.ts'

const PAGES = ['mcm', 'mcmEarn', 'mcmCommunity'] as const

/** Links to the three pages of MCM hash power, side by side. */
export function McmNav({ current }: { current: (typeof PAGES)[number] }) {
  const texts = useTexts(mcmTexts).nav
  return (
    <nav className={styles.nav} aria-label={texts.label}>
      {PAGES.map((page) => (
        <a key={page} href={`#/${page}`} aria-current={page === current ? 'page' : undefined}>
          {texts[page]}
        </a>
      ))}
    </nav>
  )
}
