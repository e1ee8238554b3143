import { halfWidth } from './halfWidth.ts'

/** Whole number: dots and everything else that is no digit removed, leading zeros collapsed (`007` → `7`, `000` → `0`). */
export function cleanInteger(text: string): string {
  return halfWidth(text)
    .replace(/[^0-9]/g, '')
    .replace(/^0+(?=[0-9])/, '')
}
