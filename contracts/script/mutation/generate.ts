/** Generates the faults of all money code, and the copy of the sources that contains them all. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractsDirectory } from '../forge.ts'
import { child, parse, range, walk, word, type CompilerMessage, type Node } from '../syntaxTree.ts'
import type { Mutant } from './choices.ts'
import { digestOfTexts } from './digest.ts'
import { callsOf, instrument, SELECTOR, SELECTOR_PATH } from './instrument.ts'
import { otherNamesOf } from './names.ts'

export const SOURCES = 'contracts/src'
/** Sources that move no money: stand-ins for demonstrations, and interfaces, which have no code. */
const LEFT_OUT = [`${SOURCES}/demo/`, `${SOURCES}/interfaces/`]

export type Generated = {
  readonly mutants: readonly Mutant[]
  /** faults that the compiler refuses */
  readonly refused: number
  /** texts of the copies by path from the root */
  readonly copies: ReadonlyMap<string, string>
  /** by source, as a path below contracts/src: the contracts whose code contains the source */
  readonly usedBy: ReadonlyMap<string, readonly string[]>
}

function readSources(root: string): ReadonlyMap<string, string> {
  const paths = readdirSync(join(root, SOURCES), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sol'))
  return new Map(paths.sort().map((path) => [`${SOURCES}/${path}`, readFileSync(join(root, SOURCES, path), 'utf8')]))
}

/** @returns by source: the contracts that contain the source, directly or not. Interfaces do not count */
function holders(trees: ReadonlyMap<string, Node>): ReadonlyMap<string, readonly string[]> {
  const imports = new Map<string, Set<string>>()
  const contracts: { readonly path: string; readonly name: string; readonly bases: ReadonlySet<unknown> }[] = []
  const declared = new Map<string, number[]>()
  for (const [path, tree] of trees) {
    const own = new Set<string>()
    imports.set(path, own)
    walk(tree, (node) => {
      if (node.nodeType === 'ImportDirective') own.add(word(node, 'absolutePath'))
      if (node.nodeType === 'ContractDefinition' && word(node, 'contractKind') !== 'library') {
        declared.set(path, [...(declared.get(path) ?? []), node.id])
      }
      if (node.nodeType !== 'ContractDefinition' || node['abstract'] === true || word(node, 'contractKind') !== 'contract') return
      if (path.startsWith(SOURCES) && !LEFT_OUT.some((prefix) => path.startsWith(prefix))) {
        contracts.push({ path, name: word(node, 'name'), bases: new Set(node['linearizedBaseContracts'] as number[]) })
      }
    })
  }
  const held = new Map<string, string[]>()
  for (const { path, name, bases } of contracts) {
    const queue = [path]
    const reached = new Set(queue)
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      held.set(next, [...(held.get(next) ?? []), name])
      for (const imported of imports.get(next) ?? []) {
        // An interface, or a contract that is only called, adds no code to the caller.
        const ids = declared.get(imported) ?? []
        if (reached.has(imported) || (ids.length > 0 && !ids.some((id) => bases.has(id)))) continue
        reached.add(imported)
        queue.push(imported)
      }
    }
  }
  return new Map([...held].map(([path, names]) => [path.replace(`${SOURCES}/`, ''), names]))
}

/**
 * A contract's copy may leave out the functions that a library's modifier calls, so these functions must not be private.
 * @returns texts of the libraries' sources with this change
 */
function openedLibraries(
  root: string,
  trees: ReadonlyMap<string, Node>,
  declarations: ReadonlyMap<number, Node>,
): ReadonlyMap<string, string> {
  const opened = new Map<string, string>()
  for (const [path, tree] of trees) {
    if (path.startsWith(SOURCES)) continue
    const targets = new Set<Node>()
    walk(tree, (node) => {
      if (node.nodeType !== 'ModifierDefinition' || child(node, 'body') === undefined) return
      for (const target of callsOf(node, declarations)?.functions ?? []) {
        if (word(target, 'visibility') === 'private') targets.add(target)
      }
    })
    let bytes = readFileSync(join(root, path))
    for (const { start, end } of [...targets].map(range).sort((a, b) => b.start - a.start)) {
      const text = bytes.subarray(start, end).toString().replace(' private', ' internal')
      bytes = Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(end)])
    }
    if (targets.size > 0) opened.set(path, bytes.toString())
  }
  return opened
}

/** The faults that the compiler refused in earlier runs. Compiling is the slowest step here. */
const REFUSED = join(contractsDirectory, 'cache/refused.json')

