/** Finds the browser of the tests and benchmarks: a real Chromium, never a download from Playwright's servers. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser } from '@playwright/test'
import { ROOT } from './stack.ts'

/** Arguments that keep Chromium from calling other hosts and make its pictures repeatable. Root cannot run Chromium in its sandbox. */
export const BROWSER_ARGUMENTS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
]

/**
 * The path of a Chromium, as `npm test` finds it: `CHROMIUM_PATH`, else the system's Chromium, else a fetched Chromium.
 * The path is kept in `CHROMIUM_PATH`, so that worker processes do not search again.
 */
export async function findBrowser(): Promise<string> {
  const script = pathToFileURL(join(ROOT, 'scripts/browser.mjs')).href
  const { ensureBrowser } = (await import(script)) as { ensureBrowser(): Promise<string> }
  const path = await ensureBrowser()
  process.env.CHROMIUM_PATH = path
  return path
}

/** The same browser outside the tests, for measurements. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findBrowser(), args: [...BROWSER_ARGUMENTS] })
}
