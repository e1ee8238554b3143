// Runs a script of the contracts workspace, from a fresh clone with only Node.js and npm: node scripts/contracts.mjs test:deep Levels
import { spawnSync } from 'node:child_process'
import { installPackages, requireNode, root } from './install.mjs'
import { refuseProxy } from './proxy.mjs'

requireNode()
refuseProxy()
installPackages()
const [script, ...parameters] = process.argv.slice(2)
const { status } = spawnSync('npm', ['run', '--silent', script, '-w', 'contracts', '--', ...parameters], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
