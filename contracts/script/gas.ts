/**
 * Measures the cost of each call on the release build and writes the figures to snapshots/, one file for each contract. `--check` writes
 * nothing and fails if a call costs more than the committed figure, or is no longer measured.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractsDirectory, forge, GAS_TESTS } from './forge.ts'

const directory = join(contractsDirectory, 'snapshots')

/** The snapshots' texts by file name. */
function readSnapshots(): ReadonlyMap<string, string> {
  const files = readdirSync(directory).filter((file) => file.endsWith('.json'))
  return new Map(files.map((file) => [file, readFileSync(join(directory, file), 'utf8')]))
}

function parse(text: string | undefined): Readonly<Record<string, string>> {
  return JSON.parse(text ?? '{}') as Record<string, string>
}

const checking = process.argv.includes('--check')
const committed = readSnapshots()
// forge adds to an existing file. Without the old file, a call that is no longer measured leaves no figure behind.
for (const file of committed.keys()) rmSync(join(directory, file))
function restore() {
  for (const [file, text] of committed) writeFileSync(join(directory, file), text)
}
/** The sources of the release build: the published sources, and the test contracts that the gas tests compare them with or call. */
const MEASURED = ['contracts/src', 'contracts/test/support/BoostTable.sol', 'contracts/test/ZnVault/BareVault.sol']
/** The tests themselves are compiled without the optimiser, which is faster. They deploy the contracts of RELEASE_BUILD (test/support/Build.sol). */
const TESTS_ENVIRONMENT = {
  RELEASE_BUILD: 'contracts/out/release',
  FOUNDRY_OPTIMIZER: 'false',
  FOUNDRY_OUT: 'contracts/out/gas',
  FOUNDRY_CACHE_PATH: 'contracts/cache/gas',
}
const parameters = ['test', '--match-path', GAS_TESTS, '--gas-snapshot-emit', 'true']
if (
  forge(['build', ...MEASURED], { profile: 'release' }) !== 0 ||
  forge(parameters, { environment: TESTS_ENVIRONMENT }) !== 0
) {
  restore()
  process.exit(1)
}
if (checking) {
  let faults = 0
  const measured = readSnapshots()
  restore()
  for (const [file, text] of measured) {
    const before = parse(committed.get(file))
    for (const [call, gas] of Object.entries(parse(text))) {
      if (BigInt(gas) <= BigInt(before[call] ?? 0)) continue
      faults += 1
      console.error(
        `${file} ${call}: ${gas} gas, committed ${before[call] ?? 'nothing'}; run npm run gas -w contracts`,
      )
    }
  }
  for (const [file, text] of committed) {
    const now = parse(measured.get(file))
    for (const call of Object.keys(parse(text)).filter((call) => !(call in now))) {
      faults += 1
      console.error(`${file} ${call}: committed, but no test measures it; run npm run gas -w contracts`)
    }
  }
  if (faults > 0) process.exit(1)
  console.log('no call costs more than its committed figure')
}
