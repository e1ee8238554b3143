/** Finds forge's own binary inside the npm package of this platform: a hundred times faster to start than the wrapper. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const contractsDirectory = dirname(dirname(fileURLToPath(import.meta.url)))
/** forge's root: libraries are in the repository's node_modules, and the compiler follows no import out of the root. */
const repositoryDirectory = dirname(contractsDirectory)

/** Tests that measure gas, which means something on the release build alone. package.json's `test` names them too. */
export const GAS_TESTS = 'contracts/test/{gas/*,**/*Gas.t.sol}'

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** @returns the path of the `forge` executable; throws a one-line Error where npm installed none */
export function forgeBinary(): string {
  const platform = `${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  const packageName = `@foundry-rs/forge-${platform}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`)
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'forge.exe' : 'forge')
  } catch {
    throw new Error(`forge is not installed for this platform: npm package ${packageName} is missing`)
  }
}

export type ForgeOptions = { readonly profile?: string; readonly environment?: Readonly<Record<string, string>> }

/** Runs forge over the contracts with this process's output. @returns its exit code */
export function forge(parameters: readonly string[], options: ForgeOptions = {}): number {
  const environment: NodeJS.ProcessEnv = { ...process.env, FOUNDRY_CONFIG: join(contractsDirectory, 'foundry.toml'), ...options.environment }
  if (options.profile !== undefined) environment.FOUNDRY_PROFILE = options.profile
  const { status, error } = spawnSync(forgeBinary(), parameters, {
    cwd: repositoryDirectory,
    env: environment,
    stdio: 'inherit',
  })
  if (error !== undefined) throw new Error(`forge did not start: ${error.message}`)
  return status ?? 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exit(forge(process.argv.slice(2)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
