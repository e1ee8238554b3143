import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { homePageFile } from './pageFiles.ts'

/**
 * What the first paint of the home page needs comes in few files: every further request costs more than the few bytes that one
 * visit does not use. React and the app are one file, the texts one for each language. What belongs to them is not listed:
 * it is all that main.tsx and the home page import statically.
 */
const ROOTS = [join(import.meta.dirname, '../src/main.tsx'), homePageFile()].map((file) =>
  file.split(sep).join('/'),
)

const LIBRARY = [
  /node_modules\/(react|react-dom|scheduler|zustand)\/|react-module:(react|react-dom)(\/|$)/,
  // The bundler's own helpers, which would be requests of a few bytes each
  /preload-helper|rolldown[\\/:]runtime|@oxc-project.runtime/,
]

/** What every read of the chain needs, whatever the page: as files of their own they would be smaller than their requests. */
const READS = [
  /src\/core\/chain\/(batchReads|abis|multicall|rpc|nodeChoice|positionWindows|tokens)\.ts$/,
  /protocol\/src\/(multicall3|nodeErrors)\.ts$/,
  /viem\/_esm\/utils\/abi\/(encodeFunctionData|prepareEncodeFunctionData|decodeFunctionResult|decodeAbiParameters|encodeAbiParameters|getAbiItem)\.js$/,
  /viem\/_esm\/utils\/(hash\/(toEventSelector|toFunctionSelector|toSignatureHash|toSignature|hashSignature|normalizeSignature|keccak256)|lru|regex)\.js$/,
  /viem\/_esm\/utils\/(data\/(concat|slice|size|pad)|encoding\/(fromBytes|fromHex|toBytes|toHex)|address\/(getAddress|isAddress)|cursor)\.js$/,
]

/** What is said of a transaction, wherever: beside what is kept of it. */
const RECORDS = /src\/core\/transactions\/(records|title|texts)\.ts$/

const TEXTS = /[tT]exts\.(zh|en)\.ts$/

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

  /** Whether a module is a root or imported statically, over any number of steps, by one. */
  const isReached = (id: string): boolean => {
    if (ROOTS.includes(id)) return true
    const before = known.get(id)
    if (before !== undefined) return before
    // While it is computed: a circle back to itself reaches nothing.
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
      { name: 'texts-zh', test: isText('zh') },
      { name: 'texts-en', test: isText('en') },
      { name: 'reads', test: (id) => READS.some((pattern) => pattern.test(id)) && !isReached(id) },
      { name: 'records', test: (id) => RECORDS.test(id) && !isReached(id) },
      {
        name: 'app',
        test: (id) => LIBRARY.some((pattern) => pattern.test(id)) || (!TEXTS.test(id) && isReached(id)),
      },
    ],
  }
}
