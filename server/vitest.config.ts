import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that wait most of their time: for nodes that are silent, for processes that were killed, for blocks and for epochs to end. */
const WAITING = ['test/indexer/**', 'test/signer/**']

/**
 * One file at a time: beside the browser's tests a second one takes its time from them. Files share a worker's modules: loading them for each
 * file would take a quarter of all computing. No retries.
 */
export default defineConfig({
  test: {
    ...filesOf(process.env.SERVER_PART),
    globalSetup: ['test/support/cluster.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})

/** `waiting`: those that do; `working`: everything else. Both, where no part is named. */
function filesOf(part: string | undefined) {
  if (part === 'waiting') return { include: WAITING.map((folder) => `${folder}/*.test.ts`) }
  const include = ['test/**/*.test.ts']
  if (part === 'working') return { include, exclude: [...configDefaults.exclude, ...WAITING] }
  if (part === undefined) return { include }
  throw new Error(`SERVER_PART is waiting or working, not ${part}`)
}
