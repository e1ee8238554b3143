/**
 * /config.json: the facts that a build of the web app needs about its deployment.
 * Validated by hand, because this file is in the app's first chunk: TypeBox's validator would add 36 kB (gzip) to it.
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
import { ConfigValues, type Fields, type HexString } from './configValues.ts'

export type { HexString }

/** Wallets that the app recognises. `wallets` of the configuration lists the accepted wallets. */
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
  /** origin (and prefix) before `/api/…`, without a slash at the end; `''`: the app's own origin */
  apiUrl: string
  btcApiUrl: string
  chainId: number
  rpcUrl: string
  /** before `/tx/…` and `/address/…`, without a slash at the end; `''`: none */
  explorerUrl: string
  genesisHash: HexString
  contracts: Record<ContractName, HexString> & Partial<Record<DevelopmentContractName, HexString>>
  tokens: Record<TokenSymbol, WebToken>
  pools: Partial<Record<PoolKey, WebPool>>
  /** RewardVouchers' program ids, decimal uint256s, by key */
  programs: Partial<Record<ProgramKey, string>>
  /** the rulesets of the bonus programs, not parsed; `parseRulesets` parses them when they are needed */
  rulesets: readonly unknown[]
  /** over which swaps are routed */
  pairs: WebPair[]
  /** endpoints against sandwich attacks; may be empty */
  relays: WebRelay[]
  wallets: WalletId[]
  demoWallet: boolean
  internationalVersion: boolean
  securityCentre: boolean
  /** the address whose signature on release.json the app trusts, not parsed; absent: no signature is trusted */
  releaseSigner?: unknown
}

export type WebConfigResult = { ok: true; config: WebConfig } | { ok: false; problems: string[] }

function readContracts(values: ConfigValues, contracts: Fields): WebConfig['contracts'] {
  const names = [
    ...CONTRACT_NAMES,
    ...DEVELOPMENT_CONTRACT_NAMES.filter((name) => contracts[name] !== undefined),
  ]
  return Object.fromEntries(
    names.map((name) => [name, values.address(`contracts.${name}`, contracts[name])]),
  ) as WebConfig['contracts']
}

function readToken(values: ConfigValues, path: string, value: unknown): WebToken {
  const token = values.fields(path, value)
  if (!token) return { address: '0x', permit: false }
  return {
    address: values.address(`${path}.address`, token.address),
    permit: values.flag(`${path}.permit`, token.permit),
  }
}

function readTier(values: ConfigValues, path: string, value: unknown): WebTier {
  const tier = values.fields(path, value) ?? {}
  return {
    duration: values.whole(`${path}.duration`, tier.duration, 0, 0xffff_ffff),
    multiplierBps: values.whole(`${path}.multiplierBps`, tier.multiplierBps, 10_000, 40_000),
    penaltyBps: values.whole(`${path}.penaltyBps`, tier.penaltyBps, 0, 2_000),
  }
}

function readPool(values: ConfigValues, path: string, value: unknown): WebPool | null {
  const pool = values.fields(path, value)
  if (!pool) return null
  const tiers = values
    .list(`${path}.tiers`, pool.tiers)
    .map((tier, index) => readTier(values, `${path}.tiers[${index}]`, tier))
  if (Array.isArray(pool.tiers) && (tiers.length < 1 || tiers.length > 4))
    values.problems.push(`${path}.tiers must have one to four entries, not ${tiers.length}`)
  return {
    id: values.decimal(`${path}.id`, pool.id),
    stakeToken: values.oneOf(`${path}.stakeToken`, pool.stakeToken, TOKEN_SYMBOLS),
    pairToken:
      pool.pairToken === null ? null : values.oneOf(`${path}.pairToken`, pool.pairToken, TOKEN_SYMBOLS),
    pairRatio: values.decimal(`${path}.pairRatio`, pool.pairRatio),
    rewardToken: values.oneOf(`${path}.rewardToken`, pool.rewardToken, TOKEN_SYMBOLS),
    tiers,
  }
}

