// Writes docs/promises.md: the titles of the browser tests, with one heading per file. `npm run promises`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const TESTS = 'e2e/tests'
export const PROMISES = 'docs/promises.md'

const HEADING = `# Promises

Titles of the browser tests in \`${TESTS}\`, which use the whole stack. \`npm run promises\` writes this page. For the contracts see their
[invariants](../contracts/test/invariant/README.md), for the servers the [threat model](threat-model.md).
`

/** @returns the titles of a test file in order, without the parts that a loop fills in */
export function titlesIn(text) {
  const titles = [...text.matchAll(/\btest\(\s*(['`])(.+?)\1,/g)].map(([, , title]) => title)
  return titles.map((title) =>
    title.replaceAll(/ \([^()]*\$\{[^()]*\)|, with \$\{.*$/g, '').replaceAll(/\$\{\w+\}/g, '…'),
  )
}

/** @returns the page */
export function promisesPage() {
  const files = readdirSync(join(root, TESTS), { recursive: true })
    .filter((file) => file.endsWith('.spec.ts'))
    .sort()
  const parts = files.map((file) => {
    const titles = titlesIn(readFileSync(join(root, TESTS, file), 'utf8'))
    return `\n## ${basename(file, '.spec.ts')}\n${titles.map((title) => `- ${title}`).join('\n')}\n`
  })
  return HEADING + parts.join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(root, PROMISES), promisesPage())
