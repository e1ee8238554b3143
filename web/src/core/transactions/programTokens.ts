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
