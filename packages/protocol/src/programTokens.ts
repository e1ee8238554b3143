import type { ProgramKey, TokenSymbol } from './products.ts'

/** The token that each program pays, on every network. Deployments use it, and the app compares it with the chain. */
export const PROGRAM_TOKENS: Readonly<Record<ProgramKey, TokenSymbol>> = {
  galx: 'GALX',
  btc: 'BTCB',
  promotion: 'USDT',
  mcm: 'GALX',
  node: 'GALX',
  mcf: 'MCM',
  zn: 'GALX',
  aaa: 'AAA',
}
