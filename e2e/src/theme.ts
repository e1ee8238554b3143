import type { Page } from '@playwright/test'

/** The app's next starts on this page have the theme. */
export function startWithTheme(page: Page, theme: 'dark' | 'light'): Promise<unknown> {
  return page.addInitScript((value) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('galx_theme', value)
  }, theme)
}
