/** What the app knows of the bonus programs before anything is read. */
import type { ProgramKey, TokenSymbol } from '@galx/protocol/products'

/** What each program pays, on every network; the reader compares it with the chain. */
export const TOKEN_OF_PROGRAM: Readonly<Record<ProgramKey, TokenSymbol>> = {
  galx: 'GALX',
  btc: 'BTCB',
  promotion: 'USDT',
  mcm: 'GALX',
  node: 'GALX',
  mcf: 'MCM',
  zn: 'GALX',
  aaa: 'AAA',
}

/** Weights are wei with 18 decimals; the vault's shares have 30. */
export function weightDecimals(program: ProgramKey): number {
  return program === 'zn' ? 30 : 18
}

/** The pool whose colour a program takes: that of its product. */
export function colourOf(program: ProgramKey): string {
  return program === 'node' ? 'mcm' : program
}
