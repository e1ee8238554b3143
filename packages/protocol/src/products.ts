/**
 * The registry names every product, page, pool, bonus program, contract and product call of GALX once. The deployment file, /config.json, the
 * app's routes and menus, the indexer's sources, the servers' calls, the tests and the benchmarks derive their lists from the registry. It has
 * only data, and little: part of the registry is in the app's first script.
 */

/** The tokens in display order. All have 18 decimals. */
export const TOKEN_SYMBOLS = ['USDT', 'AAA', 'MCM', 'GALX', 'BTCB'] as const
export type TokenSymbol = (typeof TOKEN_SYMBOLS)[number]

/** The tokens of the exchange's pairs: our tokens, and the wrapped native coin (the contract WrappedNative). */
export const SWAP_SYMBOLS = [...TOKEN_SYMBOLS, 'WBNB'] as const
export type SwapSymbol = (typeof SWAP_SYMBOLS)[number]

/** The contracts whose sources are in this repository. */
export const OWN_CONTRACT_NAMES = [
  'Timelock',
  'StakingPools',
  'Levels',
  'NodePass',
  'AaaFund',
  'RewardVouchers',
  'EpochLog',
  'ZnVault',
] as const
/** Third-party contracts. On a public chain they already exist; on the embedded chain the deployment creates them. */
export const FOREIGN_CONTRACT_NAMES = ['SwapFactory', 'SwapRouter', 'WrappedNative', 'Multicall3'] as const
/** The contracts of a deployment on every network, by their names in the deployment file and in /config.json. */
export const CONTRACT_NAMES = [...OWN_CONTRACT_NAMES, ...FOREIGN_CONTRACT_NAMES] as const
/** Only on the embedded chain. */
export const DEVELOPMENT_CONTRACT_NAMES = ['DemoFaucet'] as const
export type ContractName = (typeof CONTRACT_NAMES)[number]
export type DevelopmentContractName = (typeof DEVELOPMENT_CONTRACT_NAMES)[number]

/** The two HTTP servers. */
export type ServerName = 'main' | 'btc'

/**
 * An API call by which a browser reports a transaction that its wallet has sent. The transaction must call one of
 * `functions` on `contract`, and in StakingPools it must use `pool`.
 */
type ReportCall = {
  server: ServerName
  contract: ContractName
  functions: readonly string[]
  pool?: string
  /** the report also contains the name that the transaction gives to a new pass */
  named?: true
}

/** A call that lists one product's history; `public` lists the history of all accounts. */
type LogCall = {
  server: ServerName
  call: string
  of: 'account' | 'public'
}

/** A call that returns the account's signed voucher. The first program is the default. */
type SignCall = {
  server: ServerName
  call: string
  method: 'GET' | 'POST'
  programs: readonly string[]
}

type Product = {
  /** route names; the first is the product's own page */
  pages: readonly string[]
  /** keys of its pools in StakingPools */
  pools: readonly string[]
  /** keys of its programs in RewardVouchers */
  programs: readonly string[]
  /** by the name of the call */
  reports: Readonly<Record<string, ReportCall>>
  log: LogCall | null
  sign: SignCall | null
}

const STAKE = { contract: 'StakingPools', functions: ['stake', 'stakeWithPermit'] } as const

/** In the order in which pools and programs are created and products are shown. */
export const PRODUCTS = {
  galx: {
    pages: ['galx'],
    pools: ['galx', 'galxMcm'],
    programs: ['galx'],
    reports: {
      galxStake: { server: 'btc', ...STAKE, pool: 'galx' },
      galxMcmStake: { server: 'btc', ...STAKE, pool: 'galxMcm' },
    },
    log: null,
    sign: { server: 'btc', call: 'getGalxSign', method: 'POST', programs: ['galx'] },
  },
  exchange: { pages: ['index'], pools: [], programs: [], reports: {}, log: null, sign: null },
  btc: {
    pages: ['btc'],
    pools: ['btc'],
    programs: ['btc', 'promotion'],
    reports: {
      stakeA: { server: 'btc', ...STAKE, pool: 'btc' },
      buyLevel: { server: 'btc', contract: 'Levels', functions: ['buy', 'buyWithPermit'] },
    },
    log: { server: 'btc', call: 'getBtcStakeLog', of: 'account' },
    sign: { server: 'btc', call: 'getSign', method: 'GET', programs: ['btc', 'promotion'] },
  },
  mcm: {
    pages: ['mcm', 'mcmEarn', 'mcmCommunity'],
    pools: ['mcm'],
    programs: ['mcm', 'node'],
    reports: {
      mcmStake: { server: 'btc', ...STAKE, pool: 'mcm' },
      mcmNode: { server: 'btc', contract: 'NodePass', functions: ['mint', 'mintWithPermit'], named: true },
    },
    log: null,
    sign: { server: 'btc', call: 'getMcmSign', method: 'POST', programs: ['mcm', 'node'] },
  },
  mcf: {
    pages: ['mcf', 'mcfRecord'],
    pools: ['mcf'],
    programs: ['mcf'],
    reports: { mcfStake: { server: 'btc', ...STAKE, pool: 'mcf' } },
    log: { server: 'btc', call: 'getMcfStakeLog', of: 'account' },
    sign: { server: 'btc', call: 'getMcfSign', method: 'GET', programs: ['mcf'] },
  },
  zn: {
    pages: ['zn', 'znRecord'],
    pools: [],
    programs: ['zn'],
    reports: {
      znStake: {
        server: 'btc',
        contract: 'ZnVault',
        functions: ['deposit', 'depositWithInviter', 'depositWithPermit', 'mint'],
      },
    },
    log: { server: 'btc', call: 'getznStakeLog', of: 'account' },
    sign: { server: 'btc', call: 'getznSign', method: 'GET', programs: ['zn'] },
  },
  aaa: {
    pages: ['aaaJiJin'],
    pools: ['aaa'],
    programs: ['aaa'],
    reports: { stake: { server: 'main', ...STAKE, pool: 'aaa' } },
    log: { server: 'main', call: 'getFundInvestLogs', of: 'public' },
    sign: { server: 'btc', call: 'getASign', method: 'GET', programs: ['aaa'] },
  },
  passes: {
    pages: ['hidden'],
    pools: [],
    programs: [],
    reports: {
      transferNft: {
        server: 'main',
        contract: 'NodePass',
        functions: ['transferFrom', 'safeTransferFrom'],
      },
    },
    log: null,
    sign: null,
  },
} as const satisfies Record<string, Product>

