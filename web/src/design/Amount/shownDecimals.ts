/** The greatest number of decimals that a token's amounts show: for BTCB down to the satoshi. */
export function shownDecimals(token: string | undefined): number {
  return token === 'BTCB' ? 8 : 6
}
