import { halfWidth } from './cleanAmount.ts'

/** Cleans a whole number: removes dots and all other non-digits, collapses leading zeros (`007` → `7`, `000` → `0`). */
export function cleanInteger(text: string): string {
  return halfWidth(text)
    .replace(/[^0-9]/g, '')
    .replace(/^0+(?=[0-9])/, '')
}
