/** The facts about bonus programs that the app knows before it has read anything. */
import type { ProgramKey } from '@galx/protocol/products'

/** Weights are wei with 18 decimals; the vault's shares have 30. */
export function weightDecimals(program: ProgramKey): number {
  return program === 'zn' ? 30 : 18
}

/** The pool that gives a program its colour: the pool of the program's product. */
export function colourOf(program: ProgramKey): string {
  return program === 'node' ? 'mcm' : program
}
