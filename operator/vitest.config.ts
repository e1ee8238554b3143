import { defineConfig } from 'vitest/config'

/** Real chains: generous limits, no retries. Files share one worker's modules, of which loading takes a fifth of all computing. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
