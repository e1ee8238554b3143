import type { Entries } from './entry.ts'

function merged(files: Record<string, { default: Entries }>): Entries {
  return Object.assign({}, ...Object.values(files).map((file) => file.default)) as Entries
}

/** Every folder of src/design, by name. */
export const designEntries = merged(import.meta.glob('./design/*.tsx', { eager: true }))

/** Every component file of src/staking, by name. */
export const stakingEntries = merged(import.meta.glob('./staking/*.tsx', { eager: true }))
