/** Proofs of Ethereum's Merkle-Patricia trie (yellow paper, appendix D): the nodes on the path from a root to a key or to its empty place. */
import { fromRlp, keccak256, type Hex } from 'viem'
import { InvalidAnswerError } from './header.ts'

type Item = Hex | readonly Item[]

/** keccak256 of the RLP of an empty string: the root of a trie without keys. */
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/**
 * @param key the plain key, not its hash
 * @returns the value stored under the key; null if the nodes prove that the key is absent
 * @throws InvalidAnswerError if the nodes prove neither, or if a node is not needed
 */
export function provenValue(root: Hex, key: Hex, nodes: readonly unknown[]): Hex | null {
  if (root === EMPTY_ROOT && nodes.length === 0) return null
  const path = keccak256(key).slice(2)
  const rest = [...nodes]
  let wanted: Item = root
  let at = 0
  for (;;) {
    // A node shorter than 32 bytes is embedded in its parent.
    const node: Item = typeof wanted === 'string' ? openNode(wanted, rest.shift()) : wanted
    if (node === '0x') return ended(null, rest)
    if (typeof node === 'string') throw broken()
    if (node.length === 17) {
      if (at === path.length) return ended(valueOf(node[16]), rest)
      wanted = node[Number.parseInt(path[at]!, 16)]!
      at += 1
      if (wanted === '0x') return ended(null, rest)
    } else if (node.length === 2) {
      const { nibbles, leaf } = partOf(node[0])
      const fits = path.startsWith(nibbles, at)
      at += nibbles.length
      if (!fits) return ended(null, rest)
      if (leaf) {
        if (at !== path.length) throw broken()
        return ended(valueOf(node[1]), rest)
      }
      wanted = node[1]!
    } else throw broken()
  }
}

function openNode(hash: Hex, node: unknown): Item {
  if (hash.length !== 66 || typeof node !== 'string' || !/^0x(?:[0-9a-f]{2})+$/.test(node)) throw broken()
  if (keccak256(node as Hex) !== hash) throw broken()
  return fromRlp(node as Hex, 'hex') as Item
}

/** The nibbles of a leaf or an extension, in the compact encoding. */
function partOf(item: Item | undefined): { nibbles: string; leaf: boolean } {
  if (typeof item !== 'string' || item.length < 4) throw broken()
  const flag = Number.parseInt(item[2]!, 16)
  if (flag > 3 || (flag % 2 === 0 && item[3] !== '0')) throw broken()
  return { nibbles: item.slice(flag % 2 === 0 ? 4 : 3), leaf: flag >= 2 }
}

function valueOf(item: Item | undefined): Hex | null {
  if (typeof item !== 'string') throw broken()
  return item === '0x' ? null : item
}

function ended(value: Hex | null, rest: readonly unknown[]): Hex | null {
  if (rest.length > 0) throw broken()
  return value
}

function broken(): InvalidAnswerError {
  return new InvalidAnswerError('proof', 'a proof does not lead to its root')
}
