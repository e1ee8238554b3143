/**
 * The compiler's standard-JSON input of all our contracts, as an explorer needs it to verify them: the sources of this
 * repository and its libraries, with the release build's settings.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DeploymentError } from './deploymentError.ts'

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const SOURCES = 'contracts/src'

export type CompilerInput = {
  language: 'Solidity'
  sources: Record<string, { content: string }>
  settings: Record<string, unknown>
}

/** @throws DeploymentError naming an imported source that does not exist */
export function compilerInput(): CompilerInput {
  const { remappings, evmVersion, optimizerRuns } = releaseSettings()
  const sources: CompilerInput['sources'] = {}
  const waiting = ourSources()
  for (let unit = waiting.pop(); unit !== undefined; unit = waiting.pop()) {
    if (sources[unit]) continue
    const content = readSource(unit)
    sources[unit] = { content }
    waiting.push(...importsOf(content).map((path) => resolveImport(path, unit!, remappings)))
  }
  return {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).sort(([one], [other]) => (one < other ? -1 : 1))),
    settings: {
      remappings,
      optimizer: { enabled: true, runs: optimizerRuns },
      metadata: { useLiteralContent: false, bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
      evmVersion,
      viaIR: true,
      libraries: {},
    },
  }
}

/** The compiler's version in the explorer's form: `v0.8.37+commit.…` */
export function compilerVersion(): string {
  const { version } = createRequire(import.meta.url)('solc') as { version(): string }
  return `v${version().replace('.Emscripten.clang', '')}`
}

/** Only foundry.toml has the settings of the release build. A setting that is missing there is an error. */
function releaseSettings() {
  const toml = readSource('contracts/foundry.toml')
  const find = (pattern: RegExp, what: string): string => {
    const match = pattern.exec(toml)
    if (!match) throw new DeploymentError(`contracts/foundry.toml does not say ${what}`)
    return match[1]!
  }
  const list = find(/^remappings = \[([^\]]*)\]/m, 'remappings')
  return {
    remappings: [...list.matchAll(/"([^"]+)"/g)].map(([, remapping]) => remapping!).sort(),
    evmVersion: find(/^evm_version = "(\w+)"/m, 'evm_version'),
    optimizerRuns: Number.parseInt(
      find(/^optimizer_runs = ([\d_]+)/m, 'optimizer_runs').replaceAll('_', ''),
      10,
    ),
  }
}

function ourSources(): string[] {
  return readdirSync(join(REPOSITORY, SOURCES), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sol'))
    .map((path) => posix.join(SOURCES, path.replaceAll('\\', '/')))
}

function readSource(unit: string): string {
  try {
    return readFileSync(join(REPOSITORY, unit), 'utf8')
  } catch {
    throw new DeploymentError(`the source ${unit} is missing: the compiler input cannot be written`)
  }
}

function importsOf(content: string): string[] {
  const code = content.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
  return [...code.matchAll(/^\s*import\s+(?:[^"';]*?from\s+)?["']([^"']+)["']\s*;/gm)].map(
    ([, path]) => path!,
  )
}

function resolveImport(path: string, importer: string, remappings: readonly string[]): string {
  if (path.startsWith('.')) return posix.normalize(posix.join(posix.dirname(importer), path))
  for (const remapping of remappings) {
    const [prefix, target] = remapping.split('=') as [string, string]
    if (path.startsWith(prefix)) return target + path.slice(prefix.length)
  }
  return path
}
