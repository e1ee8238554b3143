// Every test, from a fresh clone with Node.js and npm alone.
import { requireNode, installPackages } from './install.mjs'

requireNode()
installPackages()
const { ensureBrowser } = await import('./browser.mjs')
const { runSections } = await import('./sections.mjs')

const CHROMIUM_PATH = await ensureBrowser()
const vitest = (workspace) => ['npm', 'test', '--silent', '-w', workspace]

await runSections(
  [
    { name: 'types', command: ['node', 'scripts/types.mjs'] },
    { name: 'lint', command: ['npx', '--no-install', 'eslint', '--max-warnings', '0', '.'] },
    { name: 'format', command: ['npx', '--no-install', 'prettier', '--check', '--log-level', 'warn', '.'] },
    { name: 'contracts', command: ['npm', 'run', '--silent', 'test:contracts'] },
    { name: 'protocol', command: vitest('packages/protocol') },
    { name: 'server', command: vitest('server') },
    { name: 'operator', command: vitest('operator') },
    { name: 'web', command: vitest('web') },
    { name: 'stack', command: vitest('stack') },
    { name: 'end to end', command: vitest('e2e'), env: { CHROMIUM_PATH } },
  ],
  { closingLine: true },
)
