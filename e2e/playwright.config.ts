import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, findBrowser } from './src/browser.ts'
import { THOROUGH } from './src/thorough.ts'

/** Two runs on different ports must not clear each other's results. */
const RESULTS = `./test-results/tests-${process.env.E2E_PORT_BASE ?? 'default'}`

/**
 * One browser, one phone, one worker: every test works on the same chain and database, each with accounts of its own. Beside
 * each other run only the two parts, each on a stack of its own.
 */
export default defineConfig({
  testDir: './tests',
  ...testsOf(process.env.E2E_PART),
  globalSetup: './src/globalSetup.ts',
  // A smaller world by day: its state, which is saved after each block with a transaction, is less than half as large.
  metadata: THOROUGH ? {} : { demoAccounts: 60 },
  outputDir: RESULTS,
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Only a test that hangs reaches this: a busy machine takes a minute or two for the many pages of one. Steps have limits of their own.
  timeout: THOROUGH ? 900_000 : 300_000,
  expect: { timeout: 20_000, toHaveScreenshot: { threshold: 0.05, maxDiffPixelRatio: 0.002 } },
  reporter: [
    ['list', { printSteps: false }],
    ['json', { outputFile: `${RESULTS}.json` }],
  ],
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A browser context costs a second of a core. This one is emptied between two tests: storage, cache, routes, scripts, pages.
    reuseContext: true,
    // What moves without end keeps a core busy. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A test that fails keeps its picture, its page as text, what it asked and what it printed (see src/fixtures.ts). A trace of
    // every test would cost more than that is worth: `--trace on` makes one of a single test.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findBrowser(), args: [...BROWSER_ARGUMENTS] },
  },
  projects: [{ name: 'phone' }],
})

/** `products`: what accounts do on the chain; `app`: everything else. Both, where no part is named. */
function testsOf(part: string | undefined) {
  if (part === 'products') return { testMatch: '**/tests/products/**/*.spec.ts' }
  if (part === 'app') return { testIgnore: '**/tests/products/**' }
  if (part === undefined) return {}
  throw new Error(`E2E_PART is products or app, not ${part}`)
}
