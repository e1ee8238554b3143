/** The operator’s program as the stack runs it: from its build, which the first use makes where it is missing. Started from its sources it would compute for five seconds first. */
import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

let built = false

/**
 * @param stdio of the child; what it prints is the caller's to read
 * @param environment beside the path of programs
 * @param folder in which it is called
 */
export function spawnOperator(
  parameters: readonly string[],
  stdio: StdioOptions,
  environment: Record<string, string> = {},
  folder = ROOT,
): ChildProcess {
  if (!built)
    execFileSync(
      process.execPath,
      ['-e', "import('./stack/build.mjs').then(({ buildPrograms }) => buildPrograms())"],
      { cwd: ROOT },
    )
  built = true
  return spawn(process.execPath, [join(ROOT, 'stack/dist/programs/operator.js'), ...parameters], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio,
  })
}

/** Runs a command to its end. @returns its exit code, and the lines of both outputs in the order in which they came */
export async function runOperatorProgram(
  ...parameters: readonly string[]
): Promise<{ code: number; lines: string[] }> {
  const child = spawnOperator(parameters, ['ignore', 'pipe', 'pipe'])
  const lines: string[] = []
  for (const stream of [child.stdout!, child.stderr!])
    createInterface({ input: stream }).on('line', (line) => lines.push(line))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, lines }
}
