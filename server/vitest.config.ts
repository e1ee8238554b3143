import { defineConfig } from 'vitest/config'

/**
 * Most of their time test files wait for nodes, databases and processes, so two of them run at once, each with its own database and
 * chain. Files of a worker share its modules: loading them for each file would take a quarter of all computing. No retries.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/cluster.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
