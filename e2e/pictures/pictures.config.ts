/** `npm run pictures -w e2e`: every page and view, and the main job, as pictures in docs/screenshots. Nothing is compared: people look at them. */
import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: [],
  globalSetup: '../src/globalSetup.ts',
  // The whole demo world.
  metadata: {},
  outputDir: '../test-results/pictures',
  reporter: 'list',
  timeout: 600_000,
})