export type ProductName = keyof typeof PRODUCTS
type Registered = (typeof PRODUCTS)[ProductName]

export type PoolKey = Registered['pools'][number]
export type ProgramKey = Registered['programs'][number]
export type ReportName = {
  [Name in ProductName]: keyof (typeof PRODUCTS)[Name]['reports'] & string
}[ProductName]
export type LogName = NonNullable<Registered['log']>['call']
export type SignName = NonNullable<Registered['sign']>['call']

const products: readonly Product[] = Object.values(PRODUCTS)

/** In display order. */
export const PRODUCT_NAMES = Object.keys(PRODUCTS) as readonly ProductName[]

/** The pools of StakingPools, in the order of their creation. */
export const POOL_KEYS = products.flatMap(({ pools }) => pools) as readonly string[] as readonly PoolKey[]

/** The programs of RewardVouchers, in the order of their creation. */
export const PROGRAM_KEYS = products.flatMap(
  ({ programs }) => programs,
) as readonly string[] as readonly ProgramKey[]

/** Pages that belong to no single product. */
export const COMMON_PAGES = ['safe', 'community', 'earn', 'rank', 'hidden1', 'start'] as const

export type PageName = Registered['pages'][number] | (typeof COMMON_PAGES)[number]

/** Every page by the name of its route, which follows `#/` in the address. */
export const PAGE_NAMES = [
  ...products.flatMap(({ pages }) => pages),
  ...COMMON_PAGES,
] as readonly string[] as readonly PageName[]

/** The page of `/` and of unknown addresses. */
export const HOME_PAGE: PageName = 'galx'

/** The menu, in display order. */
export const MENU_PAGES = [
  'galx',
  'index',
  'mcmEarn',
  'rank',
  'community',
  'safe',
] as const satisfies readonly PageName[]

/** The chip of the overview of all products. */
const OVERVIEW = 'earn'
export type ChipName =
  | typeof OVERVIEW
  | {
      [Name in ProductName]: (typeof PRODUCTS)[Name]['programs'] extends readonly [] ? never : Name
    }[ProductName]

/**
 * The row of chips on products' pages, in order: the overview, then each product that pays rewards. A chip leads to the first of
 * its pages, and is the current chip on all of them.
 */
export const CHIPS = [
  { name: OVERVIEW, pages: [OVERVIEW] },
  ...Object.entries<Product>(PRODUCTS).flatMap(([name, { pages, programs }]) =>
    programs.length > 0 ? [{ name, pages }] : [],
  ),
] as readonly { name: ChipName; pages: readonly string[] }[]

/** The calls that report transactions, by name, with the server and, for a stake, the pool. */
export const REPORT_CALLS = Object.fromEntries(
  products.flatMap(({ reports }) =>
    Object.entries(reports).map(([name, { server, pool }]) => [name, { server, pool: pool ?? null }]),
  ),
) as Readonly<Record<ReportName, { server: ServerName; pool: PoolKey | null }>>

/** The calls that list one product's history, by product. */
export const LOG_CALLS = Object.fromEntries(
  Object.entries<Product>(PRODUCTS).flatMap(([name, { log }]) => (log === null ? [] : [[name, log]])),
) as Readonly<Partial<Record<ProductName, { server: ServerName; call: LogName }>>>

/** The page of each pool's product. */
export const PAGE_OF_POOL = Object.fromEntries(
  products.flatMap(({ pages, pools }) => pools.map((pool) => [pool, pages[0]])),
) as Readonly<Record<PoolKey, PageName>>

/** A product by the key of its pool. */
export function productOfPool(pool: PoolKey): ProductName {
  const entries = Object.entries(PRODUCTS) as [ProductName, Product][]
  return entries.find(([, { pools }]) => pools.includes(pool))![0]
}

/** The product that a program rewards; the first product if several share the program. */
export function productOfProgram(program: ProgramKey): ProductName {
  const entries = Object.entries(PRODUCTS) as [ProductName, Product][]
  return entries.find(([, { programs }]) => programs.includes(program))![0]
}
