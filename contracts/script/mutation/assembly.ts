/** The possible faults of a block of inline assembly, one at a time, of the same kinds as in expressions. */
import { children, isNode, need, range, word, type Node } from '../syntaxTree.ts'
import { textOf, type Edit, type Operator, type Source } from './edits.ts'

const TWINS: Readonly<Record<string, { readonly name: string; readonly operator: Operator }>> = {
  add: { name: 'sub', operator: 'arithmetic' },
  sub: { name: 'add', operator: 'arithmetic' },
  mul: { name: 'div', operator: 'arithmetic' },
  div: { name: 'mul', operator: 'arithmetic' },
  shl: { name: 'shr', operator: 'arithmetic' },
  shr: { name: 'shl', operator: 'arithmetic' },
  and: { name: 'or', operator: 'arithmetic' },
  or: { name: 'and', operator: 'arithmetic' },
  gt: { name: 'lt', operator: 'comparison' },
  lt: { name: 'gt', operator: 'comparison' },
}
const ORDERED = ['sub', 'div', 'gt', 'lt', 'shl', 'shr']

/** @returns every fault of the assembly block `node` */
export function assemblyEditsOf(source: Source, node: Node): readonly Edit[] {
  const edits: Edit[] = []
  const visit = (at: Node): void => {
    const put = (replacement: string, operator: Operator): void => {
      edits.push({ ...range(at), replacement, operator })
    }
    if (at.nodeType === 'YulExpressionStatement' || at.nodeType === 'YulAssignment') put('', 'dropped statement')
    if (at.nodeType === 'YulIf') {
      const condition = need(at, 'condition')
      edits.push({ ...range(condition), replacement: '0', operator: 'condition' })
      edits.push({ ...range(condition), replacement: '1', operator: 'condition' })
    }
    if (at.nodeType === 'YulLiteral' && at['kind'] === 'number') {
      put(`add(${textOf(source, at)}, 1)`, 'constant ± 1')
      if (Number(textOf(source, at)) !== 0) put(`sub(${textOf(source, at)}, 1)`, 'constant ± 1')
    }
    if (at.nodeType === 'YulFunctionCall') {
      const name = word(need(at, 'functionName'), 'name')
      const parameters = children(at, 'arguments').map((part) => textOf(source, part))
      const twin = TWINS[name]
      if (twin !== undefined) put(`${twin.name}(${parameters.join(', ')})`, twin.operator)
      const [first = '', second = ''] = parameters
      if (ORDERED.includes(name)) put(`${name}(${second}, ${first})`, 'order of operands')
      if (name === 'and') {
        put(first, 'condition')
        put(second, 'condition')
      }
      if (name === 'iszero') put(first, 'condition')
    }
    for (const value of Object.values(at)) {
      for (const entry of Array.isArray(value) ? value : [value]) if (isNode(entry)) visit(entry)
    }
  }
  visit(need(node, 'AST'))
  return edits
}
