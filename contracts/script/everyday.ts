/**
 * Every test but those that measure gas, on code compiled without the optimiser, which would take most of the section's time. Random
 * tests search for a short while: twice what notices every mutant (mutation/tests.ts). The environment's own FOUNDRY_… come first, so
 * that the nightly runs search longer.
 */
import { forge, GAS_TESTS } from './forge.ts'

const EVERY_DAY = { FOUNDRY_OPTIMIZER: 'false', FOUNDRY_FUZZ_RUNS: '96', FOUNDRY_INVARIANT_RUNS: '12' }

process.exit(
  forge(['test', '--no-match-path', GAS_TESTS, ...process.argv.slice(2)], {
    environment: { ...EVERY_DAY, ...given(Object.keys(EVERY_DAY)) },
  }),
)

function given(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
