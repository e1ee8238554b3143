/** The names of tokens and contracts in a wallet that knows the deployment. */
import { SWAP_SYMBOLS } from '../products.ts'
import type { ClearSigningSubject } from './describe.ts'
import type { Names } from './render.ts'

/** The unit of ZnVault's shares. */
const SHARES = { ticker: 'znGALX', decimals: 30 }
const COIN = 'BNB'

/**
 * @param account the signing account
 * @param own the name of that account on screen, such as "your account"
 */
export function namesOf({ contracts, tokens }: ClearSigningSubject, account: string, own: string): Names {
  const contractNames = new Map(
    Object.entries(contracts).map(([name, address]) => [address?.toLowerCase() ?? '', name]),
  )
  const tokenNames = new Map(
    SWAP_SYMBOLS.map((symbol): [string, { ticker: string; decimals: number }] => [
      (symbol === 'WBNB' ? (contracts.WrappedNative ?? '') : tokens[symbol].address).toLowerCase(),
      { ticker: symbol, decimals: 18 },
    ]),
  )
  if (contracts.ZnVault !== undefined) tokenNames.set(contracts.ZnVault.toLowerCase(), SHARES)
  const isOwn = (address: string) => address.toLowerCase() === account.toLowerCase()
  return {
    token: (address) => tokenNames.get(address.toLowerCase()) ?? null,
    name: (address) => (isOwn(address) ? own : (contractNames.get(address.toLowerCase()) ?? null)),
    own: isOwn,
    coin: COIN,
  }
}
