import { defineConfig } from '@playwright/test'
import { BROWSER_ARGUMENTS, findBrowser } from './src/browser.ts'
import { THOROUGH } from './src/thorough.ts'

/** One browser, one phone, one worker: every test works on the same chain and database, each with accounts of its own. */
export default defineConfig({
  testDir: './tests',
  globalSetup: './src/globalSetup.ts',
  // Two runs on different ports must not clear each other's results.
  outputDir: `./test-results/tests-${process.env.E2E_PORT_BASE ?? 'default'}`,
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: THOROUGH ? 600_000 : 120_000,
  expect: { timeout: 20_000, toHaveScreenshot: { threshold: 0.05, maxDiffPixelRatio: 0.002 } },
  reporter: [
    ['list', { printSteps: false }],
    ['json', { outputFile: './test-results/results.json' }],
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
    // What moves without end keeps a core busy. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    launchOptions: { executablePath: await findBrowser(), args: [...BROWSER_ARGUMENTS] },
  },
  projects: [{ name: 'phone' }],
})
