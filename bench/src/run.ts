/** Runs a program of the repository to its end and parses its JSON output. */
import { spawn } from 'node:child_process'
import { ROOT } from './root.ts'

/** Exit code: everything was measured, and the program found faults. An error would end the program with 1. */
const FOUND_FAULTS = 2

/**
 * @param limit milliseconds after which the program is ended
 * @param mayFind whether to accept the JSON of a program that ends with FOUND_FAULTS, which names the faults
 * @throws with the program's last words if it fails, takes too long or prints no JSON
 */
export async function jsonOf(
  script: string,
  parameters: readonly string[],
  limit: number,
  { mayFind = false } = {},
): Promise<unknown> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...parameters], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let complaints = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGTERM')
  }, limit)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearTimeout(timer)
  const begin = output.indexOf('{')
  const failed = code !== 0 && !(mayFind && code === FOUND_FAULTS)
  if (failed || begin < 0)
    throw new Error(
      `${script} ${late ? `took longer than ${limit / 1000} s` : `ended with ${code ?? 'a signal'}`}: ` +
        complaints.trim().split('\n').slice(-3).join(' | '),
    )
  return JSON.parse(output.slice(begin))
}
