/** The built app as one hash and one IPFS address, so that anybody can compare a host's files with the published app. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { concat, keccak256, stringToBytes, type Hex } from 'viem'
import { LIFEBOAT_FILE } from '@galx/protocol/lifeboat'
import { cidOf, type Folder } from '../export/cid.ts'

/** Files that a host adds to the build. They are not hashed. */
const ADDED = new Set(['config.json', 'release.json', LIFEBOAT_FILE])

/** Path in the site, with `/`, → content; in the order of the paths. Names that begin with a dot are left out. */
export type Site = Map<string, Uint8Array>

/** @throws Error if the folder has no index.html */
export function readSite(folder: string): Site {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !ADDED.has(path) && !path.split('/').some((name) => name.startsWith('.')))
    .sort()
  if (!paths.includes('index.html'))
    throw new Error(`${folder} holds no index.html: the web app is not built`)
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path))]))
}

/** keccak256 of one line for each file, `PATH 0xHASH\n`, in the order of the paths. */
export function hashOfSite(site: Site): Hex {
  const lines = [...site].map(([path, content]) => `${path} ${keccak256(content)}\n`)
  return keccak256(concat(lines.map((line) => stringToBytes(line))))
}

/** The address that `ipfs add -r --cid-version=1 --raw-leaves --chunker=size-262144 --max-file-links=174` gives. */
export function cidOfSite(site: Site): string {
  const folder: MutableFolder = {}
  for (const [path, content] of site) {
    const names = path.split('/')
    const name = names.pop()!
    let place = folder
    for (const one of names) place = (place[one] ??= {}) as MutableFolder
    place[name] = content
  }
  return cidOf(folder)
}

type MutableFolder = { [name: string]: Folder[string] }
