/** How many decimals of a token's amounts are shown at most: of BTCB down to the satoshi. */
export function shownDecimals(token: string | undefined): number {
  return token === 'BTCB' ? 8 : 6
}