type Refused = { readonly sources: string; readonly keys: readonly string[] }

function readRefused(sources: string): Set<string> {
  if (!existsSync(REFUSED)) return new Set()
  const known = JSON.parse(readFileSync(REFUSED, 'utf8')) as Refused
  return new Set(known.sources === sources ? known.keys : [])
}

function writeRefused(sources: string, keys: ReadonlySet<string>): void {
  mkdirSync(dirname(REFUSED), { recursive: true })
  writeFileSync(REFUSED, JSON.stringify({ sources, keys: [...keys] } satisfies Refused))
}

/** @returns the number of the fault to whose text the compiler's message points; undefined if it points to no fault */
function faultAt(text: string, message: CompilerMessage): number | undefined {
  const { start } = message.sourceLocation ?? { start: -1 }
  if (start < 0) return undefined
  const before = Buffer.from(text).subarray(0, start).toString()
  const opened = [...before.matchAll(/\/\*<(\d+)\*\//g)].at(-1)
  if (opened === undefined || before.slice(opened.index).includes(`/*${opened[1]}>*/`)) return undefined
  return Number(opened[1])
}

/**
 * If a statement uses another variable, that variable may be too deep in the stack. Only building a copy shows this, and only for one fault
 * at a time. So all faults of the statement that use this variable are removed.
 * @param message forge's message about a copy that does not compile
 * @returns the faults without these; undefined if the message has another subject
 */
export function withoutTooDeep(root: string, { copies, mutants }: Generated, message: string): Generated | undefined {
  const [, path = '', line = 0, column = 0] = /Stack too deep[\s\S]*?--> ([^:\s]+):(\d+):(\d+)/.exec(message) ?? []
  const text = copies.get(path)
  if (text === undefined) return undefined
  const lines = text.split('\n').slice(0, Number(line))
  const before = [...lines.slice(0, -1), (lines.at(-1) ?? '').slice(0, Number(column) - 1)].join('\n')
  const tooDeep = mutants[Number([...before.matchAll(/\/\*<(\d+)\*\//g)].at(-1)?.[1]) - 1]
  const [first = 0, last = 0] = [...before.matchAll(/mutantWithin\((\d+), (\d+)\)/g)].at(-1)?.slice(1).map(Number) ?? []
  if (tooDeep === undefined || tooDeep.number < first || tooDeep.number > last) return undefined
  const sourceDigest = digestOfTexts(readSources(root).values())
  const alike = mutants.filter(
    ({ number, operator, replacement }) =>
      number >= first && number <= last && operator === tooDeep.operator && replacement === tooDeep.replacement,
  )
  writeRefused(sourceDigest, new Set([...readRefused(sourceDigest), ...alike.map(({ key }) => key)]))
  return generate(root)
}

/**
 * @param root forge's root
 * @throws Error if the copies do not compile for a reason other than a fault
 */
export function generate(root: string): Generated {
  const sources = readSources(root)
  const { trees, errors } = parse(root, sources)
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const declarations = new Map<number, Node>()
  for (const tree of trees.values()) walk(tree, (node) => void declarations.set(node.id, node))

  const opened = openedLibraries(root, trees, declarations)
  const sourceDigest = digestOfTexts(sources.values())
  const refused = readRefused(sourceDigest)
  for (;;) {
    const register = { mutants: [] as Mutant[], refused }
    const copies = new Map<string, string>([[SELECTOR_PATH, SELECTOR], ...opened])
    for (const [path, text] of sources) {
      const tree = trees.get(path)
      if (tree === undefined || LEFT_OUT.some((prefix) => path.startsWith(prefix))) continue
      copies.set(path, instrument(path, { bytes: Buffer.from(text), declarations, otherNames: otherNamesOf(tree, declarations) }, tree, register))
    }
    const checked = parse(root, new Map([...sources, ...copies]))
    if (checked.errors.length === 0) {
      writeRefused(sourceDigest, refused)
      return { mutants: register.mutants, refused: refused.size, copies, usedBy: holders(trees) }
    }
    const before = refused.size
    for (const message of checked.errors) {
      const number = faultAt(copies.get(message.sourceLocation?.file ?? '') ?? '', message)
      const mutant = number === undefined ? undefined : register.mutants[number - 1]
      if (mutant === undefined) throw new Error(message.formattedMessage)
      refused.add(mutant.key)
    }
    if (refused.size === before) throw new Error('the copies do not compile')
  }
}
