// Checks the structure of the repository: no import circles, no folder that reaches a forbidden place, no unused files, exports or packages, and a
// row in docs/environment.md for each environment variable. Runs all checks, even after one fails.
import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'

const CHECKS = [
  [process.execPath, 'scripts/lint/circles.mjs'],
  [process.execPath, 'scripts/lint/reach.mjs'],
  [process.execPath, 'scripts/lint/environment.mjs'],
  [process.execPath, 'node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'],
]

const failed = CHECKS.filter(([command, ...rest]) => {
  const { status } = spawnSync(command, rest, { cwd: root, stdio: 'inherit' })
  return status !== 0
})
process.exitCode = failed.length === 0 ? 0 : 1
