import { defineConfig } from 'vitest/config'

// Tests share two cores with real nodes and databases: one file at a time, generous limits, no retries.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/cluster.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
