import type { ProgramKey } from '@galx/protocol/products'
import { valueOf } from '../core/state/reading.ts'
import { useBonuses } from './bonusStore.ts'

/** Whether one of these programs has ever granted the account something; null: not known, or nobody is connected. */
export function useGranted(programs: readonly ProgramKey[]): boolean | null {
  const data = valueOf(useBonuses())
  if (data === undefined) return null
  return data.programs.some(({ program, cumulative }) => programs.includes(program) && cumulative !== '0')
}
