// Type-checks every workspace, two at a time, and prints whatever any of them says.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const queue = workspaces.filter((workspace) => existsSync(join(root, workspace, 'tsconfig.json')))
let failed = 0

const checkTypes = (workspace) =>
  new Promise((resolve) => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    execFile(
      process.execPath,
      [tsc, '-p', workspace, '--pretty', 'false'],
      { cwd: root, maxBuffer: 64e6 },
      (error, stdout) => {
        if (error) failed++
        process.stdout.write(error ? `${workspace}:\n${stdout}` : `${workspace}: ok\n`)
        resolve()
      },
    )
  })

const worker = async () => {
  for (let next = queue.shift(); next; next = queue.shift()) await checkTypes(next)
}
await Promise.all([worker(), worker()])
process.exit(failed ? 1 : 0)
