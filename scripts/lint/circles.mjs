// Fails if files import each other in a circle, directly or through other files. Imports of types and dynamic imports also
// count. Code that two files need from each other belongs in a third file.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '../..')
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g

/** @returns {Map<string, string[]>} the files and packages that each file imports; paths from the repository's root */
export function readImports() {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs']
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(resolve(root, file)))
  return new Map(files.map((file) => [file, importsOf(file)]))
}

function importsOf(file) {
  const text = readFileSync(resolve(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, source]) => {
    const [, workspace, rest] = /^@galx\/([^/]+)\/(.+)$/.exec(source) ?? []
    if (workspace === 'protocol' || workspace === 'modelchain')
      return [`packages/${workspace}/src/${rest}.ts`]
    if (workspace !== undefined) return [`${workspace}/src/${rest}.ts`]
    if (!source.startsWith('.')) return [`node_modules/${source}`]
    return [
      relative(root, resolve(root, dirname(file), source))
        .split(sep)
        .join('/'),
    ]
  })
}

/**
 * Tarjan's strongly connected components.
 * @param {Map<string, string[]>} imports
 * @returns {string[][]} the groups of two and more files in which each reaches every other
 */
export function findCircles(imports) {
  const order = new Map()
  const lowest = new Map()
  const open = []
  const circles = []
  const visit = (file) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    open.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) {
        visit(next)
        lowest.set(file, Math.min(lowest.get(file), lowest.get(next)))
      } else if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file), order.get(next)))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = open.splice(open.indexOf(file))
    if (group.length > 1) circles.push(group)
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return circles
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const circles = findCircles(readImports())
  for (const circle of circles)
    console.error(`These files import each other in a circle:\n  ${circle.join('\n  ')}`)
  if (circles.length === 0) console.log('no import circles')
  process.exitCode = circles.length === 0 ? 0 : 1
}
