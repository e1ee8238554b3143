import { defineConfig } from 'vitest/config'

/**
 * One file at a time: beside the browser's tests a second one takes its time from them. Files share a worker's modules: loading them for each
 * file would take a quarter of all computing. No retries.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/cluster.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
})
