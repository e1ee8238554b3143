/**
 * Computes the IPFS address of a set of files without an IPFS node, like
 * `ipfs add -r --cid-version=1 --raw-leaves --chunker=size-262144 --max-file-links=174`. The format is UnixFS in dag-pb with raw
 * leaves, chunks of 262 144 bytes and 174 links a node (https://specs.ipfs.tech/unixfs/). Tests compare the result with a library's addresses.
 */
import { createHash } from 'node:crypto'

const CHUNK = 262_144
const LINKS = 174

const RAW = 0x55
const DAG_PB = 0x70
const UNIXFS_DIRECTORY = 1
const UNIXFS_FILE = 2

/** `size`: bytes of the content below; `total`: bytes of the blocks themselves. */
type Node = { cid: Buffer; size: number; total: number }
export type Folder = { readonly [name: string]: Uint8Array | Folder }

/** @returns the CID, version 1, in base32 */
export function cidOf(content: Uint8Array | Folder): string {
  const { cid } = content instanceof Uint8Array ? fileNode(content) : folderNode(content)
  return `b${base32(cid)}`
}

function fileNode(bytes: Uint8Array): Node {
  let level: Node[] = []
  for (let start = 0; start === 0 || start < bytes.length; start += CHUNK) {
    const chunk = bytes.subarray(start, start + CHUNK)
    level.push({ cid: addressOf(RAW, chunk), size: chunk.length, total: chunk.length })
  }
  while (level.length > 1) {
    const above: Node[] = []
    for (let start = 0; start < level.length; start += LINKS)
      above.push(joined(level.slice(start, start + LINKS)))
    level = above
  }
  return level[0]!
}

function joined(children: readonly Node[]): Node {
  const size = children.reduce((sum, child) => sum + child.size, 0)
  const data = [field(1, UNIXFS_FILE), field(3, size), ...children.map((child) => field(4, child.size))]
  return dagNode(
    children.map((child) => ({ ...child, name: '' })),
    Buffer.concat(data),
    size,
  )
}

function folderNode(folder: Folder): Node {
  const links = Object.entries(folder)
    .map(([name, content]) => ({
      ...(content instanceof Uint8Array ? fileNode(content) : folderNode(content)),
      name,
    }))
    .sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)))
  return dagNode(links, field(1, UNIXFS_DIRECTORY), 0)
}

/** Links first, then the data: dag-pb has only this order. */
function dagNode(links: readonly (Node & { name: string })[], data: Buffer, size: number): Node {
  const block = Buffer.concat([
    ...links.map(({ cid, name, total }) =>
      bytesField(2, Buffer.concat([bytesField(1, cid), bytesField(2, Buffer.from(name)), field(3, total)])),
    ),
    bytesField(1, data),
  ])
  return {
    cid: addressOf(DAG_PB, block),
    size,
    total: links.reduce((sum, link) => sum + link.total, block.length),
  }
}

function addressOf(codec: number, block: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([1, codec, 0x12, 32]), createHash('sha256').update(block).digest()])
}

/** A field of protocol buffers with a varint as its value. */
function field(number: number, value: number): Buffer {
  return Buffer.concat([varint(number << 3), varint(value)])
}

function bytesField(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128)
  return Buffer.from([...bytes, value])
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups
    .map((group) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}
