/** Runs forge's own binary, which starts a hundred times faster than npm's wrapper. */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const contractsDirectory = dirname(dirname(fileURLToPath(import.meta.url)))
/** forge's root: libraries are in the repository's node_modules, and the compiler follows no import out of the root. */
const repositoryDirectory = dirname(contractsDirectory)

/** Tests that measure gas. Their figures have a meaning only on the release build. */
export const GAS_TESTS = 'contracts/test/{gas/*,**/*Gas.t.sol}'

/**
 * @returns the path of the `forge` executable: FORGE_PATH, npm's executable for this platform, an executable on PATH, or a downloaded one
 * @throws Error with one line that says how to get forge
 */
export function forgeBinary(): string {
  binary ??= findForge()
  return binary
}

let binary: string | undefined

function findForge(): string {
  const script = join(repositoryDirectory, 'scripts/findProgram.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'forge'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1))
  return stdout.trim()
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
