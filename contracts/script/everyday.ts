/**
 * Runs every test except the gas tests, on code compiled without the optimiser, which would take most of the section's time. Random tests
 * run long enough to notice every mutant (mutation/tests.ts). Existing FOUNDRY_… variables take precedence, so that the nightly runs search
 * longer.
 */
import { forge, GAS_TESTS } from './forge.ts'
import { ENVIRONMENT } from './mutation/tests.ts'

const { FOUNDRY_FUZZ_RUNS, FOUNDRY_INVARIANT_RUNS, FOUNDRY_INVARIANT_DEPTH } = ENVIRONMENT
const EVERY_DAY = { FOUNDRY_OPTIMIZER: 'false', FOUNDRY_FUZZ_RUNS, FOUNDRY_INVARIANT_RUNS, FOUNDRY_INVARIANT_DEPTH }

const environment = { ...EVERY_DAY, ...given(Object.keys(EVERY_DAY)) }
// The build goes to contracts/out, where the tests that walk over every function of a contract read it.
const built = forge(['build', '--skip', 'contracts/test/**'], { environment })
process.exit(built || forge(['test', '--no-match-path', GAS_TESTS, ...process.argv.slice(2)], { environment }))

function given(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
