/**
 * Every test but those that measure gas, on code compiled without the optimiser, which would take most of the section's time. Random
 * tests search for as long as it takes to notice every mutant (mutation/tests.ts). The environment's own FOUNDRY_… come first, so
 * that the nightly runs search longer.
 */
import { forge, GAS_TESTS } from './forge.ts'
import { ENVIRONMENT } from './mutation/tests.ts'

const { FOUNDRY_FUZZ_RUNS, FOUNDRY_INVARIANT_RUNS, FOUNDRY_INVARIANT_DEPTH } = ENVIRONMENT
const EVERY_DAY = { FOUNDRY_OPTIMIZER: 'false', FOUNDRY_FUZZ_RUNS, FOUNDRY_INVARIANT_RUNS, FOUNDRY_INVARIANT_DEPTH }

const environment = { ...EVERY_DAY, ...given(Object.keys(EVERY_DAY)) }
// Tests that walk over every function of a contract read what this leaves in contracts/out.
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
