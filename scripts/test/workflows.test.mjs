/** A tag of an action can be moved to other code. So each workflow names the commit, and the tag beside it for people and for Dependabot. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../install.mjs'

const files = execFileSync('git', ['ls-files', '.github'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.ya?ml$/.test(file))

/** @returns the lines that use an action of others without naming its commit and its version */
function unpinned(text) {
  return text
    .split('\n')
    .filter((line) => /^\s*(?:- )?uses:/.test(line))
    .filter((line) => !/uses: (?:\.\/\S+|[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/.test(line))
}

it('each workflow names the commits of the actions that it uses', () => {
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  expect(texts.flatMap(unpinned)).toEqual([])
  // The same action is the same commit everywhere.
  const used = new Set(texts.flatMap((text) => text.match(/[\w.-]+\/[\w./-]+@[0-9a-f]{40} # \S+/g) ?? []))
  expect(used.size).toBeGreaterThan(0)
  expect(new Set([...used].map((one) => one.split('@')[0])).size).toBe(used.size)
})

it('finds an action that only a tag names', () => {
  const commit = '0'.repeat(40)
  const lines = [
    '      - uses: ./.github/actions/prepare',
    `      - uses: some/action@${commit} # v1.2.3`,
    '      - uses: some/action@v4',
    `        uses: some/action@${commit}`,
  ]
  expect(unpinned(lines.join('\n'))).toEqual(lines.slice(2))
})
