// Finds a Chromium for the tests, and installs one if there is none: Debian's package as root, otherwise a build from npm. The headless shell
// comes first: it draws pages like Chromium, and takes a seventh less processor time.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install.mjs'

const CANDIDATES = {
  linux: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}
/** The names of Chromium on PATH. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
function findInstalled() {
  return [
    ...(CANDIDATES[process.platform] ?? []),
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
  ].find(existsSync)
}

/** Fallback on Linux x64 without apt: a static build, outside the lock file because only such machines need it. */
const FALLBACK = '@sparticuz/chromium@153.0.0'

function has(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}
function run(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

/** @returns {Promise<string>} path of a working Chromium; ends the program with one line if there is none */
export async function ensureBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (existsSync(given)) return given
    console.error(`CHROMIUM_PATH names ${given}, which does not exist.`)
    process.exit(1)
  }
  const found = findInstalled()
  if (found) return found
  if (process.getuid?.() === 0 && has('apt-get')) {
    console.log('installing chromium and a font with Chinese …')
    process.env.DEBIAN_FRONTEND = 'noninteractive'
    run('apt-get', ['update', '-qq'])
    // Older releases of Debian have no headless shell.
    for (const browser of ['chromium-headless-shell', 'chromium']) {
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser, 'fonts-noto-cjk'])
      const installed = findInstalled()
      if (installed) return installed
    }
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') refuse()
  console.log('fetching a Chromium from npm …')
  const place = join(root, 'node_modules', '.browser')
  if (
    run('npm', [
      'install',
      '--prefix',
      place,
      '--no-save',
      '--ignore-scripts',
      '--engine-strict=false',
      FALLBACK,
    ])
  ) {
    const entry = join(place, 'node_modules/@sparticuz/chromium/build/esm/index.js')
    const { default: chromium } = await import(
      pathToFileURL(
        existsSync(entry) ? entry : join(place, 'node_modules/@sparticuz/chromium/build/index.js'),
      ).href
    )
    return chromium.executablePath()
  }
  refuse()
}

function refuse() {
  console.error('No Chromium: install Chromium or Chrome, or name one in CHROMIUM_PATH.')
  process.exit(1)
}