function readPools(values: ConfigValues, pools: Fields): WebConfig['pools'] {
  for (const key of Object.keys(pools))
    if (!POOL_KEYS.includes(key as PoolKey))
      values.problems.push(`pools.${key} is not a pool that this app knows`)
  const read: WebConfig['pools'] = {}
  for (const key of POOL_KEYS) {
    if (pools[key] === undefined) continue
    const pool = readPool(values, `pools.${key}`, pools[key])
    if (pool) read[key] = pool
  }
  return read
}

function readPrograms(values: ConfigValues, programs: Fields): WebConfig['programs'] {
  const read: WebConfig['programs'] = {}
  for (const key of PROGRAM_KEYS)
    if (programs[key] !== undefined) read[key] = values.decimal(`programs.${key}`, programs[key])
  return read
}

function readPair(values: ConfigValues, path: string, value: unknown): WebPair {
  const pair = values.fields(path, value) ?? {}
  return {
    base: values.oneOf(`${path}.base`, pair.base, SWAP_SYMBOLS),
    quote: values.oneOf(`${path}.quote`, pair.quote, SWAP_SYMBOLS),
    address: values.address(`${path}.address`, pair.address),
  }
}

function readRelay(values: ConfigValues, path: string, value: unknown): WebRelay {
  const relay = values.fields(path, value) ?? {}
  const name = typeof relay.name === 'string' ? relay.name.trim() : ''
  if (name === '' || name.length > 40)
    values.wrong(`${path}.name`, 'a text of 1 to 40 characters', relay.name)
  return { name, rpcUrl: values.url(`${path}.rpcUrl`, relay.rpcUrl, false) }
}

/**
 * Reads a parsed `/config.json`.
 * @returns the configuration with addresses in lowercase and URLs without a slash at the end, or all problems,
 * each a sentence with the field and the value that it must have. Unknown fields are ignored, because an older build may read a newer file.
 */
export function parseWebConfig(json: unknown): WebConfigResult {
  const values = new ConfigValues()
  const { problems } = values
  const root = values.fields('config.json', json)
  if (!root) return { ok: false, problems }

  const contracts = values.fields('contracts', root.contracts) ?? {}
  const tokens = values.fields('tokens', root.tokens) ?? {}
  const pools = readPools(values, values.fields('pools', root.pools) ?? {})
  const programs = readPrograms(values, values.fields('programs', root.programs ?? {}) ?? {})
  const config: WebConfig = {
    apiUrl: values.url('apiUrl', root.apiUrl, true),
    btcApiUrl: values.url('btcApiUrl', root.btcApiUrl, true),
    chainId: values.whole('chainId', root.chainId, 1, Number.MAX_SAFE_INTEGER),
    rpcUrl: values.url('rpcUrl', root.rpcUrl, false),
    explorerUrl: values.url('explorerUrl', root.explorerUrl, true),
    genesisHash: values.hash('genesisHash', root.genesisHash),
    contracts: readContracts(values, contracts),
    tokens: Object.fromEntries(
      TOKEN_SYMBOLS.map((symbol) => [symbol, readToken(values, `tokens.${symbol}`, tokens[symbol])]),
    ) as WebConfig['tokens'],
    pools,
    // An older file lacks these.
    programs,
    rulesets: values.list('rulesets', root.rulesets ?? []),
    pairs: values
      .list('pairs', root.pairs ?? [])
      .map((pair, index) => readPair(values, `pairs[${index}]`, pair)),
    relays: values
      .list('relays', root.relays ?? [])
      .map((relay, index) => readRelay(values, `relays[${index}]`, relay)),
    wallets: values
      .list('wallets', root.wallets)
      .map((wallet, index) => values.oneOf(`wallets[${index}]`, wallet, WALLET_IDS)),
    demoWallet: values.flag('demoWallet', root.demoWallet),
    internationalVersion: values.flag('internationalVersion', root.internationalVersion),
    securityCentre: values.flag('securityCentre', root.securityCentre),
    releaseSigner: root.releaseSigner,
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config }
}
