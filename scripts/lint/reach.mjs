// Fails if a folder reaches a forbidden place through other files: an indirect dependency is a dependency too.
// scripts/lint/layers.mjs lists the forbidden places of each folder (`never`). Imports of types and dynamic
// imports also count.
import { pathToFileURL } from 'node:url'
import { readImports } from './circles.mjs'
import { isIn, RULES } from './layers.mjs'

/**
 * @param {Map<string, string[]>} imports our files that each file imports
 * @param {{ folder: string, never?: (string | RegExp)[] }[]} rules
 * @returns {{ folder: string, path: string[] }[]} each reached import into a forbidden place, once, with a shortest path from
 * a file of the folder to the forbidden file
 */
export function findForbidden(imports, rules) {
  return rules.flatMap(({ folder, never = [] }) => {
    const isForbidden = (file) => !isIn(file, folder) && never.some((place) => isIn(file, place))
    const found = []
    const reached = new Map(
      [...imports.keys()].filter((file) => isIn(file, folder)).map((file) => [file, null]),
    )
    // A Map also iterates over entries that are added meanwhile: nearest files first.
    for (const file of reached.keys())
      for (const next of imports.get(file) ?? []) {
        if (isForbidden(next)) found.push({ folder, path: [...wayTo(file, reached), next] })
        else if (!reached.has(next)) reached.set(next, file)
      }
    return found
  })
}

function wayTo(file, reached) {
  const before = reached.get(file)
  return before === null ? [file] : [...wayTo(before, reached), file]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = findForbidden(readImports(), RULES)
  for (const { folder, path } of found)
    console.error(`${folder} may not reach ${path.at(-1)}:\n  ${path.join('\n  ')}`)
  if (found.length === 0) console.log('no folder reaches what it may not import')
  process.exitCode = found.length === 0 ? 0 : 1
}
