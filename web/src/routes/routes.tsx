import { lazy, type ComponentType } from 'react'
import type { Catalogue } from '../i18n/catalogue.ts'

type PageName = keyof Catalogue['shell']['pageNames']

/** Loaders by route: each page is a chunk of its own, fetched when it is first visited. */
export const pageLoaders = {
  index: () => import('./index.tsx'),
  safe: () => import('./safe.tsx'),
  community: () => import('./community.tsx'),
  earn: () => import('./earn.tsx'),
  rank: () => import('./rank.tsx'),
  btc: () => import('./btc.tsx'),
  mcf: () => import('./mcf.tsx'),
  mcfRecord: () => import('./mcfRecord.tsx'),
  aaaJiJin: () => import('./aaaJiJin.tsx'),
  zn: () => import('./zn.tsx'),
  znRecord: () => import('./znRecord.tsx'),
  mcm: () => import('./mcm.tsx'),
  mcmEarn: () => import('./mcmEarn.tsx'),
  mcmCommunity: () => import('./mcmCommunity.tsx'),
  hidden: () => import('./hidden.tsx'),
  galx: () => import('./galx.tsx'),
  hidden1: () => import('./hidden1.tsx'),
  start: () => import('./start.tsx'),
} satisfies Record<PageName, () => Promise<{ default: ComponentType }>>

export const homeRoute = '/galx'

export interface AppRoute {
  name: PageName
  path: string
  Page: ComponentType
}

/** The seventeen agreed routes and /start. `name` is also the key of the page's title. */
export const appRoutes: readonly AppRoute[] = (Object.keys(pageLoaders) as PageName[]).map((name) => ({
  name,
  path: `/${name}`,
  Page: lazy(pageLoaders[name]),
}))

/**
 * Fetches the code of the page a path leads to, so that it can be drawn at once. Whatever goes wrong is left to the
 * drawing, which has the means to say so.
 */
export async function loadPage(pathname: string): Promise<void> {
  await pageLoaders[routeOf(pathname)?.name ?? 'galx']().catch(() => {})
}

/** The route a path belongs to, without regard to a slash at the end; undefined for anything unknown. */
export function routeOf(pathname: string): AppRoute | undefined {
  const path = pathname.replace(/\/+$/, '')
  return appRoutes.find((route) => route.path === path)
}
