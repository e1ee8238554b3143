/**
 * Which of our folders may import which: docs/architecture.md ("Where things live") as a lint rule. An import out of a
 * folder of this list leads only where the folder's entries let it, relative or by package name, static or dynamic.
 * The rule judges each import alone; reach.mjs applies `never` to what a folder reaches through others, too.
 */
import { readdirSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

const PROTOCOL = 'packages/protocol'
const MODEL_CHAIN = 'packages/modelchain'
function under(parent, ...folders) {
  return folders.map((folder) => `${parent}/${folder}`)
}
/** The folders inside `parent`, as siblings that must not import each other. */
function siblings(parent) {
  return readdirSync(resolve(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`)
}

const SERVER_BASE = under('server/src', 'platform', 'chain')
/** What a route is written with. */
const ROUTE = under('server/src/api', 'route.ts', 'context.ts', 'cursor.ts', 'address.ts', 'asOf.ts')
/** What a source is written with. */
const SOURCE = under(
  'server/src',
  'indexer/engine/source.ts',
  'community/forest.ts',
  'activity/activityRows.ts',
  'weights',
)

/** What the operator's commands take of the server, so that a person and a process do the same thing by the same code. */
const OPERATED = under(
  'server/src',
  'announcements/announcements.ts',
  'chain/rpc',
  'indexer/reindexCommand.ts',
  'indexer/engine',
  'platform',
  'rewards/lateness.ts',
  'signer',
  'status/tablesStanding.ts',
)

/**
 * `may`: only there; `types`: there as well, for types alone; `never`: anywhere but there. A place is a folder, a file or a
 * pattern of files, or a package (`node_modules/NAME`), which `never` alone judges. All matching entries hold.
 */
const otherPages = siblings('web/src/pages').filter((folder) => folder !== 'web/src/pages/names')

const LAYERS = [
  // The workspaces. Tests and benchmarks also take what they test with.
  { from: [PROTOCOL, MODEL_CHAIN, 'contracts'], may: [] },
  { from: ['server/src', 'web/src'], may: [PROTOCOL] },
  { from: ['operator/src'], may: [PROTOCOL, ...OPERATED] },
  { from: ['stack/src'], may: [PROTOCOL, 'operator/src'] },
  { from: ['operator/bench'], may: [PROTOCOL, 'operator/src'] },
  { from: ['operator/test'], may: [PROTOCOL, 'operator/src', 'stack/src'] },
  {
    from: ['server/test', 'server/bench'],
    // The two engines are held against each other.
    may: [PROTOCOL, MODEL_CHAIN, 'server', 'stack/src', 'operator/src', 'operator/test/audit/rawEvents.ts'],
  },
  { from: ['stack/test'], may: [PROTOCOL, 'operator/src', 'stack/src'] },
  { from: ['web/test'], may: [PROTOCOL, 'web', 'stack/src'] },
  // The texts of the app are what its tests look for on the screen. A node alone is started as the stack starts it.
  { from: ['e2e'], may: [PROTOCOL, /^stack\/src\/chain\/startChain/, /^web\/src\/.*[tT]exts\.(zh|en)\.ts$/] },
  { from: ['bench'], may: [PROTOCOL, 'e2e/src', 'web/build/size.ts'] },
  { from: ['drill'], may: [PROTOCOL, 'operator/src', 'stack/src'] },
  { from: ['scripts'], may: ['stack/src', 'stack/build.mjs'] },

  // The server: platform below all, then chain, then what each folder is about, then the two programs (api, indexer).
  { from: ['server/src/platform'], may: [PROTOCOL] },
  { from: ['server/src/chain'], may: [PROTOCOL, 'server/src/platform'] },
  // What the indexer writes and what the calls read: each folder knows those named here, and of the indexer what a source is.
  { from: ['server/src/weights'], may: [PROTOCOL, ...SERVER_BASE, 'server/src/community/forest.ts'] },
  { from: ['server/src/announcements'], may: [PROTOCOL, ...SERVER_BASE, ...ROUTE] },
  {
    from: ['server/src/status'],
    may: [
      PROTOCOL,
      ...SERVER_BASE,
      ...ROUTE,
      ...under('server/src', 'rewards/lateness.ts', 'bonuses/secondEngine.ts'),
    ],
  },
  { from: ['server/src/accounts'], may: [PROTOCOL, ...SERVER_BASE, ...ROUTE, 'server/src/bonuses/rules.ts'] },
  {
    from: ['server/src/community'],
    may: [
      PROTOCOL,
      ...SERVER_BASE,
      ...ROUTE,
      ...under('server/src', 'accounts', 'rewards/accountBonuses.ts', 'indexer/engine/agreedEpochs.ts'),
    ],
  },
  {
    from: ['server/src/staking'],
    may: [PROTOCOL, ...SERVER_BASE, ...ROUTE, ...SOURCE, 'server/src/reports/reportedCall.ts'],
  },
  {
    from: ['server/src/rewards'],
    may: [
      PROTOCOL,
      ...SERVER_BASE,
      ...ROUTE,
      ...SOURCE,
      ...under(
        'server/src',
        'reports/reportedCall.ts',
        'indexer/engine/agreedEpochs.ts',
        'bonuses/epochFile.ts',
      ),
    ],
  },
  { from: ['server/src/timelock'], may: [PROTOCOL, ...SERVER_BASE, ...ROUTE, ...SOURCE] },
  {
    from: siblings('server/src/products'),
    may: [
      PROTOCOL,
      ...SERVER_BASE,
      ...ROUTE,
      ...SOURCE,
      'server/src/reports/reportedCall.ts',
      ...under('server/src/activity', 'activityList.ts', 'routes/activity.ts'),
    ],
  },
  {
    from: ['server/src/reports'],
    may: [PROTOCOL, ...SERVER_BASE, ...ROUTE, ...under('server/src', 'staking', 'products')],
  },
  {
    from: ['server/src/activity'],
    may: [PROTOCOL, ...SERVER_BASE, ...ROUTE, ...under('server/src', 'community/forest.ts', 'reports')],
  },
  // The first engine of the bonuses. The second one is operator/src/audit.
  {
    from: ['server/src/bonuses'],
    may: [
      PROTOCOL,
      ...SERVER_BASE,
      ...SOURCE,
      ...under('server/src', 'indexer/engine/epochs.ts', 'community/foldTotals.ts', 'rewards'),
    ],
  },
  {
    from: ['server/src/indexer'],
    may: [
      PROTOCOL,
      ...SERVER_BASE,
      ...under(
        'server/src',
        'activity/activityRows.ts',
        'activity/historyLengths.ts',
        'community',
        'weights',
        'staking',
        'products',
        'rewards',
        'bonuses',
        'timelock',
        'signer/chainFacts.ts',
        'signer/tables.ts',
      ),
    ],
  },
  {
    from: ['server/src/signer'],
    may: [
      PROTOCOL,
      ...SERVER_BASE,
      ...under(
        'server/src',
        'indexer/engine/agreedEpochs.ts',
        'bonuses/epochFile.ts',
        'bonuses/secondEngine.ts',
        'accounts/signIn/verifySignature.ts',
      ),
    ],
  },
  {
    from: ['server/src/indexer/engine'],
    never: under(
      'server/src',
      'staking',
      'products',
      'rewards',
      'bonuses',
      'timelock',
      'signer',
      'indexer/sources.ts',
      'indexer/command.ts',
    ),
  },
  // A call takes what it needs from its context, never from the environment.
  {
    from: siblings('server/src')
      .flatMap((folder) => (folder === 'server/src/products' ? siblings(folder) : [folder]))
      .map((folder) => `${folder}/routes`),
    never: ['server/src/platform/environment.ts', 'server/src/api/configuration.ts'],
  },

  // The app, from the inside out.
  { from: ['web/src/core/money'], may: [PROTOCOL] },
  { from: ['web/src/i18n'], may: ['web/src/core/money'], types: ['web/src/design'] },
  { from: ['web/src/design'], may: ['web/src/i18n'] },
  {
    from: ['web/src/core'],
    never: under(
      'web/src',
      'design',
      'staking',
      'activity',
      'invitation',
      'passes',
      'bonuses',
      'shell',
      'products',
      'pages',
      'routes',
      'app',
    ),
  },
  {
    from: ['web/src/demo'],
    never: under(
      'web/src',
      'staking',
      'activity',
      'invitation',
      'passes',
      'bonuses',
      'shell',
      'products',
      'pages',
      'routes',
      'app',
    ),
  },
  {
    from: under('web/src', 'staking', 'activity', 'invitation', 'passes', 'bonuses'),
    never: under('web/src', 'shell', 'products', 'pages', 'routes'),
  },
  { from: ['web/src/shell'], never: under('web/src', 'products', 'pages', 'routes', 'staking') },
  // `pages/names` is no page: it holds the short name of every page, for rails and menus.
  {
    from: [...siblings('web/src/products'), ...siblings('web/src/pages')],
    never: ['web/src/products', ...otherPages, 'web/src/routes'],
  },

  // The programs of the command line.
  {
    from: under(
      'operator/src',
      'networks',
      'deploy',
      'verify',
      'audit',
      'export',
      'chain',
      'funding',
      'safe',
      'kit',
    ),
    never: ['operator/src/commands', 'operator/src/doctor', 'server'],
  },
  // The second engine computes bonuses once more. Of what the first one uses it takes ABIs, the typed data of vouchers, the list of
  // views that are compared with the logs, and types: rules, canonical bytes, arithmetic and the figures it expects are its own.
  {
    from: ['operator/src/audit'],
    may: [
      ...under(PROTOCOL, 'src/abi', 'src/voucher', 'src/checksum', 'src/checksumReads'),
      ...under('operator/src', 'chain/mapAhead.ts', 'verify/logs.ts', 'fetchWithRetry.ts'),
    ],
    types: [PROTOCOL],
    never: ['server', 'web'],
  },
  // Its command, with the options and the loop that follows the chain, is a part of it: no code of the server, and no database.
  {
    from: ['operator/src/audit', 'operator/src/commands/audit.ts'],
    never: ['server', ...under('node_modules', 'postgres', 'pg')],
  },
  {
    from: under('stack/src', 'chain', 'database', 'demo', 'process', 'web'),
    never: ['stack/src/supervisor'],
  },
]

export const RULES = LAYERS.flatMap(({ from, ...rule }) => from.map((folder) => ({ folder, ...rule })))

/** @param place a folder, a file, or a pattern of files */
export function isIn(path, place) {
  return place instanceof RegExp ? place.test(path) : path === place || path.startsWith(`${place}/`)
}
function posix(path) {
  return relative(root, path).split(sep).join('/')
}

/** @returns the path that an import leads to, from the repository's root; a package is a folder in node_modules */
function target(file, source) {
  if (source.startsWith('.')) {
    const path = posix(resolve(dirname(file), source))
    return isIn(path, 'node_modules') ? null : path
  }
  const [, name, rest] = /^@galx\/([^/]+)(?:\/(.*))?$/.exec(source) ?? []
  if (name === undefined) return `node_modules/${source}`
  const workspace = ['protocol', 'modelchain'].includes(name) ? `packages/${name}` : name
  return `${workspace}/src/${rest ?? ''}`
}

function allows({ may, types = [], never = [] }, path, typeOnly) {
  return (
    !never.some((folder) => isIn(path, folder)) &&
    (may === undefined ||
      isIn(path, 'node_modules') ||
      [...may, ...(typeOnly ? types : [])].some((place) => isIn(path, place)))
  )
}

function isTypeOnly({ type, importKind, exportKind, specifiers = [] }) {
  return (
    type === 'TSImportType' ||
    importKind === 'type' ||
    exportKind === 'type' ||
    (specifiers.length > 0 && specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type'))
  )
}

export const layers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      crossed: '{{folder}} may not import {{path}}: see scripts/lint/layers.mjs and docs/architecture.md.',
    },
  },
  create(context) {
    const from = posix(context.filename)
    const rules = RULES.filter(({ folder }) => isIn(from, folder))
    const check = (node) => {
      const path = typeof node.source?.value === 'string' ? target(context.filename, node.source.value) : null
      if (path === null) return
      const crossed = rules.find((rule) => !isIn(path, rule.folder) && !allows(rule, path, isTypeOnly(node)))
      if (crossed !== undefined)
        context.report({ node, messageId: 'crossed', data: { folder: crossed.folder, path } })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    }
  },
}
