/**
 * Which of our folders may import which: docs/architecture.md ("The house") as a lint rule. An import out of a folder of
 * this list leads only where the folder's entries let it, relative or by package name, static or dynamic.
 */
import { readdirSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

const PROTOCOL = 'packages/protocol'
const under = (parent, ...folders) => folders.map((folder) => `${parent}/${folder}`)
const features = readdirSync(resolve(root, 'web/src/features'), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)

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
  { from: ['e2e'], may: [PROTOCOL, 'web/src/i18n'] },
  { from: ['bench'], may: [PROTOCOL, 'e2e/src'] },
  { from: ['scripts'], may: ['stack/src'] },

  // The server. Indexer and API meet only in the database layer.
  {
    from: ['server/src/database'],
    may: [PROTOCOL, ...under('server/src', 'environment.ts', 'signIn/inviteCode.ts')],
    types: ['server/src/indexer'],
  },
  { from: ['server/src/indexer'], may: [PROTOCOL, ...under('server/src', 'database', 'environment.ts')] },
  { from: ['server/src/sessions'], may: ['server/src/database'] },
  { from: ['server/src/signIn'], may: [PROTOCOL, ...under('server/src', 'database', 'http', 'sessions')] },
  {
    from: ['server/src/http'],
    may: [PROTOCOL, 'server/src/api/chainReader.ts'],
    types: ['server/src/database'],
  },
  {
    from: ['server/src/reports'],
    may: [PROTOCOL, ...under('server/src', 'database', 'http', 'api/chainReader.ts')],
    types: ['server/src/api/context.ts'],
  },
  {
    from: ['server/src/api'],
    may: [
      PROTOCOL,
      ...under('server/src', 'database', 'environment.ts', 'http', 'reports', 'sessions', 'signIn'),
    ],
  },
  { from: ['server/src/api/routes'], never: under('server/src', 'environment.ts', 'sessions') },

  // The app, from the inside out.
  { from: ['web/src/money'], may: [PROTOCOL] },
  { from: ['web/src/i18n'], may: ['web/src/money'], types: ['web/src/design'] },
  { from: ['web/src/design'], may: ['web/src/i18n'] },
  {
    from: under('web/src', 'state', 'wallet', 'chain', 'transactions', 'session', 'api', 'config'),
    never: under('web/src', 'design', 'invitation', 'shell', 'features', 'routes'),
  },
  { from: ['web/src/demo'], never: under('web/src', 'invitation', 'shell', 'features', 'routes') },
  { from: ['web/src/invitation'], never: under('web/src', 'shell', 'features', 'routes') },
  { from: ['web/src/shell'], never: ['web/src/features'] },
  {
    from: features.map(({ name }) => `web/src/features/${name}`),
    never: under('web/src', 'features', 'routes'),
  },

  // The programs of the command line.
  { from: under('operator/src', 'networks', 'deploy', 'verify'), never: ['operator/src/commands'] },
  {
    from: under('stack/src', 'chain', 'database', 'demo', 'process', 'web'),
    never: ['stack/src/supervisor'],
  },
]

const RULES = LAYERS.flatMap(({ from, ...rule }) => from.map((folder) => ({ folder, ...rule })))

const isIn = (path, folder) => path === folder || path.startsWith(`${folder}/`)
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
