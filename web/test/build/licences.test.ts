// @vitest-environment node
// licenses.txt: the notices of all packages in the app, and the build's refusal of other licences.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLicences } from '../../build/licences.ts'

const folder = mkdtempSync(join(tmpdir(), 'galx-licences-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a package that the small app below imports. */
function addPackage(name: string, description: object, licence = 'Do as you like.'): void {
  const place = join(folder, 'node_modules', name)
  mkdirSync(place, { recursive: true })
  const whole = { name, version: '1.2.3', type: 'module', main: 'index.js', ...description }
  writeFileSync(join(place, 'package.json'), JSON.stringify(whole))
  writeFileSync(join(place, 'index.js'), `export const said = () => console.log('${name}')\n`)
  if (licence !== '') writeFileSync(join(place, 'LICENSE.md'), `${licence}\r\n`)
}

/** Builds an app that uses `used` and imports `unused`. @returns its licenses.txt */
async function built(used: string, inWorker = used): Promise<string> {
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="./main.js"></script>')
  writeFileSync(
    join(folder, 'main.js'),
    `import { said } from '${used}'\nimport 'unused'\nsaid()\nnew Worker(new URL('./worker.js', import.meta.url))\n`,
  )
  writeFileSync(join(folder, 'worker.js'), `import { said } from '${inWorker}'\nsaid()\n`)
  const licences = createLicences()
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [licences.plugin],
    worker: { plugins: licences.ofWorkers },
  })) as Rolldown.RolldownOutput
  const file = output.find(({ fileName }) => fileName === 'licenses.txt') as Rolldown.OutputAsset
  return String(file.source)
}

beforeAll(() => {
  addPackage('unused', { license: 'MIT', sideEffects: false })
  addPackage('@own/free', { license: 'ISC' })
  addPackage('either', { license: '(GPL-2.0 OR MIT)' })
  addPackage('bound', { license: 'GPL-3.0-or-later' })
  addPackage('silent', {})
  addPackage('textless', { license: 'MIT' }, '')
})

it('names the packages of the app and of its workers with the text of each licence, and no other', async () => {
  expect(await built('@own/free', 'either')).toBe(
    [
      'The app has code of these packages.\n',
      '\n@own/free 1.2.3 (ISC)\n\nDo as you like.\n\n',
      '\neither 1.2.3 ((GPL-2.0 OR MIT))\n\nDo as you like.\n',
    ].join('-'.repeat(80) + '\n'),
  )
})

it.each([
  [
    'bound',
    'bound 1.2.3 is in the app, and its licence (GPL-3.0-or-later) is not in the list of web/build/licences.ts',
  ],
  [
    'silent',
    'silent 1.2.3 is in the app, and its licence (none) is not in the list of web/build/licences.ts',
  ],
  ['textless', 'textless 1.2.3 is in the app, and its package has no text of its licence (MIT)'],
])('fails for a package with another licence: %s', async (name, message) => {
  await expect(built(name)).rejects.toThrow(message)
  await expect(built('@own/free', name)).rejects.toThrow(message)
})
