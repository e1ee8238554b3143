// The sections of `npm test`: their commands, their needs, and the names that select them.
function workspaceTests(workspace) {
  return ['npm', 'test', '--silent', '-w', workspace]
}
function contracts(script) {
  return ['npm', 'run', '--silent', script, '-w', 'contracts']
}

/** Runs a browser, a chain, a database and the product's programs. */
function endToEnd(part, portBase) {
  return {
    name: `end to end, ${part}`,
    group: 'e2e',
    command: workspaceTests('e2e'),
    env: { E2E_PART: part, E2E_PORT_BASE: String(portBase) },
    memory: 3,
    browser: true,
  }
}

/**
 * The longest sections come first.
 * `group` is another name that selects the section. A section with `browser` needs a Chromium.
 * @type {(import('./sections.mjs').Section & {group?: string, browser?: boolean})[]}
 */
export const TEST_SECTIONS = [
  endToEnd('app', 18_800),
  endToEnd('products', 18_850),
  { name: 'server', command: workspaceTests('server'), memory: 3 },
  { name: 'cli', command: workspaceTests('cli'), memory: 2 },
  { name: 'stack', command: workspaceTests('stack'), memory: 2 },
  { name: 'contracts', command: contracts('test:everyday'), memory: 2 },
  { name: 'release build', group: 'contracts', command: contracts('test:release'), memory: 2 },
  { name: 'operator', command: workspaceTests('operator') },
  // Reads the gas figures of the release build. The section `release build` writes their files, so it must have ended.
  { name: 'web', command: workspaceTests('web'), memory: 2, after: ['release build'] },
  { name: 'lifeboat', command: workspaceTests('lifeboat') },
  { name: 'drill', command: workspaceTests('drill') },
  { name: 'modelchain', command: workspaceTests('packages/modelchain') },
  { name: 'protocol', command: workspaceTests('packages/protocol') },
  { name: 'scripts', command: ['npm', 'run', '--silent', 'test:scripts'] },
  {
    name: 'lint',
    group: 'checks',
    command: ['npx', '--no-install', 'eslint', '--max-warnings', '0', '.'],
    memory: 2,
  },
  {
    name: 'lint with types',
    group: 'checks',
    command: ['node', 'scripts/lintWithTypes.mjs'],
    memory: 2,
  },
  { name: 'types', group: 'checks', command: ['node', 'scripts/types.mjs'], memory: 2 },
  { name: 'browsers', group: 'checks', command: ['npm', 'run', '--silent', 'browsers', '-w', 'web'] },
  { name: 'structure', group: 'checks', command: ['node', 'scripts/structure.mjs'] },
  {
    name: 'format',
    group: 'checks',
    command: ['npx', '--no-install', 'prettier', '--check', '--log-level', 'warn', '.'],
  },
]

/** @returns the named sections and groups, by default all; an unknown name ends the program with one line */
export function chooseSections(names) {
  const isNamed = ({ name, group }) => names.length === 0 || names.includes(name) || names.includes(group)
  const known = new Set(TEST_SECTIONS.flatMap(({ name, group }) => (group ? [name, group] : [name])))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    console.error(`No test section ${unknown.join(', ')}: there are ${[...known].sort().join(', ')}.`)
    process.exit(1)
  }
  return TEST_SECTIONS.filter(isNamed)
}
