/** The Solidity compiler's syntax tree of sources below forge's root. Mutants are made from it, and proofs read it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** A node of solc's tree; `src` is `start:length:file` in bytes. */
export type Node = { readonly id: number; readonly nodeType: string; readonly src: string } & Readonly<Record<string, unknown>>

export type CompilerMessage = {
  readonly severity: string
  readonly message: string
  readonly formattedMessage: string
  readonly sourceLocation?: { readonly file: string; readonly start: number; readonly end: number }
}

type Output = {
  readonly errors?: readonly CompilerMessage[]
  readonly sources?: Readonly<Record<string, { readonly ast?: Node }>>
}

type Solc = {
  readonly compile: (
    input: string,
    callbacks: { readonly import: (path: string) => { readonly contents: string } | { readonly error: string } },
  ) => string
}

export const REMAPPINGS = ['@openzeppelin/contracts/=node_modules/@openzeppelin/contracts/', 'solady/=node_modules/solady/src/']

/** @returns whether `value` is a node of the tree */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'nodeType' in value
}

/** @returns the node at `key`, if there is one */
export function child(node: Node, key: string): Node | undefined {
  const value = node[key]
  return isNode(value) ? value : undefined
}

/** @returns the node at `key`. @throws Error if there is none */
export function need(node: Node, key: string): Node {
  const found = child(node, key)
  if (found === undefined) throw new Error(`${node.nodeType} at ${node.src} has no ${key}`)
  return found
}

/** @returns the nodes of the list at `key`, without its gaps */
export function children(node: Node, key: string): readonly Node[] {
  return gaps(node, key).filter((entry) => entry !== undefined)
}

/** @returns the list at `key`; its gaps (parts of a tuple that are left out) are undefined */
export function gaps(node: Node, key: string): readonly (Node | undefined)[] {
  const value = node[key]
  return Array.isArray(value) ? value.map((entry: unknown) => (isNode(entry) ? entry : undefined)) : []
}

/** @returns the text at `key`, empty if there is none */
export function word(node: Node, key: string): string {
  const value = node[key]
  return typeof value === 'string' ? value : ''
}

/** @returns the compiler's name of an expression's type, such as `t_uint256` */
export function typeOf(node: Node): string {
  const descriptions = node['typeDescriptions'] as { readonly typeIdentifier?: string | null } | undefined
  return descriptions?.typeIdentifier ?? ''
}

/** @returns the begin and the end of the node in its file, in bytes */
export function range(node: Node): { readonly start: number; readonly end: number } {
  const [start = 0, length = 0] = node.src.split(':').map(Number)
  return { start, end: start + length }
}

/** Calls `visit` with `node` and every node below it. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const entry of Array.isArray(value) ? value : [value]) if (isNode(entry)) walk(entry, visit)
  }
}

/**
 * @param root forge's root
 * @param sources text of the sources to parse, by path from the root; imported files are read from the disk
 * @returns the trees by path, including imported files, and the compiler's errors
 */
export function parse(
  root: string,
  sources: ReadonlyMap<string, string>,
): { readonly trees: ReadonlyMap<string, Node>; readonly errors: readonly CompilerMessage[] } {
  const solc = createRequire(import.meta.url)('solc') as Solc
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries([...sources].map(([path, content]) => [path, { content }])),
    settings: { remappings: REMAPPINGS, evmVersion: 'cancun', outputSelection: { '*': { '': ['ast'] } } },
  }
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import(path) {
        try {
          return { contents: readFileSync(join(root, path), 'utf8') }
        } catch {
          return { error: `${path} is not there` }
        }
      },
    }),
  ) as Output
  const trees = new Map<string, Node>()
  for (const [path, { ast }] of Object.entries(output.sources ?? {})) if (ast !== undefined) trees.set(path, ast)
  return { trees, errors: (output.errors ?? []).filter(({ severity }) => severity === 'error') }
}
