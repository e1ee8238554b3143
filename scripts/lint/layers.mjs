/**
 * The allowed imports between folders: docs/architecture.md ("Where things live") as a lint rule. An import from a folder in this list may lead only
 * to the places that the folder's entries allow. This holds for relative paths and package names, and for static and dynamic imports. The rule checks
 * each import alone. reach.mjs also applies `never` to indirect imports.
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

/**
 * The server's floors, lowest first. A folder imports from lower floors, and nothing from its own floor. Code that two features share lies in
 * `ledger` (queries of the tables) or in `http` (tools for routes).
 */
const FLOORS = [
  ['platform'],
  ['chain'],
  ['ledger'],
  ['http'],
  ['accounts', 'activity', 'announcements', 'community', 'products', 'rewards', 'staking', 'timelock'],
  ['signer'],
  ['indexer'],
  ['api'],
].map((rooms) => under('server/src', ...rooms))

const otherPages = siblings('web/src/pages').filter((folder) => folder !== 'web/src/pages/names')

/**
 * The places that `from` may import. `may`: the only allowed places. `types`: further places, for types only. `never`: the forbidden
 * places. A place is a folder, a file, a pattern of files, or a package (`node_modules/NAME`), which only `never` checks. All matching
 * entries apply.
 */
const LAYERS = [
  // The workspaces. Tests and benchmarks may also import their tools.
  { from: [PROTOCOL, MODEL_CHAIN, 'contracts'], may: [] },
  { from: ['server/src', 'web/src', 'lifeboat/src'], may: [PROTOCOL] },
  { from: ['operator/src'], may: [PROTOCOL, 'operator/plans'] },
  // The command line stands above operator and server.
  { from: ['cli/src'], may: [PROTOCOL, 'operator/src', 'server/src'] },
  { from: ['stack/src'], may: [PROTOCOL, 'operator/src'] },
  { from: ['operator/test'], may: [PROTOCOL, 'operator/src', 'stack/src'] },
  {
    from: ['cli/test'],
    may: [
      PROTOCOL,
      MODEL_CHAIN,
      'cli/src',
      'operator/src',
      'operator/test',
      'server/src',
      'server/test',
      'stack/src',
    ],
  },
  {
    from: ['server/test'],
    // The two engines are compared with each other.
    may: [PROTOCOL, MODEL_CHAIN, 'server', 'stack/src', 'operator/src', 'operator/test/audit/rawEvents.ts'],
  },
  { from: ['stack/test'], may: [PROTOCOL, 'operator/src', 'stack/src'] },
  { from: ['lifeboat/test'], may: [PROTOCOL, 'lifeboat/src', 'stack/src'] },
  { from: ['web/test'], may: [PROTOCOL, 'web', 'stack/src'] },
  // Tests look for the app's texts on the screen, and use the table of old browsers. A single node is started like in the stack.
  {
    from: ['e2e'],
    may: [
      PROTOCOL,
      /^stack\/src\/chain\/startChain/,
      /^web\/src\/.*[tT]exts\.(zh|en|vi)\.ts$/,
      'web/build/lacking.ts',
      // The light client's headers, as its own tests write and read them.
      'web/src/core/lightclient',
      'web/test/core/lightclient',
    ],
  },
  {
    from: ['bench'],
    may: [PROTOCOL, MODEL_CHAIN, 'operator', 'server', 'stack/src', 'e2e/src', 'web/build/size.ts'],
  },
  { from: ['drill'], may: [PROTOCOL, 'operator/src', 'stack/src'] },
  { from: ['examples'], may: [PROTOCOL] },
  { from: ['scripts'], may: ['stack/src', 'stack/build.mjs'] },

  ...FLOORS.map((rooms, floor) => ({ from: rooms, may: [PROTOCOL, ...FLOORS.slice(0, floor).flat()] })),
  // A product must not import another product.
  ...siblings('server/src/products').map((folder) => ({
    from: [folder],
    never: siblings('server/src/products').filter((other) => other !== folder),
  })),
  {
    from: ['server/src/indexer/engine'],
    never: under(
      'server/src',
      'staking',
      'products',
      'rewards',
      'timelock',
      'signer',
      'indexer/sources.ts',
      'indexer/command.ts',
    ),
  },
  // A call reads its settings from its context, never from the environment.
  {
    from: siblings('server/src')
      .flatMap((folder) => (folder === 'server/src/products' ? siblings(folder) : [folder]))
      .map((folder) => `${folder}/routes`),
    never: ['server/src/platform/environment.ts', 'server/src/api/configuration.ts'],
  },

  // The app, from the inside out.
  { from: ['web/src/core/money'], may: [PROTOCOL] },
  {
    from: ['web/src/i18n'],
    may: ['packages/protocol/src/languages', 'web/src/core/money'],
    types: ['web/src/design'],
  },
  { from: ['web/src/design'], may: ['web/src/i18n', 'web/src/builtIns'] },
  {
    from: ['web/src/core'],
    never: under(
      'web/src',
      'design',
      'staking',
      'swap',
      'zap',
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
      'swap',
      'zap',
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
    from: under('web/src', 'staking', 'swap', 'zap', 'activity', 'invitation', 'passes', 'bonuses'),
    never: under('web/src', 'shell', 'products', 'pages', 'routes'),
  },
  // The kits of staking and swapping do not know each other's composition.
  { from: ['web/src/staking'], never: under('web/src', 'swap', 'zap') },
  { from: ['web/src/swap'], never: ['web/src/zap'] },
  { from: ['web/src/shell'], never: under('web/src', 'products', 'pages', 'routes', 'staking') },
  // `pages/names` is not a page: it has the short name of every page, for rails and menus.
  {
    from: [...siblings('web/src/products'), ...siblings('web/src/pages')],
    never: ['web/src/products', ...otherPages, 'web/src/routes'],
  },

  // The second engine computes bonuses again. It shares with the first only ABIs, the typed data of vouchers, the list of
  // views that are compared with the logs, and types. Rules, canonical bytes, arithmetic and expected figures are its own.
  {
    from: ['operator/src/audit'],
    may: [
      ...under(PROTOCOL, 'src/abi', 'src/voucher', 'src/checksum', 'src/checksumReads'),
      ...under('operator/src', 'chain/mapConcurrently.ts', 'verify/logs.ts', 'fetchWithRetry.ts'),
    ],
    types: [PROTOCOL],
    never: ['server', 'web'],
  },
  // The co-signer's commands, with their options and the loop that follows the chain, belong to the second engine: no server code, no database.
  {
    from: ['cli/src/commands/audit.ts', 'cli/src/commands/cosign.ts'],
    never: ['server/src', ...under('node_modules', 'postgres', 'pg')],
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

/** @returns the path to which an import leads, from the repository's root; a package is a folder in node_modules */
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
