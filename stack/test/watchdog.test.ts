/** The machine's clock is set back while the watchdog waits for a process to end. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const started: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function run(...words: string[]) {
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  return child
}

/** Each time that the program asks the clock, the clock is an hour earlier. */
const CLOCK = `let hours = 0; const now = Date.now; Date.now = () => now() - 3_600_000 * hours++`

it('a process that ignores its stop signal is killed after the grace period', async () => {
  const stubborn = run(
    '-e',
    `process.on('SIGTERM', () => {}); console.log('runs'); setInterval(() => {}, 1_000)`,
  )
  await once(stubborn.stdout, 'data')
  const path = fileURLToPath(new URL('../src/process/watchdog.mjs', import.meta.url))
  const watchdog = run('--import', `data:text/javascript,${encodeURIComponent(CLOCK)}`, path)
  watchdog.stdin.end(`own ${stubborn.pid} SIGTERM 100\n`)
  const [, signal] = (await once(stubborn, 'exit')) as [number | null, NodeJS.Signals | null]
  expect(signal).toBe('SIGKILL')
}, 20_000)
