import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Licences that ask for no more than their notice (https://spdx.org/licenses/). */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]

const HEAD = 'The app has code of these packages.'

/** @returns the folder of the package that a module belongs to; undefined for our own modules and the bundler's */
function packageOf(module: string): string | undefined {
  const path = module.split('?')[0]!.split(sep).join('/')
  const [, folder] = /^(\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
  return folder
}

/** @returns the notice of a package with its licence's text @throws if the licence is not permissive, or its text is missing */
function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: unknown
  }
  const licence = typeof license === 'string' ? license : 'none'
  // "(A OR B)" lets us choose.
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  if (!choices.some((one) => PERMISSIVE.includes(one)))
    throw new Error(
      `${name} ${version} is in the app, and its licence (${licence}) is not in the list of web/build/licences.ts`,
    )
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.|$)/i.test(one))
  if (file === undefined)
    throw new Error(
      `${name} ${version} is in the app, and its package has no text of its licence (${licence})`,
    )
  const text = readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim()
  return `${name} ${version} (${licence})\n\n${text}\n`
}

/** @param folders of packages, in any order and repeated @returns the content of licenses.txt */
function noticesOf(folders: Iterable<string>): string {
  const notices = new Set([...new Set(folders)].map(noticeOf))
  return [HEAD, ...[...notices].sort((one, other) => (one < other ? -1 : 1))].join(`\n${'-'.repeat(80)}\n\n`)
}

/**
 * Writes licenses.txt: name, version, licence and its text of each package whose code is in the app or in one of its workers. No page loads the
 * file. A package that is only imported, and of which no code remains, is left out.
 */
export function createLicences(): { plugin: Plugin; ofWorkers: () => Plugin[] } {
  const folders = new Set<string>()
  function collect(bundle: Rolldown.OutputBundle): void {
    for (const item of Object.values(bundle))
      for (const [module, { renderedLength }] of Object.entries(item.type === 'chunk' ? item.modules : {})) {
        const folder = renderedLength > 0 ? packageOf(module) : undefined
        if (folder !== undefined) folders.add(folder)
      }
  }
  return {
    plugin: {
      name: 'galx-licences',
      apply: 'build',
      generateBundle(_, bundle) {
        collect(bundle)
        this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: noticesOf(folders) })
      },
    },
    // Each worker is a build of its own, before the app's.
    ofWorkers: () => [
      { name: 'galx-licences-of-workers', apply: 'build', generateBundle: (_, bundle) => collect(bundle) },
    ],
  }
}
