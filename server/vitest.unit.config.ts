import { defineConfig } from 'vitest/config'

// What needs neither node nor database.
export default defineConfig({ test: { include: ['test/unit/**/*.test.ts'], testTimeout: 60_000 } })
