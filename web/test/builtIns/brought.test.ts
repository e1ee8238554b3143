// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** Runs a file of builtIns where `missing` is not there, then `code`. Vitest itself cannot do without them. */
function runWithout(missing: string, file: string, code: string): unknown {
  const source = readFileSync(join(import.meta.dirname, '../../src/builtIns', file), 'utf8')
  const page = createContext({})
  runInContext(missing, page)
  // A script has no exports.
  const script = source.replace('export {}', '')
  runInContext(ts.transpile(script, { target: ts.ScriptTarget.ES2020 }), page)
  return runInContext(`JSON.stringify(${code})`, page)
}

it('lists and strings have `at` where the browser has none, and it stays off `for … in`', () => {
  const without = 'for (const kind of [Array, String, Uint8Array.__proto__]) delete kind.prototype.at'
  const run = (code: string) => runWithout(without, 'at.ts', code)
  expect(run('[[1, 2].at(-1), [1, 2].at(1), [1].at(1), [1].at(-2)]')).toBe('[2,2,null,null]')
  expect(run('["ab".at(-1), "ab".at(2), new Uint8Array([7, 8]).at(-2)]')).toBe('["b",null,7]')
  expect(run('Object.keys(Array.prototype)')).toBe('[]')
})

it('a WeakRef can be made where the browser has none', () => {
  const code = '[new WeakRef([3]).deref(), typeof WeakRef]'
  expect(runWithout('delete globalThis.WeakRef', 'weakRef.ts', code)).toBe('[[3],"function"]')
})
