import { defineConfig } from 'vitest/config'

// Only pure parts: the drill itself tests everything else.
export default defineConfig({ test: { include: ['test/**/*.test.ts'] } })
