/**
 * Which of our folders may import which: docs/architecture.md ("The house") as a lint rule. An import out of a folder of
 * this list leads only where the folder's entries let it, relative or by package name, static or dynamic.
 */
import { readdirSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

const PROTOCOL = 'packages/protocol'
const under = (parent, ...folders) => folders.map((folder) => `${parent}/${folder}`)
/** The folders inside `parent`, as siblings that must not import each other. */
const siblings = (parent) =>
  readdirSync(resolve(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${parent}/${name}`)

/** `may`: only there; `types`: there as well, for types alone; `never`: anywhere but there. All matching entries hold. */
const LAYERS = [
  // The workspaces. Tests and benchmarks also take what they test with.
  { from: [PROTOCOL, 'contracts'], may: [] },
  { from: ['operator/src', 'server/src', 'web/src'], may: [PROTOCOL] },
  { from: ['stack/src'], may: [PROTOCOL, 'operator/src'] },
  { from: ['operator/test'], may: [PROTOCOL, 'operator/src', 'stack/src'] },
  { from: ['server/test', 'server/bench'], may: [PROTOCOL, 'server', 'stack/src', 'operator/src'] },
  { from: ['stack/test'], may: [PROTOCOL, 'operator/src', 'stack/src'] },
  { from: ['web/test'], may: [PROTOCOL, 'web', 'stack/src'] },
  { from: ['e2e'], may: [PROTOCOL, 'web/src/i18n', /^web\/src\/.*[tT]exts\.(zh|en)\.ts$/] },
  { from: ['bench'], may: [PROTOCOL, 'e2e/src'] },
  { from: ['scripts'], may: ['stack/src'] },

  // The server: platform and chain below, then what each folder is about, the two programs (api, indexer) on top.
  { from: ['server/src/platform'], may: [PROTOCOL, 'server/src/chain/chainReader.ts'] },
  {
    from: ['server/src/chain'],
    may: [
      PROTOCOL,
      ...under('server/src', 'platform', 'staking/events.ts', 'accounts/signIn/verifySignature.ts'),
    ],
  },
  {
    from: under('server/src', 'accounts', 'community', 'activity', 'announcements', 'reports', 'staking'),
    never: ['server/src/indexer/command.ts', 'server/src/api/startApi.ts', 'server/src/api/routeLists.ts'],
  },
  { from: ['server/src/indexer'], never: under('server/src', 'api', 'accounts', 'reports', 'activity') },

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
      'shell',
      'products',
      'pages',
      'routes',
    ),
  },
  {
    from: ['web/src/demo'],
    never: under('web/src', 'staking', 'activity', 'invitation', 'shell', 'products', 'pages', 'routes'),
  },
  {
    from: under('web/src', 'staking', 'activity', 'invitation'),
    never: under('web/src', 'shell', 'products', 'pages', 'routes'),
  },
  { from: ['web/src/shell'], never: under('web/src', 'products', 'pages', 'staking') },
  {
    from: [...siblings('web/src/products'), ...siblings('web/src/pages')],
    never: under('web/src', 'products', 'pages', 'routes'),
  },

  // The programs of the command line.
  { from: under('operator/src', 'networks', 'deploy', 'verify'), never: ['operator/src/commands'] },
  {
    from: under('stack/src', 'chain', 'database', 'demo', 'process', 'web'),
    never: ['stack/src/supervisor'],
  },
]

const RULES = LAYERS.flatMap(({ from, ...rule }) => from.map((folder) => ({ folder, ...rule })))

/** @param place a folder, a file, or a pattern of files */
const isIn = (path, place) =>
  place instanceof RegExp ? place.test(path) : path === place || path.startsWith(`${place}/`)
const posix = (path) => relative(root, path).split(sep).join('/')

/** @returns the path that an import leads to, from the repository's root; null where it is none of ours */
function target(file, source) {
  if (source.startsWith('.')) {
    const path = posix(resolve(dirname(file), source))
    return isIn(path, 'node_modules') ? null : path
  }
  const [, name, rest] = /^@galx\/([^/]+)(?:\/(.*))?$/.exec(source) ?? []
  if (name === undefined) return null
  const workspace = name === 'protocol' ? PROTOCOL : name
  return `${workspace}/src/${rest ?? ''}`
}

const allows = ({ may, types = [], never = [] }, path, typeOnly) =>
  !never.some((folder) => isIn(path, folder)) &&
  (may === undefined || [...may, ...(typeOnly ? types : [])].some((folder) => isIn(path, folder)))

const isTypeOnly = ({ type, importKind, exportKind, specifiers = [] }) =>
  type === 'TSImportType' ||
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers.length > 0 && specifiers.every((one) => (one.importKind ?? one.exportKind) === 'type'))

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
