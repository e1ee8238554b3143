import { defineConfig } from 'vitest/config'

/** The tests that need neither node nor database. Files share a worker's modules. */
export default defineConfig({
  test: { include: ['test/unit/**/*.test.ts'], isolate: false, testTimeout: 60_000 },
})
