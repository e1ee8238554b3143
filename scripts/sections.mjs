// Runs one command after another, shows each one's output under a heading, counts the tests each reports, and ends
// with one line. A section fails with its command; the others still run.
import { spawn } from 'node:child_process'
import { root } from './install.mjs'

const ANSI = /\u001b\[[0-9;]*m/g

/** Tests passed and failed as a runner's closing lines tell them: vitest, forge, Playwright. */
export function countTests(output) {
  const text = output.replace(ANSI, '')
  const sum = (pattern) => [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0)
  const vitest = text
    .split('\n')
    .filter((line) => /^\s+Tests\s/.test(line))
    .join('\n')
  const forge = text
    .split('\n')
    .filter((line) => /total tests\)/.test(line))
    .join('\n')
  const playwright = text
    .split('\n')
    .filter((line) => /^\s+\d+ (passed|failed|flaky)/.test(line))
    .join('\n')
  const count = (word) =>
    [vitest, forge, playwright].reduce(
      (total, lines) =>
        total +
        [...lines.matchAll(new RegExp(`(\\d+) (?:tests )?${word}`, 'g'))].reduce(
          (n, m) => n + Number(m[1]),
          0,
        ),
      0,
    )
  return { passed: count('passed'), failed: count('failed') + sum(/^\s+(\d+) flaky/gm) }
}

/**
 * @param {{name: string, command: string[], env?: Record<string, string>}[]} sections
 * @param {{closingLine?: boolean}} options closingLine: end with `N passed, N failed` alone on a line
 */
export async function runSections(sections, { closingLine = false } = {}) {
  let passed = 0
  let failed = 0
  const broken = []
  for (const { name, command, env } of sections) {
    const started = Date.now()
    console.log(`\n── ${name} ${'─'.repeat(Math.max(3, 76 - name.length))}`)
    const { status, output } = await run(command, env)
    const counted = countTests(output)
    passed += counted.passed
    failed += counted.failed
    if (status !== 0) {
      broken.push(name)
      if (counted.failed === 0) failed++
    }
    console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${Math.round((Date.now() - started) / 1000)} s)`)
  }
  if (broken.length) console.log(`\nfailed: ${broken.join(', ')}`)
  if (closingLine) console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = broken.length ? 1 : 0
}

function run([command, ...args], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of ['stdout', 'stderr'])
      child[stream].on('data', (chunk) => {
        output += chunk
        process[stream].write(chunk)
      })
    const stop = (signal) => child.kill(signal)
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    child.on('error', (error) => resolve({ status: 1, output: String(error) }))
    child.on('close', (status) => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve({ status: status ?? 1, output })
    })
  })
}
