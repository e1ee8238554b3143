import { describe, expect, it } from 'vitest'
import { chineseTexts } from '../allTexts.ts'

const modules: Record<string, string> = import.meta.glob(
  ['../../src/**/*.{ts,tsx}', '!../../src/**/*exts.*.ts'],
  {
    eager: true,
    query: '?raw',
    import: 'default',
  },
)
/** The code of each file by its path below src, without comments: a text that only a comment names is not in use. */
const sources = Object.entries(modules).map(([path, code]) => ({
  path: path.replace('../../src/', ''),
  code: code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, ''),
}))

/** Texts that are looked up by a dynamic name. Each entry: the beginning of the texts' path, and where the name comes from. */
const BY_NAME: readonly [string, string][] = [
  ['i18n/agreedTexts ', 'agreed wording that no page needs yet; texts.test.ts holds it'],
  ['activity/announced/texts ', 'LogsVerdict and LogObstacle in core/chain/timelockLogs'],
  ['core/chain/comparing/texts contracts.', 'contracts of the configuration'],
  ['core/chain/comparing/texts functions.', 'functions of the contracts that are read'],
  ['core/chain/comparing/texts fields.', 'fields of their answers'],
  ['core/transactions/errorTexts contract.', 'custom errors of the contracts; core/texts.test.ts holds them'],
  ['core/transactions/errorTexts exchange.', 'reasons of the exchange’s contracts'],
  ['core/transactions/texts titles.', 'kept in a record by the product that made it'],
  ['core/transactions/texts deal.', 'kept in a record by the product that made it'],
  ['core/transactions/texts outcome.', 'kept in a record by core/transactions/calls'],
  ['core/transactions/texts state.', 'kept in a record by core/transactions/calls'],
  ['core/transactions/texts next.', 'kept in a record by core/transactions/calls'],
  ['bonuses/gateTexts names.', 'products of the registry'],
  ['bonuses/texts check.', 'results of bonuses/check'],
  ['bonuses/texts lateReasons.', 'answer of the server'],
  ['design/Chart/texts ranges.', 'ranges that the chart’s user offers'],
  ['pages/earn/texts totals.kinds.', 'answer of the server'],
  ['pages/names/texts ', 'pages of the registry'],
  ['pages/preparing/texts oldBrowser', 'index.html, by build/firstWords.ts'],
  ['pages/safe/texts contracts.names.', 'contracts of the configuration'],
  ['pages/safe/texts proof.figures.', 'slots of core/lightclient'],
  ['pages/safe/texts proof.nothing.', 'Trouble in core/lightclient/messages.ts'],
  ['pages/safe/texts proof.falseParts.', 'FalsePart in core/lightclient/header.ts'],
  ['pages/safe/texts release.unreachable', 'status in core/release'],
  ['pages/status/texts services.status.', 'answer of the server'],
  ['pages/status/texts epoch.lateReasons.', 'answer of the server'],
  ['shell/node/texts faults.', 'NodeFault in core/chain/testNode.ts'],
  ['shell/texts chips.', 'chips of the registry'],
  ['shell/wallet/texts chain.', 'ChainTrouble in core/state/appStore.ts'],
]

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** The code that may name a file's texts: code of its folder and code that imports them. */
function usersOf(texts: string): string {
  return sources
    .filter(
      ({ path, code }) =>
        folderOf(path) === folderOf(texts) ||
        [...code.matchAll(/from '([^']+)\.ts'/g)].some(
          ([, name]) => new URL(name ?? '', `file:///${path}`).pathname === `/${texts}`,
        ),
    )
    .map(({ code }) => code)
    .join('\n')
}

/** Every text by its path. */
function leaves(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  return Object.entries(value).flatMap(([key, child]) => leaves(child, [...path, key]))
}

function unused(texts: string): string[] {
  const code = usersOf(texts)
  const isNamed = (key: string) => new RegExp(`(?<![\\w$])${key}(?![\\w$])`).test(code)
  return leaves(chineseTexts[texts])
    .filter((path) => !path.every(isNamed))
    .map((path) => `${texts} ${path.join('.')}`)
    .filter((path) => !BY_NAME.some(([beginning]) => path.startsWith(beginning)))
}

describe('every text', () => {
  it('is named by the code that shows it, or looked up by a known dynamic name', () => {
    expect(Object.keys(chineseTexts).flatMap(unused)).toEqual([])
  })
})
