// @vitest-environment node
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lifeboatScript, missed, uses, type BuiltScript } from '../../build/browsers.ts'
import { lacking } from '../../build/lacking.ts'

const LACKING = lacking()

it('the named browsers have ES2020 and little of later editions', () => {
  for (const name of [
    '.at',
    'Object.hasOwn',
    'WeakRef',
    'structuredClone',
    '.findLast',
    'AbortSignal.timeout',
  ])
    expect(LACKING).toContain(name)
  for (const name of ['.replaceAll', 'Promise.any', '.flatMap', '.matchAll', 'BigInt', '.map', '.allSettled'])
    expect(LACKING).not.toContain(name)
  // Browsers of 2026 lack little.
  expect(lacking({ chrome: 140, safari: 26 }).has('.at')).toBe(false)
})

it('finds missing names in a script, but not names that the script checks first', () => {
  expect(uses('const a=[1].at(-1);Object.hasOwn(a,"b")', LACKING)).toEqual(['.at', 'Object.hasOwn'])
  expect(uses('let{hasOwn:t}=Object', LACKING)).toEqual(['Object.hasOwn'])
  expect(uses('x.push(new WeakRef(e));window.structuredClone(e)', LACKING)).toEqual([
    'WeakRef',
    'structuredClone',
  ])
  expect(uses('RegExp(`(?<!a)b`);/(?<=a)b/.test(c);/a/v', LACKING)).toEqual(['flags d and v', 'lookbehind'])
  expect(
    uses('typeof e.checkVisibility=="function"?e.checkVisibility():0;crypto.randomUUID?.()', LACKING),
  ).toEqual([])
  expect(uses('`requestIdleCallback`in window?window.requestIdleCallback(f):0', LACKING)).toEqual([])
  // A field of that name is not a method.
  expect(uses('e.sort((a,b)=>a.at-b.at)', LACKING)).toEqual([])
})

it('names the file of a script, and trusts no polyfill that is not in the build', () => {
  const script = { file: 'assets/a.js', code: 'a.at(0);Object.hasOwn(a,1)', sources: [] }
  const helped = { file: 'assets/b.js', code: '', sources: ['/web/src/builtIns/at.ts'] }
  const of = (...scripts: BuiltScript[]) =>
    missed([scripts], LACKING).filter((line) => line.startsWith('assets/'))
  expect(of(script)).toEqual([
    'assets/a.js: .at is not in Chrome 87 or not in Safari 14',
    'assets/a.js: Object.hasOwn is not in Chrome 87 or not in Safari 14',
  ])
  expect(of(script, helped)).toHaveLength(1)
  expect(missed([[script], [helped]], LACKING)).toContain(of(script)[0])
})

it('the lifeboat uses nothing that the named browsers lack', () => {
  const script = lifeboatScript(join(import.meta.dirname, '../../../lifeboat'))
  expect(script.code.length).toBeGreaterThan(10_000)
  expect(missed([[script]], LACKING).filter((line) => line.startsWith(script.file))).toEqual([])
})
