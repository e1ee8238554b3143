// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import ts from 'typescript'
import { expect, it } from 'vitest'

/** Runs a file of builtIns in a context without `missing`, then `code`. Vitest itself needs these built-ins. */
function runWithout(missing: string, file: string, code: string): unknown {
  const source = readFileSync(join(import.meta.dirname, '../../src/builtIns', file), 'utf8')
  const page = createContext({})
  runInContext(missing, page)
  // A script has no exports.
  const script = source.replace('export {}', '')
  runInContext(ts.transpile(script, { target: ts.ScriptTarget.ES2020 }), page)
  return runInContext(`JSON.stringify(${code})`, page)
}

it('lists and strings get `at` if the browser lacks it, and `for … in` does not list it', () => {
  const without = 'for (const kind of [Array, String, Uint8Array.__proto__]) delete kind.prototype.at'
  const run = (code: string) => runWithout(without, 'at.ts', code)
  expect(run('[[1, 2].at(-1), [1, 2].at(1), [1].at(1), [1].at(-2)]')).toBe('[2,2,null,null]')
  expect(run('["ab".at(-1), "ab".at(2), new Uint8Array([7, 8]).at(-2)]')).toBe('["b",null,7]')
  expect(run('Object.keys(Array.prototype)')).toBe('[]')
})

it('a WeakRef can be created if the browser lacks WeakRef', () => {
  const code = '[new WeakRef([3]).deref(), typeof WeakRef]'
  expect(runWithout('delete globalThis.WeakRef', 'weakRef.ts', code)).toBe('[[3],"function"]')
})
