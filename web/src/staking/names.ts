/** Names in the language of now: whoever shows one has texts of its own, and is drawn again when the language changes. */
import { POOL_NAMES, PROGRAM_NAMES } from '@galx/protocol/names'
import type { PoolKey, ProgramKey } from '@galx/protocol/products'
import { currentLanguage } from '../i18n/texts.ts'

export function poolName(pool: PoolKey): string {
  return POOL_NAMES[currentLanguage()][pool]
}

export function programName(program: ProgramKey): string {
  return PROGRAM_NAMES[currentLanguage()][program]
}
