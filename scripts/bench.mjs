// Every benchmark, from a fresh clone with only Node.js and npm. Parts by name: npm run bench -- gas api indexer web
import { spawnSync } from 'node:child_process'
import { installPackages, requireNode, root } from './install.mjs'
import { refuseProxy } from './proxy.mjs'

requireNode()
refuseProxy()
installPackages()
const { ensureBrowser } = await import('./browser.mjs')
const CHROMIUM_PATH = await ensureBrowser()
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'bench/src/main.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH } },
)
process.exit(status ?? 1)
