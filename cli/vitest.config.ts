import { defineConfig } from 'vitest/config'

/** Real chains and a real database: generous limits, no retries. Files share one worker's modules, of which loading takes a fifth of all computing. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['../server/test/support/cluster.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
})
