import type { MouseEvent } from 'react'
import { Drawer } from '../../design/Drawer/Drawer.tsx'
import { Icon, type IconName } from '../../design/Icon/Icon.tsx'
import { useConfig } from '../../core/config/configStore.ts'
import type { Catalogue } from '../../i18n/catalogue.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { goTo } from '../navigation/appHistory.ts'
import { useLocation } from '../navigation/useLocation.ts'
import { closeSheet, openSheet, useShellStore } from '../shellStore.ts'
import { toast } from '../toast.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import styles from './MenuDrawer.module.css'

interface Entry {
  text: keyof Catalogue['shell']['menuEntries']
  to: string
  icon: IconName
}

/** In the agreed order. */
const entries: readonly Entry[] = [
  { text: 'galx', to: '/galx', icon: 'orbit' },
  { text: 'exchange', to: '/index', icon: 'swap' },
  { text: 'mcmPower', to: '/mcmEarn', icon: 'power' },
  { text: 'ranking', to: '/rank', icon: 'rank' },
  { text: 'community', to: '/community', icon: 'people' },
  { text: 'security', to: '/safe', icon: 'shield' },
]

/** The side menu: six entries, and at its foot the invitation, the announcements and the theme. */
export function MenuDrawer() {
  const texts = useTexts().shell
  const open = useShellStore(({ sheet }) => sheet === 'menu')
  const securityCentre = useConfig()?.securityCentre === true
  const { pathname } = useLocation()
  const close = () => closeSheet('menu')

  function follow(event: MouseEvent, to: string) {
    // A new tab or window is the browser's business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    close()
    goTo(to)
  }

  return (
    <Drawer open={open} onClose={close} title={texts.menu}>
      <nav className={styles.nav} aria-label={texts.menu}>
        <ul>
          {entries.map(({ text, to, icon }) => (
            <li key={to}>
              {text === 'security' && !securityCentre ? (
                <button type="button" className={styles.entry} onClick={() => toast(texts.comingSoon)}>
                  <Icon name={icon} className={styles.icon} />
                  <span>{texts.menuEntries[text]}</span>
                </button>
              ) : (
                <a
                  href={`#${to}`}
                  className={styles.entry}
                  aria-current={pathname === to ? 'page' : undefined}
                  onClick={(event) => follow(event, to)}
                >
                  <Icon name={icon} className={styles.icon} />
                  <span>{texts.menuEntries[text]}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <button type="button" className={styles.entry} onClick={() => openSheet('invite')}>
          <Icon name="gift" className={styles.icon} />
          <span>{texts.inviteFriends}</span>
        </button>
        <button type="button" className={styles.entry} onClick={() => openSheet('announcements')}>
          <Icon name="megaphone" className={styles.icon} />
          <span>{texts.announcements}</span>
        </button>
        <ThemeSwitch />
      </div>
    </Drawer>
  )
}
