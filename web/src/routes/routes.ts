/** From an address to its page. Only the home page is known here: another page costs the first route nothing. */
import { HOME_PAGE } from '@galx/protocol/products'
import type { ComponentType } from 'react'
import { lazyWithRetry } from '../design/lazy.tsx'
import { textsReady } from '../i18n/texts.ts'
import type { PageModule } from './pageModule.ts'

/** The route's name in a path: `/galx` and `/galx/` → `galx`. Paths with more than one part name no route. */
export function routeName(pathname: string): string {
  return pathname.replace(/^\/|\/+$/g, '')
}

/** Fetches a page's code and texts. Addresses without a page lead home. */
async function fetchPage(name: string): Promise<PageModule> {
  const page =
    name === HOME_PAGE
      ? import('virtual:home-page')
      : import('./pages.tsx').then(({ loadOtherPage }) => loadOtherPage(name))
  const module = await page
  await textsReady()
  return module
}

const pages = new Map<string, ComponentType>()

/** The page that a path leads to, as a component that suspends until its code and texts are there. */
export function pageAt(pathname: string): ComponentType {
  const name = routeName(pathname)
  const known = pages.get(name)
  if (known !== undefined) return known
  // A failure stays until somebody tries again: React asks for the page in each of its attempts to draw it.
  const page = lazyWithRetry(() => fetchPage(name))
  pages.set(name, page)
  return page
}

/**
 * Fetches the page a path leads to, so that it is drawn at once, without React's placeholder before it. A failure shows when the
 * page is drawn.
 */
export async function preloadPage(pathname: string): Promise<void> {
  const name = routeName(pathname)
  const module = await fetchPage(name).catch(() => null)
  // A page that is on the screen keeps its component.
  if (module !== null && !pages.has(name)) pages.set(name, module.default)
}
