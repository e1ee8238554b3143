/** Builds with a bundler that the tests control. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildOnce, WEB } from '../src/build/build.ts'

/** Writes the text of the one source into many files, or fails half-way if the text says so. */
const BUNDLER = `
  const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
  const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
  const source = readFileSync('src/main.ts', 'utf8')
  mkdirSync(outDir)
  for (let file = 0; file < 50; file++) writeFileSync(outDir + '/' + file + '.js', source)
  if (source === 'broken') {
    console.error('src/main.ts: broken')
    process.exit(1)
  }
`

let root: string
let built: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galx-web-'))
  for (const folder of ['node_modules/vite/bin', 'web/src'])
    mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), BUNDLER)
  writeSource('first')
  built = 0
})
afterEach(() => rmSync(root, { recursive: true }))

function writeSource(text: string) {
  return writeFileSync(join(root, 'web/src/main.ts'), text)
}
function build() {
  return buildOnce(root, WEB, () => void (built += 1))
}
function folders() {
  return readdirSync(join(root, 'web')).sort()
}
function site() {
  return readFileSync(join(root, 'web/dist/49.js'), 'utf8')
}

it('builds only if the sources have changed', async () => {
  expect(await build()).toBe(join(root, 'web/dist'))
  await build()
  expect(built).toBe(1)
  writeSource('second')
  await build()
  expect(built).toBe(2)
  expect(site()).toBe('second')
  expect(folders()).toEqual(['dist', 'src'])
})

it('builds if the build script has changed', async () => {
  await build()
  mkdirSync(join(root, 'web/build'))
  writeFileSync(join(root, 'web/build/plugin.ts'), 'changed')
  await build()
  expect(built).toBe(2)
})

it('several starts at once all get the complete build, and leave nothing else', async () => {
  for (const source of ['first', 'second', 'third', 'fourth', 'fifth']) {
    writeSource(source)
    await Promise.all(Array.from({ length: 6 }, build))
    expect(readdirSync(join(root, 'web/dist'))).toHaveLength(51)
    expect(site()).toBe(source)
    expect(folders()).toEqual(['dist', 'src'])
  }
}, 60_000)

it('a failed build reports the reason, keeps the last build and leaves nothing of its own', async () => {
  await build()
  writeSource('broken')
  await expect(build()).rejects.toThrow('The web app could not be built:\nsrc/main.ts: broken')
  expect(site()).toBe('first')
  expect(folders()).toEqual(['dist', 'src'])
})
