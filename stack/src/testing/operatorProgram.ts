/**
 * The operator’s program as `stack/build.mjs` builds it. The build is made at the first use. Starting from the sources would take five
 * seconds each time.
 */
import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

let built = false

/**
 * @param stdio of the child; the caller reads its output
 * @param environment in addition to the paths of programs
 * @param folder the working directory
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

/** Runs a command to its end. @returns the exit code, and the lines of both outputs in their order */
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
