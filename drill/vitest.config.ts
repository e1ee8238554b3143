import { defineConfig } from 'vitest/config'

// Pure parts alone: the drill itself is the test of everything else.
export default defineConfig({ test: { include: ['test/**/*.test.ts'] } })
