import { defineConfig } from 'vitest/config'

/** Real chains, databases and whole stacks on two cores: one file at a time in one worker, long timeouts, no retries. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
