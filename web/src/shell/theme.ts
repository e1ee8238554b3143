import { readStored, writeStored } from '../core/state/storage.ts'

export type Theme = 'dark' | 'light'

/** public/boot.js reads the same key before the first paint. */
const themeKey = 'galx_theme'
const browserColours: Record<Theme, string> = { dark: '#07080d', light: '#e8eaee' }

/** The theme chosen on this device; dark by default. */
export function currentTheme(): Theme {
  return readStored(themeKey) === 'light' ? 'light' : 'dark'
}

/** Sets the theme of the page (and of the browser's own bars) and stores it. */
export function chooseTheme(theme: Theme): void {
  writeStored(themeKey, theme)
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', browserColours[theme])
}
