/** Debian's Alertmanager reads its templates from the path of its package, which is compiled into the program. */
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MissingProgramsError } from './packages.ts'

const INSTALLED = '/usr/share/prometheus/alertmanager'

/**
 * If the package was only unpacked, makes a copy of the program that reads from `folder` instead. A compiled path can be replaced, but not
 * by a longer path.
 * @param program Debian's program
 * @param unpacked the folder that replaces `/`
 * @returns the program to start
 * @throws MissingProgramsError if the folder's path is too long
 */
export function relocateAlertmanager(program: string, unpacked: string, folder: string): string {
  if (existsSync(INSTALLED)) return program
  const [name, link] = ['am', join(folder, 'am')]
  const slashes = INSTALLED.length - folder.length - name.length
  if (slashes < 1)
    throw new MissingProgramsError(`${folder} is too long a path for Alertmanager: set a shorter TMPDIR`)
  symlinkSync(join(unpacked, INSTALLED), link)
  const copy = join(folder, 'prometheus-alertmanager')
  const text = readFileSync(program).toString('latin1')
  writeFileSync(copy, text.replaceAll(INSTALLED, folder + '/'.repeat(slashes) + name), 'latin1')
  chmodSync(copy, 0o755)
  return copy
}
