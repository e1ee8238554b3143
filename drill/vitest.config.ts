import { defineConfig } from 'vitest/config'

// These tests cover only the pure functions. The drill itself tests everything else.
export default defineConfig({ test: { include: ['test/**/*.test.ts'] } })
