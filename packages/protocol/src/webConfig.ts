/**
 * /config.json: all that one build of the web app has to know about the deployment it serves.
 * Validated by hand, without TypeBox, because this file is part of the app's first chunk.
 */
import {
  CONTRACT_NAMES,
  DEVELOPMENT_CONTRACT_NAMES,
  POOL_KEYS,
  PROGRAM_KEYS,
  SWAP_SYMBOLS,
  TOKEN_SYMBOLS,
  type ContractName,
  type DevelopmentContractName,
  type PoolKey,
  type ProgramKey,
  type SwapSymbol,
  type TokenSymbol,
} from './products.ts'

export type HexString = `0x${string}`

/** Wallets the app knows how to recognise; `wallets` of the configuration names the accepted ones. */
export const WALLET_IDS = ['tokenpocket', 'trust', 'binance', 'okx', 'imtoken', 'metamask'] as const
export type WalletId = (typeof WALLET_IDS)[number]

export type WebToken = {
  address: HexString
  /** whether the token takes EIP-2612 permits */
  permit: boolean
}

export type WebTier = {
  /** seconds; 0 is flexible */
  duration: number
  multiplierBps: number
  penaltyBps: number
}

export type WebPool = {
  /** the contract's pool id, a decimal uint256 */
  id: string
  stakeToken: TokenSymbol
  pairToken: TokenSymbol | null
  /** wei of the pair token per 1e18 wei of the stake token, decimal */
  pairRatio: string
  rewardToken: TokenSymbol
  tiers: WebTier[]
}

/** A pair of the exchange. */
export type WebPair = {
  base: SwapSymbol
  quote: SwapSymbol
  address: HexString
}

/** An endpoint that keeps transactions out of the public mempool, which the app can offer to the wallet. */
export type WebRelay = {
  /** shown to the user */
  name: string
  rpcUrl: string
}

export type WebConfig = {
  /** origin (and prefix) before `/api/…`, without a slash at the end; `''` is the app's own origin */
  apiUrl: string
  btcApiUrl: string
  chainId: number
  rpcUrl: string
  /** before `/tx/…` and `/address/…`, without a slash at the end; `''` is none */
  explorerUrl: string
  genesisHash: HexString
  contracts: Record<ContractName, HexString> & Partial<Record<DevelopmentContractName, HexString>>
  tokens: Record<TokenSymbol, WebToken>
  pools: Partial<Record<PoolKey, WebPool>>
  /** RewardVouchers' program ids, decimal uint256s, by key */
  programs: Partial<Record<ProgramKey, string>>
  /** of the bonus programs, unread: `parseRulesets` reads them where they are needed */
  rulesets: readonly unknown[]
  /** what swaps are routed over */
  pairs: WebPair[]
  /** endpoints against sandwich attacks; none: the app offers none */
  relays: WebRelay[]
  wallets: WalletId[]
  demoWallet: boolean
  internationalVersion: boolean
  securityCentre: boolean
  /** whose signature on release.json is believed, unread: it is compared where it is needed; absent: nobody's */
  releaseSigner?: unknown
}

export type WebConfigResult = { ok: true; config: WebConfig } | { ok: false; problems: string[] }

