// Runs an npm script with another Node.js version, which is a package on npm: npm run check:node -- 22
// A second argument selects another script: npm run check:node -- 24 start
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './install.mjs'

const [version = '', script = 'check', ...parameters] = process.argv.slice(2).filter((word) => word !== '--')
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error('Which Node.js? For example: npm run check:node -- 22')
  process.exit(1)
}
const system = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${system}-${process.arch}`
const place = join(root, 'node_modules/.cache/node', version)
const programs = join(place, 'node_modules', packageName, 'bin')
if (!existsSync(programs)) {
  console.log(`fetching Node.js ${version} …`)
  const { status } = spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      place,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--engine-strict=false',
      '--loglevel=error',
      `${packageName}@${version}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  )
  if (status !== 0 || !existsSync(programs)) {
    console.error(`npm has no Node.js ${version} for this machine (${packageName}).`)
    process.exit(1)
  }
}
const child = spawn('npm', ['run', script, '--', ...parameters], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  // npm itself also runs with this Node.js, and passes it on to every script.
  env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}`, npm_node_execpath: undefined },
})
// Ctrl-C reaches every process of the terminal, and npm forwards no other interrupt.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('close', (code) => process.exit(code ?? 1))
