import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, findBrowser } from './src/browser.ts'
import { THOROUGH } from './src/thorough.ts'

/** Two runs on different ports must not clear each other's results. */
const RESULTS = `./test-results/tests-${process.env.E2E_PORT_BASE ?? 'default'}`

/**
 * One browser, one phone, one worker: every test uses the same chain and database, and its own accounts. Only the
 * two parts run side by side, each on its own stack.
 */
export default defineConfig({
  testDir: './tests',
  ...testsOf(process.env.E2E_PART),
  globalSetup: './src/globalSetup.ts',
  // A smaller world by day: the node saves the state after each block with a transaction, and this state is less than half as large.
  metadata: THOROUGH ? {} : { demoAccounts: 60 },
  outputDir: RESULTS,
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Only a test or a step that hangs reaches these limits. On a busy machine a test takes some minutes, and a press half a minute.
  timeout: THOROUGH ? 900_000 : 600_000,
  expect: { timeout: 45_000, toHaveScreenshot: { threshold: 0.05, maxDiffPixelRatio: 0.002 } },
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
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A browser context costs a second of a core. Playwright empties this context between two tests: storage, cache, routes, scripts, pages.
    reuseContext: true,
    // An endless animation keeps a core busy. Tests of motion turn motion on.
    contextOptions: { reducedMotion: 'reduce' },
    // A copy of the app on the device would answer in place of a test's own answers. Tests of the copy allow it.
    serviceWorkers: 'block',
    // A failed test keeps its picture, its page as text, its requests and its console lines (src/fixtures.ts). A trace of
    // every test would take too long. `--trace on` makes a trace of a single test.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await findBrowser(), args: [...BROWSER_ARGUMENTS] },
  },
  projects: [{ name: 'phone' }],
})

/** `products`: the accounts' transactions; `app`: all other tests. Without a name both parts run. */
function testsOf(part: string | undefined) {
  if (part === 'products') return { testMatch: '**/tests/products/**/*.spec.ts' }
  if (part === 'app') return { testIgnore: '**/tests/products/**' }
  if (part === undefined) return {}
  throw new Error(`E2E_PART is products or app, not ${part}`)
}
