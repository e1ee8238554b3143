/** Names that can replace another name: they are in scope there and have the same type. */
import { child, children, isNode, range, typeOf, walk, word, type Node } from '../syntaxTree.ts'

/** @returns the names that can be confused with the name at `use`, an identifier or a member */
export type OtherNames = (use: Node) => readonly string[]

/** @returns whether the node declares a readable value: a variable, a parameter, a returned value or a field, but not a constant */
function isVariable(node: Node): boolean {
  return node.nodeType === 'VariableDeclaration' && node['constant'] !== true && word(node, 'name') !== ''
}

/** @returns the types of a function's parameters and results */
function signatureOf(node: Node): string {
  const types = ['parameters', 'returnParameters'].map((key) => {
    const list = child(node, key)
    return list === undefined ? '' : children(list, 'parameters').map(typeOf).join()
  })
  return types.join(' → ')
}

/** The declarations of a file, and the parent of each node. */
type Scopes = { readonly variables: readonly Node[]; readonly parents: ReadonlyMap<Node, Node> }

function scopesOf(tree: Node): Scopes {
  const parents = new Map<Node, Node>()
  const variables: Node[] = []
  walk(tree, (node) => {
    if (isVariable(node)) variables.push(node)
    for (const value of Object.values(node)) {
      for (const entry of Array.isArray(value) ? value : [value]) if (isNode(entry)) parents.set(entry, node)
    }
  })
  return { variables, parents }
}

/** @returns whether the declaration `declared` is in scope at `use` */
function isInScope({ parents }: Scopes, declared: Node, use: Node): boolean {
  const statement = parents.get(declared)
  const isLocal = statement?.nodeType === 'VariableDeclarationStatement'
  // A variable is in scope only after the statement that declares it.
  if (isLocal && range(statement).end > range(use).start) return false
  for (let around = parents.get(use); around !== undefined; around = parents.get(around)) {
    if (around.id === declared['scope']) return true
  }
  return false
}

/** @returns for each function attached to a word of bits (`using { … } for …`): the other functions that read the same type of value from the word */
function gettersOf(declarations: ReadonlyMap<number, Node>): ReadonlyMap<number, readonly Node[]> {
  const getters = new Map<number, readonly Node[]>()
  for (const directive of declarations.values()) {
    if (directive.nodeType !== 'UsingForDirective' || !Array.isArray(directive['functionList'])) continue
    const entries = directive['functionList'] as readonly { readonly function?: Node }[]
    const bound = entries.flatMap((entry) => declarations.get(Number(entry.function?.['referencedDeclaration'])) ?? [])
    const alone = bound.filter((node) => children(child(node, 'parameters') ?? node, 'parameters').length === 1)
    for (const node of alone) getters.set(node.id, alone.filter((other) => signatureOf(other) === signatureOf(node)))
  }
  return getters
}

/**
 * @param tree the syntax tree of the file that uses the names
 * @param declarations by id, of all files
 */
export function otherNamesOf(tree: Node, declarations: ReadonlyMap<number, Node>): OtherNames {
  const scopes = scopesOf(tree)
  const getters = gettersOf(declarations)
  return (use) => {
    const declared = declarations.get(Number(use['referencedDeclaration']))
    if (declared === undefined) return []
    const others = candidates(declared, use)
    return [...new Set(others.map((other) => word(other, 'name')))].filter((name) => name !== word(declared, 'name'))
  }

  function candidates(declared: Node, use: Node): readonly Node[] {
    if (use.nodeType === 'MemberAccess') {
      if (!isVariable(declared)) return getters.get(declared.id) ?? []
      const struct = declarations.get(Number(declared['scope']))
      const fields = struct?.nodeType === 'StructDefinition' ? children(struct, 'members') : []
      return fields.filter((field) => typeOf(field) === typeOf(declared))
    }
    if (!isVariable(declared)) return []
    return scopes.variables.filter((other) => typeOf(other) === typeOf(declared) && isInScope(scopes, other, use))
  }
}
