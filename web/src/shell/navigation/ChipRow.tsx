import { CHIPS } from '@galx/protocol/products'
import { useEffect, useRef } from 'react'
import { poolColour } from '../../design/PoolMark/poolColour.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { shellTexts } from '../texts.ts'
import styles from './ChipRow.module.css'
import { useLocation } from './useLocation.ts'

/** The row of chips on products' pages: an overview and each product that pays rewards, with the current chip scrolled into view. */
export function ChipRow() {
  const texts = useTexts(shellTexts)
  const page = useLocation().pathname.replace(/^\/|\/+$/g, '')
  const current = CHIPS.find(({ pages }) => pages.includes(page))?.name
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = row.current
    const chip = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && chip) list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2
  }, [current])
  if (current === undefined) return null
  return (
    <nav className={styles.nav} aria-label={texts.products}>
      <ul ref={row} className={styles.row}>
        {CHIPS.map(({ name, pages: [first] }) => (
          <li key={name}>
            <a
              href={`#/${first}`}
              className={styles.chip}
              aria-current={name === current ? (page === first ? 'page' : 'true') : undefined}
            >
              {name !== 'earn' && <i className={styles.dot} style={poolColour(name)} aria-hidden="true" />}
              {texts.chips[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
