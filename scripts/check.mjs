// The everyday check: types, lint, structure, formatting, unit tests. Needs no browser and no running stack.
import { requireNode, installPackages } from './install.mjs'
import { refuseProxy } from './proxy.mjs'

requireNode()
refuseProxy()
installPackages()
const { runSections } = await import('./sections.mjs')
function cachedIn(path) {
  return ['--cache', '--cache-location', `node_modules/.cache/${path}`]
}

await runSections([
  // The longest sections come first.
  ...['web', 'server', 'packages/protocol', 'packages/modelchain'].map((workspace) => ({
    name: `unit tests, ${workspace}`,
    command: ['npm', 'run', 'test:unit', '--silent', '-w', workspace],
  })),
  {
    name: 'lint',
    command: ['npx', '--no-install', 'eslint', ...cachedIn('eslint/'), '--max-warnings', '0', '.'],
    memory: 2,
  },
  { name: 'lint with types', command: ['node', 'scripts/lintWithTypes.mjs'], memory: 2 },
  { name: 'types', command: ['node', 'scripts/types.mjs'], memory: 2 },
  { name: 'browsers', command: ['npm', 'run', '--silent', 'browsers', '-w', 'web'] },
  { name: 'structure', command: ['node', 'scripts/structure.mjs'] },
  { name: 'scripts', command: ['npm', 'run', '--silent', 'test:scripts'] },
  {
    name: 'format',
    command: [
      'npx',
      '--no-install',
      'prettier',
      '--check',
      '--log-level',
      'warn',
      ...cachedIn('prettier/.check-cache'),
      '.',
    ],
  },
])
