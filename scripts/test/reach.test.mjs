/** The files that a folder reaches through others, on graphs of a few files. */
import { expect, it } from 'vitest'
import { readImports } from '../lint/circles.mjs'
import { RULES } from '../lint/layers.mjs'
import { findForbidden } from '../lint/reach.mjs'

const rules = [{ folder: 'core', never: ['pages', 'app/start.ts'] }]

function found(imports) {
  return findForbidden(new Map(Object.entries(imports)), rules).map(({ path }) => path.join(' '))
}

it('finds a forbidden file behind an allowed file, and names the path', () => {
  expect(found({ 'core/a.ts': ['app/b.ts'], 'app/b.ts': ['pages/c.ts'], 'pages/c.ts': [] })).toEqual([
    'core/a.ts app/b.ts pages/c.ts',
  ])
  expect(found({ 'core/a.ts': ['app/start.ts'], 'app/start.ts': [] })).toEqual(['core/a.ts app/start.ts'])
})

it('names each forbidden import once, even if many files reach it, and ends despite a cycle', () => {
  const imports = {
    'core/a.ts': ['core/b.ts'],
    'core/b.ts': ['core/a.ts', 'app/c.ts'],
    'app/c.ts': ['pages/d.ts'],
  }
  expect(found(imports)).toEqual(['core/b.ts app/c.ts pages/d.ts'])
})

it('reports nothing for folders that no rule forbids', () => {
  expect(
    found({ 'core/a.ts': ['app/b.ts'], 'app/b.ts': ['core/c.ts'], 'pages/d.ts': ['core/a.ts'] }),
  ).toEqual([])
})

it('finds an import in our own files that would break a rule', () => {
  const imports = readImports()
  expect(findForbidden(imports, RULES)).toEqual([])
  const machine = 'web/src/core/transactions/machine.ts'
  imports.set(machine, [...imports.get(machine), 'web/src/routes/routes.ts'])
  const folders = findForbidden(imports, RULES).map(({ folder, path }) => `${folder}: ${path.at(-1)}`)
  expect(folders).toContain('web/src/core: web/src/routes/routes.ts')
  expect(folders).toContain('web/src/staking: web/src/routes/routes.ts')
})

it('finds the server and a database’s driver behind the audit and its command, even through a file that may be imported', () => {
  const between = 'cli/src/commands/connection.ts'
  for (const [from, to] of [
    ['operator/src/audit/world.ts', 'server/src/ledger/rules.ts'],
    ['cli/src/commands/audit.ts', 'node_modules/postgres'],
    [between, 'server/src/ledger/rules.ts'],
    [between, 'node_modules/pg'],
  ]) {
    const imports = readImports()
    expect(imports.get('cli/src/commands/audit.ts')).toContain(between)
    imports.set(from, [...imports.get(from), to])
    const ways = findForbidden(imports, RULES).map(({ path }) => path.join(' '))
    expect(
      ways.some((way) => way.startsWith('cli/src/commands/audit.ts') && way.endsWith(`${from} ${to}`)),
    ).toBe(true)
  }
})

it('follows imports of other workspaces by their names, and packages', () => {
  const ours = readImports().get('cli/src/commands/publish.ts')
  expect(ours.some((file) => file.startsWith('server/src/'))).toBe(true)
  expect(readImports().get('server/src/platform/database/connection.ts')).toContain('node_modules/postgres')
})
