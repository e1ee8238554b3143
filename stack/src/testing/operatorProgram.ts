/** The operator’s program as the stack runs it: from its build, which the first use makes where it is missing. Started from its sources it would compute for five seconds first. */
import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { join } from 'node:path'
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
