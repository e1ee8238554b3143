import { readStored, writeStored } from '../core/state/storage.ts'

export type Theme = 'dark' | 'light'

/** public/boot.js reads the same key before the first paint. */
const themeKey = 'galx_theme'
const browserColours: Record<Theme, string> = { dark: '#07080d', light: '#e8eaee' }

/** The theme chosen on this device; dark until somebody chooses. */
export function currentTheme(): Theme {
  return readStored(themeKey) === 'light' ? 'light' : 'dark'
}

/** Puts a theme on the page (and on the browser's own bars) and remembers it. */
export function chooseTheme(theme: Theme): void {
  writeStored(themeKey, theme)
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', browserColours[theme])
}
