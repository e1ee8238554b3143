import type { ProgramKey } from '@galx/protocol/products'
import { valueOf } from '../core/state/reading.ts'
import { useBonuses } from './bonusStore.ts'

/** Whether any of these programs has ever granted the account a bonus. A voucher also proves a grant. Null: not known, or no wallet is connected. */
export function useGranted(programs: readonly ProgramKey[]): boolean | null {
  const data = valueOf(useBonuses())
  if (data === undefined) return null
  const asked = data.programs.filter(({ program }) => programs.includes(program))
  if (asked.some(({ cumulative, voucher }) => voucher !== null || (cumulative ?? '0') !== '0')) return true
  return asked.some(({ cumulative }) => cumulative === null) ? null : false
}
