/** A contract with everything that it inherits: its external functions, and the function that counts among several of the same name. */
import { children, isNode, need, typeOf, walk, word, type Node } from '../script/syntaxTree.ts'
import type { Sources } from './theorem.ts'

function typesOf(definition: Node): string {
  return children(need(definition, 'parameters'), 'parameters').map(typeOf).join()
}

export class Contract {
  /** the functions of the contract and of its ancestors, the most derived first */
  readonly #functions: readonly Node[]

  /** @param file below contracts/src; contains a contract with the file's name */
  constructor(sources: Sources, file: string, name: string) {
    let contract: Node | undefined
    walk(sources.tree(file), (node) => {
      if (node.nodeType === 'ContractDefinition' && word(node, 'name') === name) contract = node
    })
    if (contract === undefined) throw new Error(`${file} has no contract ${name}`)
    const bases = (contract['linearizedBaseContracts'] as readonly number[]).map((id) => sources.declarations.get(id))
    this.#functions = bases
      .flatMap((base) => (base === undefined ? [] : children(base, 'nodes')))
      .filter((node) => node.nodeType === 'FunctionDefinition' && isNode(node['body']))
  }

  /** @returns the function that a call of `definition` executes */
  resolve(definition: Node): Node {
    const found = this.#functions.find((one) => word(one, 'name') === word(definition, 'name') && typesOf(one) === typesOf(definition))
    return found ?? definition
  }

  /** @returns the functions that anybody may call and that may write */
  get entries(): readonly Node[] {
    const open = this.#functions.filter(
      (one) =>
        word(one, 'kind') === 'function' &&
        ['external', 'public'].includes(word(one, 'visibility')) &&
        !['view', 'pure'].includes(word(one, 'stateMutability')),
    )
    return open.filter((one) => this.resolve(one) === one)
  }

  named(name: string): Node {
    const found = this.#functions.find((one) => word(one, 'name') === name)
    if (found === undefined) throw new Error(`no function ${name}`)
    return found
  }
}
