/** The built site, read once. Each file is compressed at its first request. A request can only reach these files. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type SiteFile = {
  type: string
  etag: string
  cacheControl: string
  identity: Buffer
  /** the content in an encoding that makes it smaller; null: a file that is not compressed */
  compressed: ((encoding: Encoding) => Promise<Buffer>) | null
}

export type Encoding = keyof typeof COMPRESSIONS

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSED = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt'])

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const COMPRESSIONS = {
  br: (content: Buffer) => compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content: Buffer) => compressGzip(content, { level: 9 }),
}

/** @param cacheControl by default derived from the name: forever if the name contains the content's hash */
export function siteFile(path: string, content: Buffer, cacheControl?: string): SiteFile {
  const extension = extname(path)
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    cacheControl:
      cacheControl ?? (path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    identity: content,
    compressed: COMPRESSED.has(extension) && content.length > 512 ? compressedOnce(content) : null,
  }
}

/** Compression of the whole site takes two seconds of a core: too long for a start, and most files are never requested. */
function compressedOnce(content: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const made = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    let answer = made.get(encoding)
    if (answer === undefined) made.set(encoding, (answer = COMPRESSIONS[encoding](content)))
    return answer
  }
}

/** @returns every file of the folder by its path in the site, without names that begin with a dot */
export async function readSite(root: string): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const full = join(entry.parentPath, entry.name)
    const path = full.slice(root.length).split(sep).join('/')
    files.set(path, siteFile(path, await readFile(full)))
  }
  const index = files.get('/index.html')
  if (!index) throw new Error(`${root} holds no index.html: the web app is not built.`)
  files.set('/', index)
  return files
}
