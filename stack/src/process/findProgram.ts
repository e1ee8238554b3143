import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const script = join(import.meta.dirname, '../../../scripts/findProgram.mjs')
const found = new Map<string, string>()

/**
 * The path of anvil, or of PostgreSQL's folder, for this machine. A missing program is downloaded. The search itself is
 * scripts/findProgram.mjs, which needs no packages.
 * @throws in one line that says how to get the program
 */
export function findProgram(
  name: 'anvil' | 'postgres',
  platform: string = process.platform,
  processor: string = process.arch,
): string {
  const key = [name, platform, processor].join(' ')
  const known = found.get(key)
  if (known !== undefined) return known
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, name, platform, processor], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1))
  found.set(key, stdout.trim())
  return stdout.trim()
}
