import type { ProgramKey, TokenSymbol } from './products.ts'

/** What each program pays, on every network: deployments are made of it, and the app compares it with the chain. */
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
