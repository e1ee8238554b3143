// The everyday check: types, lint, formatting, unit tests. Everything that needs no browser and no running stack.
import { requireNode, installPackages } from './install.mjs'
import { runSections } from './sections.mjs'

requireNode()
installPackages()
await runSections([
  { name: 'types', command: ['node', 'scripts/types.mjs'] },
  {
    name: 'lint',
    command: [
      'npx',
      '--no-install',
      'eslint',
      '--cache',
      '--cache-location',
      'node_modules/.cache/eslint/',
      '--max-warnings',
      '0',
      '.',
    ],
  },
  { name: 'format', command: ['npx', '--no-install', 'prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'unit tests', command: ['npm', 'run', 'test:unit', '--silent', '--workspaces', '--if-present'] },
])
