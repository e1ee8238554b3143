/** Maps an address to its page. Only the home page is known here, so another page costs the first route nothing. */
import { HOME_PAGE } from '@galx/protocol/products'
import type { ComponentType } from 'react'
import { lazyWithRetry } from '../design/lazy.tsx'
import { textsReady } from '../i18n/texts.ts'
import type { PageModule } from './pageModule.ts'

/** The route's name in a path: `/galx` and `/galx/` → `galx`. A path with more than one part is not a route. */
export function routeName(pathname: string): string {
  return pathname.replace(/^\/|\/+$/g, '')
}

/** Loads a page's code and texts. Addresses without a page lead to the home page. */
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

/** The page of a path, as a component that suspends until its code and texts have loaded. */
export function pageAt(pathname: string): ComponentType {
  const name = routeName(pathname)
  const known = pages.get(name)
  if (known !== undefined) return known
  // A failure is kept until a retry, because React requests the page at each attempt to render.
  const page = lazyWithRetry(() => fetchPage(name))
  pages.set(name, page)
  return page
}

/**
 * Loads the page of a path, so that it is drawn at once, without React's placeholder. A failure shows when the
 * page is drawn.
 */
export async function preloadPage(pathname: string): Promise<void> {
  const name = routeName(pathname)
  const module = await fetchPage(name).catch(() => null)
  // A page on the screen keeps its component.
  if (module !== null && !pages.has(name)) pages.set(name, module.default)
}
