/** A copy of all files that forge reads. Faults are put into the copy, and tests run in it. */
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { contractsDirectory, forgeBinary } from '../forge.ts'
import { ENVIRONMENT, withImports } from './tests.ts'

const repositoryDirectory = dirname(contractsDirectory)

/** The compiler follows no import out of forge's root, so libraries are copied. Their own packages are not compiled. */
const COPIED_PACKAGES = ['@openzeppelin/contracts', 'solady', '@layerzerolabs/toolbox-foundry', '@uniswap']
const LINKED_PACKAGES = ['solc']

/** The other files that tests read: the vectors shared with TypeScript. */
const FIXTURES = 'packages/protocol/test/fixtures'

/**
 * forge asks the compiler for its version at every start. It also compiles all sources again whenever tests are chosen, to learn their
 * names. This script caches the answers, and a start takes half a second instead of twelve seconds.
 */
const COMPILER = `#!/bin/sh
if [ "$1" = --version ]; then exec cat "$0.version"; fi
answers="$(dirname "$0")/../answers"
mkdir -p "$answers"
question=$(mktemp "$answers/question.XXXXXX")
cat > "$question"
answer="$answers/$(sha256sum < "$question" | cut -d ' ' -f 1)"
if [ ! -f "$answer" ]; then node "$(dirname "$0")/solc.cjs" "$@" < "$question" > "$question.answer" && mv "$question.answer" "$answer"; fi
rm -f "$question"
cat "$answer"
`

/**
 * @param name the copy's name, the same in every run
 * @param texts sources that replace the copied sources, by path from the root
 * @param tests the copy's test files, below contracts/test
 * @returns the root of the copy; earlier builds that still fit are kept
 */
export function makeCopy(name: string, texts: ReadonlyMap<string, string>, tests: readonly string[]): string {
  const root = join(tmpdir(), `galx-mutants${repositoryDirectory.replaceAll('/', '-')}`, name)
  for (const part of ['src', 'test', 'script', 'snapshots']) rmSync(join(root, 'contracts', part), { recursive: true, force: true })
  for (const part of ['src', 'script', 'foundry.toml', 'snapshots']) {
    cpSync(join(contractsDirectory, part), join(root, 'contracts', part), { recursive: true })
  }
  for (const path of withImports(repositoryDirectory, tests)) {
    cpSync(join(contractsDirectory, 'test', path), join(root, 'contracts/test', path))
  }
  cpSync(join(repositoryDirectory, FIXTURES), join(root, FIXTURES), { recursive: true })
  for (const part of COPIED_PACKAGES) {
    const from = join(repositoryDirectory, 'node_modules', part)
    cpSync(from, join(root, 'node_modules', part), { recursive: true, dereference: true })
  }
  for (const part of LINKED_PACKAGES) {
    const to = join(root, 'node_modules', part)
    rmSync(to, { recursive: true, force: true })
    symlinkSync(join(repositoryDirectory, 'node_modules', part), to)
  }
  for (const [path, text] of texts) writeFileSync(join(root, path), text)
  leaveOutUnreached(root, tests)
  const settings = join(root, 'contracts/foundry.toml')
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('script/solc.cjs', 'script/solc.sh'))
  const compiler = join(root, 'contracts/script/solc.sh')
  writeFileSync(compiler, COMPILER, { mode: 0o755 })
  const version = spawnSync('node', [join(contractsDirectory, 'script/solc.cjs'), '--version'], { encoding: 'utf8' })
  writeFileSync(`${compiler}.version`, version.stdout)
  return root
}

/** Removes the sources that the tests import neither directly nor indirectly: forge reads all sources at every start. */
function leaveOutUnreached(root: string, tests: readonly string[]): void {
  const sources = 'contracts/src'
  const reached = new Set(tests.map((path) => join('contracts/test', path)))
  for (const file of reached) {
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from\s+"(\.[^"]*)"/g)) {
      reached.add(join(dirname(file), path))
    }
  }
  for (const path of readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.sol') && !reached.has(join(sources, path))) rmSync(join(root, sources, path))
  }
}

/** Builds contracts and tests of the copy. @throws Error with forge's message if they do not compile */
export function buildCopy(root: string, settings: Readonly<Record<string, string>> = {}): void {
  const { status, stdout, stderr } = spawnSync(forgeBinary(), ['build'], {
    cwd: root,
    env: { ...process.env, ...ENVIRONMENT, ...settings, FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml') },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`${root} does not build: ${(stderr + stdout).slice(-3000)}`)
}
