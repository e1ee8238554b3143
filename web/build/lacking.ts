/**
 * The parts of the web's library that the named browsers lack: the versions are from MDN's compatibility data, the forms of the names from
 * TypeScript's library.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import data, { type Identifier } from '@mdn/browser-compat-data' with { type: 'json' }
import ts from 'typescript'
import { OLDEST } from './oldest.ts'

type Oldest = typeof OLDEST

/** The first version that has a name without a flag or a prefix; Infinity if no version has the name. */
function since({ __compat }: Identifier, browser: 'chrome' | 'safari_ios'): number {
  const statements = [__compat?.support[browser] ?? []].flat()
  const versions = statements
    .filter((one) => !one.flags && !one.prefix && !one.alternative_name && !one.version_removed)
    .filter((one) => !one.partial_implementation && typeof one.version_added === 'string')
    .map(({ version_added: version }) => Number.parseFloat(String(version).replace('≤', '')))
  return Math.min(...versions.map((version) => (Number.isNaN(version) ? Infinity : version)), Infinity)
}

function has(entry: Identifier, { chrome, safari }: Oldest): boolean {
  return since(entry, 'chrome') <= chrome && since(entry, 'safari_ios') <= safari
}

function membersOf(entry: Identifier): [string, Identifier][] {
  return Object.entries(entry).filter(([name]) => name !== '__compat') as [string, Identifier][]
}

/** For each name in MDN's data, whether both browsers have the name. A method of several interfaces counts as present if one of them has it. */
function compatibility(oldest: Oldest): Map<string, boolean> {
  const names = new Map<string, boolean>()
  const note = (name: string, present: boolean) => names.set(name, present || names.get(name) === true)
  for (const [owner, entry] of [
    ...membersOf(data.api),
    ...membersOf(data.javascript.builtins as Identifier),
  ]) {
    const present = entry.__compat === undefined || has(entry, oldest)
    note(owner, present)
    const isGlobal = /^(Window|(Worker|ServiceWorker)GlobalScope)$/.test(owner)
    for (const [key, member] of membersOf(entry)) {
      const name = key.replace(/_static$/, '')
      const alsoMember = present && has(member, oldest)
      note(`${owner}.${name}`, alsoMember)
      if (name === key) note(`.${name}`, alsoMember)
      if (isGlobal) note(name, alsoMember)
    }
  }
  return names
}

/** The names that TypeScript's library files declare: globals, members of globals, methods of their objects. */
function declaredIn(files: string[]): Set<string> {
  const names = new Set<string>()
  const name = (node: { name?: ts.Node }) =>
    node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined
  const visit = (node: ts.Node, inside: string): void => {
    if (ts.isModuleDeclaration(node) && node.body !== undefined) {
      const within = node.name.text === 'global' ? '' : `${node.name.text}.`
      ts.forEachChild(node.body, (child) => visit(child, within))
    } else if (ts.isVariableStatement(node)) {
      for (const declared of node.declarationList.declarations) names.add(`${inside}${name(declared)}`)
    } else if (ts.isInterfaceDeclaration(node)) {
      const of = node.name.text
      for (const member of node.members) {
        const own = name(member)
        if (own === undefined || own === 'prototype') continue
        if (of.endsWith('Constructor')) names.add(`${inside}${of.slice(0, -'Constructor'.length)}.${own}`)
        // A type whose objects come from a namespace is found by the namespace's name.
        else if (ts.isMethodSignature(member) && inside === '') names.add(`.${own}`)
      }
    }
  }
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
    ts.forEachChild(source, (node) => visit(node, ''))
  }
  return names
}

/**
 * The names that the named browsers lack: `WeakRef` is a global, `Object.hasOwn` a member of a global, `.at` a method of objects. A
 * method with the name of an older method (`map` of iterators) is not among them: the compiler checks such methods in our own code.
 */
export function lacking(oldest: Oldest = OLDEST): Set<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript'))
  const files = readdirSync(folder).filter((file) => /^lib\.(es|dom|webworker).*\.d\.ts$/.test(file))
  const isLater = (file: string) => /^lib\.(es202[1-9]|es20[3-9]\d|esnext)\./.test(file)
  const declared = (those: string[]) => declaredIn(those.map((file) => join(folder, file)))
  const earlier = declared(files.filter((file) => !isLater(file)))
  const later = declared(files.filter(isLater))
  const known = compatibility(oldest)
  const absent = [...known].filter(
    ([name, present]) => !present && (!name.startsWith('.') || earlier.has(name) || later.has(name)),
  )
  const unknown = [...later].filter((name) => !known.has(name) && !earlier.has(name))
  return new Set([...absent.map(([name]) => name), ...unknown])
}
