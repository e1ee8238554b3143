/** The kit's own scripts, run like by the operator from the kit's folder. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { operatorScripts } from '@galx/operator/kit/operatorScripts'
import type { Machines } from './machines.ts'

const run = promisify(execFile)

/** @returns the last line of its output. @throws with the script's complaint if the script ends with a code other than 0, or not within the limit */
export async function runScript(machines: Machines, name: 'switchover.sh', limitMs: number): Promise<string> {
  const { plan, folder, programs } = machines
  const kit = join(folder, 'kit')
  mkdirSync(kit, { recursive: true })
  for (const [file, content] of operatorScripts(plan))
    writeFileSync(join(kit, file), content, { mode: 0o700 })
  const path = [programs.environment.PATH, dirname(programs.find('bash'))].join(':')
  const { stdout } = await run(programs.find('bash'), [join(kit, name)], {
    env: { ...programs.environment, PATH: path, HOME: folder },
    timeout: limitMs,
  }).catch((error: { stdout?: string; stderr?: string; message: string }) => {
    throw new Error(`${name}: ${`${error.stdout ?? ''}${error.stderr ?? ''}`.trim() || error.message}`)
  })
  return stdout.trim().split('\n').at(-1) ?? ''
}
