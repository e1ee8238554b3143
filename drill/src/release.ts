/** A release's folder, like release.sh brings it to a host: the built programs and their packages. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildOnce, SERVER } from '@galx/stack/build/build'
import { repositoryRoot } from '@galx/stack/supervisor/settings'

const run = promisify(execFile)

/** These files and folders are linked, because a copy would take minutes. */
const LINKED = [
  'node_modules',
  'package.json',
  ...['server', 'stack', 'operator'].flatMap((name) => [`${name}/node_modules`, `${name}/package.json`]),
]

/** A self-contained copy of the built programs, so that another release can stand beside it. @param folder is created */
export async function makeRelease(folder: string, say: (line: string) => void): Promise<string> {
  const server = await buildOnce(repositoryRoot, SERVER, say)
  await run(
    process.execPath,
    ['-e', "import('./stack/build.mjs').then(({ buildPrograms }) => buildPrograms())"],
    { cwd: repositoryRoot },
  )
  for (const name of ['server', 'stack/dist', 'operator']) mkdirSync(join(folder, name), { recursive: true })
  cpSync(server, join(folder, 'server/dist'), { recursive: true })
  for (const name of ['server/migrations', 'stack/dist/programs'])
    cpSync(join(repositoryRoot, name), join(folder, name), { recursive: true })
  for (const name of LINKED)
    if (existsSync(join(repositoryRoot, name))) symlinkSync(join(repositoryRoot, name), join(folder, name))
  return folder
}
