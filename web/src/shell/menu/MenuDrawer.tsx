import { MENU_PAGES } from '@galx/protocol/products'
import { Suspense, type MouseEvent } from 'react'
import { Drawer } from '../../design/Drawer/Drawer.tsx'
import { Icon, type IconName } from '../../design/Icon/Icon.tsx'
import { lazyOrFallback } from '../../design/lazy.tsx'
import { useConfig } from '../../core/config/configStore.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { APP_VERSION } from '../../core/release/appVersion.ts'
import { goTo } from '../navigation/appHistory.ts'
import { useLocation } from '../navigation/useLocation.ts'
import { nodeTexts } from '../node/texts.ts'
import { releaseTexts } from '../release/texts.ts'
import { closeSheet, openSheet, useShellStore } from '../shellStore.ts'
import { toast } from '../toast.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import styles from './MenuDrawer.module.css'
import { shellTexts } from '../texts.ts'

const HideSwitch = lazyOrFallback(() => import('../../design/HideSwitch/HideSwitch.tsx'))

const icons: Record<(typeof MENU_PAGES)[number], IconName> = {
  galx: 'orbit',
  index: 'swap',
  mcmEarn: 'power',
  rank: 'rank',
  community: 'people',
  safe: 'shield',
}

/** The side menu: six entries; at its foot invitation, announcements, the chain's node, the hiding of amounts, theme and app version. */
export function MenuDrawer() {
  const texts = useTexts(shellTexts)
  const open = useShellStore(({ sheet }) => sheet === 'menu')
  const securityCentre = useConfig()?.securityCentre === true
  const { pathname } = useLocation()
  const close = () => closeSheet('menu')

  function follow(event: MouseEvent, to: string) {
    // The browser itself opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    close()
    goTo(to)
  }

  return (
    <Drawer open={open} onClose={close} title={texts.menu}>
      <nav className={styles.nav} aria-label={texts.menu}>
        <ul>
          {MENU_PAGES.map((name) => (
            <li key={name}>
              {name === 'safe' && !securityCentre ? (
                <button type="button" className={styles.entry} onClick={() => toast(texts.comingSoon)}>
                  <Icon name={icons[name]} className={styles.icon} />
                  <span>{texts.menuEntries[name]}</span>
                </button>
              ) : (
                <a
                  href={`#/${name}`}
                  className={styles.entry}
                  aria-current={pathname === `/${name}` ? 'page' : undefined}
                  onClick={(event) => follow(event, `/${name}`)}
                >
                  <Icon name={icons[name]} className={styles.icon} />
                  <span>{texts.menuEntries[name]}</span>
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
        <button type="button" className={styles.entry} onClick={() => openSheet('node')}>
          <Icon name="orbit" className={styles.icon} />
          <span>{useTexts(nodeTexts).entry}</span>
        </button>
        <Suspense fallback={<div className={styles.entry} />}>
          <HideSwitch line={styles.entry} />
        </Suspense>
        <ThemeSwitch />
        <a className={styles.version} href="#/hidden1" onClick={(event) => follow(event, '/hidden1')}>
          {useTexts(releaseTexts).version(APP_VERSION)}
        </a>
      </div>
    </Drawer>
  )
}
