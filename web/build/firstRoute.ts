import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { LANGUAGES } from '../../packages/protocol/src/languages.ts'
import { homePageFile } from './pageFiles.ts'

/**
 * The home page's first paint should need only a few files, because each further request costs more than a few unused bytes.
 * React and the app are one file, the texts one file for each language. The content of these files is not listed:
 * it is everything that main.tsx and the home page import statically.
 */
const ROOTS = [join(import.meta.dirname, '../src/main.tsx'), homePageFile()].map((file) =>
  file.split(sep).join('/'),
)

const LIBRARY = [
  /node_modules\/(react|react-dom|scheduler|zustand)\/|react-module:(react|react-dom)(\/|$)/,
  // The bundler's own helpers: without this group, each would be a request of a few bytes
  /preload-helper|rolldown[\\/:]runtime|@oxc-project.runtime/,
]

/** Sources that every chain read needs on any page: as separate files they would cost more in requests than in bytes. */
const READS = [
  /src\/core\/chain\/(batchReads|abis|multicall|rpc|nodeChoice|positionWindows|tokens)\.ts$/,
  /protocol\/src\/(multicall3|nodeErrors)\.ts$/,
  /viem\/_esm\/utils\/abi\/(encodeFunctionData|prepareEncodeFunctionData|decodeFunctionResult|decodeAbiParameters|encodeAbiParameters|getAbiItem)\.js$/,
  /viem\/_esm\/utils\/(hash\/(toEventSelector|toFunctionSelector|toSignatureHash|toSignature|hashSignature|normalizeSignature|keccak256)|lru|regex)\.js$/,
  /viem\/_esm\/utils\/(data\/(concat|slice|size|pad)|encoding\/(fromBytes|fromHex|toBytes|toHex)|address\/(getAddress|isAddress)|cursor)\.js$/,
]

/** The transaction texts of every page, in one file with the transaction store. */
const RECORDS = /src\/core\/transactions\/(records|title|texts)\.ts$/

const TEXTS = /[tT]exts\.(\w\w)\.ts$/

type Importers = {
  importers: readonly string[]
  dynamicImporters: readonly string[]
}

/** A plugin that records which module imports which, and the groups for the bundler's code splitting that follow from it. */
export function createFirstRoute(): {
  plugin: Plugin
  groups: { name: string; test: (id: string) => boolean }[]
} {
  const graph = new Map<string, Importers>()
  const known = new Map<string, boolean>()

  /** Whether a module is a root, or a root imports it statically over any number of steps. */
  const isReached = (id: string): boolean => {
    if (ROOTS.includes(id)) return true
    const before = known.get(id)
    if (before !== undefined) return before
    // Set while the answer is computed: an import cycle back to this module counts as no path.
    known.set(id, false)
    const reached = (graph.get(id)?.importers ?? []).some(isReached)
    known.set(id, reached)
    return reached
  }
  const isText = (language: string) => (id: string) =>
    TEXTS.exec(id)?.[1] === language && (graph.get(id)?.dynamicImporters ?? []).some(isReached)

  return {
    plugin: {
      name: 'galx-first-route',
      apply: 'build',
      buildEnd() {
        for (const id of this.getModuleIds()) {
          const info = this.getModuleInfo(id)
          if (info !== null) graph.set(id, info)
        }
      },
    },
    groups: [
      ...Object.values(LANGUAGES).map(({ file }) => ({ name: `texts-${file}`, test: isText(file) })),
      { name: 'reads', test: (id) => READS.some((pattern) => pattern.test(id)) && !isReached(id) },
      { name: 'records', test: (id) => RECORDS.test(id) && !isReached(id) },
      {
        name: 'app',
        test: (id) => LIBRARY.some((pattern) => pattern.test(id)) || (!TEXTS.test(id) && isReached(id)),
      },
    ],
  }
}