const ADDRESS = /^0x[0-9a-f]{40}$/
const HASH = /^0x[0-9a-f]{64}$/
const DECIMAL = /^[0-9]{1,78}$/
const PLAIN_URL = /^https?:\/\/[^\s?#]+$/

type Fields = Record<string, unknown>

/**
 * Reads a parsed `/config.json`.
 * @returns the configuration with addresses in lower case and URLs without a slash at the end, or every problem found,
 * each a sentence that names the field and what it must be. Unknown fields are let through: an older build serves a newer file.
 */
export function parseWebConfig(json: unknown): WebConfigResult {
  const problems: string[] = []
  const wrong = (path: string, wanted: string, value: unknown) => {
    problems.push(`${path} must be ${wanted}, not ${shown(value)}`)
  }
  const fields = (path: string, value: unknown): Fields | null => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
    wrong(path, 'an object', value)
    return null
  }
  const matching = (path: string, value: unknown, pattern: RegExp, wanted: string): string => {
    const text = typeof value === 'string' && wanted !== 'a decimal string' ? value.toLowerCase() : value
    if (typeof text === 'string' && pattern.test(text)) return text
    wrong(path, wanted, value)
    return ''
  }
  const address = (path: string, value: unknown) =>
    matching(path, value, ADDRESS, 'an address (0x and 40 hex digits)') as HexString
  const url = (path: string, value: unknown, optional: boolean): string => {
    if (optional && value === '') return ''
    if (typeof value === 'string' && PLAIN_URL.test(value)) return value.replace(/\/+$/, '')
    wrong(path, `an http(s) URL without query${optional ? ', or empty' : ''}`, value)
    return ''
  }
  const flag = (path: string, value: unknown): boolean => {
    if (typeof value !== 'boolean') wrong(path, 'true or false', value)
    return value === true
  }
  const whole = (path: string, value: unknown, least: number, most: number): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
      return value
    wrong(path, `a whole number from ${least} to ${most}`, value)
    return least
  }
  const oneOf = <Item extends string>(path: string, value: unknown, items: readonly Item[]): Item => {
    if (items.includes(value as Item)) return value as Item
    wrong(path, `one of ${items.join(', ')}`, value)
    return items[0] as Item
  }
  const list = (path: string, value: unknown): unknown[] => {
    if (Array.isArray(value)) return value
    wrong(path, 'a list', value)
    return []
  }

  const root = fields('config.json', json)
  if (!root) return { ok: false, problems }

  const contracts = fields('contracts', root.contracts) ?? {}
  const tokens = fields('tokens', root.tokens) ?? {}
  const pools = fields('pools', root.pools) ?? {}
  for (const key of Object.keys(pools))
    if (!POOL_KEYS.includes(key as PoolKey)) problems.push(`pools.${key} is not a pool this app knows`)

  const readContracts = () => {
    const names = [
      ...CONTRACT_NAMES,
      ...DEVELOPMENT_CONTRACT_NAMES.filter((name) => contracts[name] !== undefined),
    ]
    return Object.fromEntries(
      names.map((name) => [name, address(`contracts.${name}`, contracts[name])]),
    ) as WebConfig['contracts']
  }
  const readToken = (symbol: TokenSymbol): WebToken => {
    const path = `tokens.${symbol}`
    const token = fields(path, tokens[symbol])
    if (!token) return { address: '0x', permit: false }
    return {
      address: address(`${path}.address`, token.address),
      permit: flag(`${path}.permit`, token.permit),
    }
  }
  const readTier = (path: string, value: unknown): WebTier => {
    const tier = fields(path, value) ?? {}
    return {
      duration: whole(`${path}.duration`, tier.duration, 0, 0xffff_ffff),
      multiplierBps: whole(`${path}.multiplierBps`, tier.multiplierBps, 10_000, 40_000),
      penaltyBps: whole(`${path}.penaltyBps`, tier.penaltyBps, 0, 2_000),
    }
  }
  const readPool = (key: PoolKey): WebPool | null => {
    const path = `pools.${key}`
    const pool = fields(path, pools[key])
    if (!pool) return null
    const tiers = list(`${path}.tiers`, pool.tiers).map((tier, index) =>
      readTier(`${path}.tiers[${index}]`, tier),
    )
    if (Array.isArray(pool.tiers) && (tiers.length < 1 || tiers.length > 4))
      problems.push(`${path}.tiers must have one to four entries, not ${tiers.length}`)
    return {
      id: matching(`${path}.id`, pool.id, DECIMAL, 'a decimal string'),
      stakeToken: oneOf(`${path}.stakeToken`, pool.stakeToken, TOKEN_SYMBOLS),
      pairToken: pool.pairToken === null ? null : oneOf(`${path}.pairToken`, pool.pairToken, TOKEN_SYMBOLS),
      pairRatio: matching(`${path}.pairRatio`, pool.pairRatio, DECIMAL, 'a decimal string'),
      rewardToken: oneOf(`${path}.rewardToken`, pool.rewardToken, TOKEN_SYMBOLS),
      tiers,
    }
  }

  const readPools: Partial<Record<PoolKey, WebPool>> = {}
  for (const key of POOL_KEYS) {
    if (pools[key] === undefined) continue
    const pool = readPool(key)
    if (pool) readPools[key] = pool
  }

  const programs = fields('programs', root.programs ?? {}) ?? {}
  const readPrograms: Partial<Record<ProgramKey, string>> = {}
  for (const key of PROGRAM_KEYS)
    if (programs[key] !== undefined)
      readPrograms[key] = matching(`programs.${key}`, programs[key], DECIMAL, 'a decimal string')

  const readPair = (value: unknown, index: number): WebPair => {
    const path = `pairs[${index}]`
    const pair = fields(path, value) ?? {}
    return {
      base: oneOf(`${path}.base`, pair.base, SWAP_SYMBOLS),
      quote: oneOf(`${path}.quote`, pair.quote, SWAP_SYMBOLS),
      address: address(`${path}.address`, pair.address),
    }
  }
  const readRelay = (value: unknown, index: number): WebRelay => {
    const path = `relays[${index}]`
    const relay = fields(path, value) ?? {}
    const name = typeof relay.name === 'string' ? relay.name.trim() : ''
    if (name === '' || name.length > 40) wrong(`${path}.name`, 'a text of 1 to 40 characters', relay.name)
    return { name, rpcUrl: url(`${path}.rpcUrl`, relay.rpcUrl, false) }
  }

  const config: WebConfig = {
    apiUrl: url('apiUrl', root.apiUrl, true),
    btcApiUrl: url('btcApiUrl', root.btcApiUrl, true),
    chainId: whole('chainId', root.chainId, 1, Number.MAX_SAFE_INTEGER),
    rpcUrl: url('rpcUrl', root.rpcUrl, false),
    explorerUrl: url('explorerUrl', root.explorerUrl, true),
    genesisHash: matching(
      'genesisHash',
      root.genesisHash,
      HASH,
      'a hash (0x and 64 hex digits)',
    ) as HexString,
    contracts: readContracts(),
    tokens: Object.fromEntries(
      TOKEN_SYMBOLS.map((symbol) => [symbol, readToken(symbol)]),
    ) as WebConfig['tokens'],
    pools: readPools,
    // An older file knows none of these.
    programs: readPrograms,
    rulesets: list('rulesets', root.rulesets ?? []),
    pairs: list('pairs', root.pairs ?? []).map(readPair),
    relays: list('relays', root.relays ?? []).map(readRelay),
    wallets: list('wallets', root.wallets).map((wallet, index) =>
      oneOf(`wallets[${index}]`, wallet, WALLET_IDS),
    ),
    demoWallet: flag('demoWallet', root.demoWallet),
    internationalVersion: flag('internationalVersion', root.internationalVersion),
    securityCentre: flag('securityCentre', root.securityCentre),
    releaseSigner: root.releaseSigner,
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config }
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = JSON.stringify(value) ?? typeof value
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
