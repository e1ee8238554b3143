import { defineConfig } from 'vitest/config'

/**
 * Two files run at a time, because each file often waits. Files share the modules of their worker: loading modules for each file would take a quarter
 * of the processor time. No test is retried.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: process.env.THOROUGH === '1' ? [] : ['test/**/*.nightly.test.ts'],
    globalSetup: ['test/support/cluster.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
})
