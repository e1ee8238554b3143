/** Names in the app's present language. A component that shows a name also calls `useTexts`, so that it is drawn again when the language changes. */
import { POOL_NAMES, PROGRAM_NAMES } from '@galx/protocol/names'
import type { PoolKey, ProgramKey } from '@galx/protocol/products'
import { currentLanguage } from '../i18n/texts.ts'

export function poolName(pool: PoolKey): string {
  return POOL_NAMES[currentLanguage()][pool]
}

export function programName(program: ProgramKey): string {
  return PROGRAM_NAMES[currentLanguage()][program]
}
