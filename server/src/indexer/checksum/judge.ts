/** Judges the tables by the nodes' answers. Pure. */
import {
  compareChecksum,
  describeDifference,
  type Difference,
  type Expected,
  type Figure,
} from '@galx/protocol/checksum'
import { NodeFaultError } from '../../chain/rpc/fault.ts'
import type { NodeFault, NodeFigures } from './readContracts.ts'

export type Verdict = {
  /** empty if the tables equal the contracts */
  differences: Difference[]
  /** nodes that contradict more than half of all nodes, with their first difference */
  outvoted: { node: string; says: string }[]
}

/**
 * Either all answering nodes must agree, or more than half of the configured nodes. If several nodes are configured, two must answer, so
 * that no single node decides.
 * @param nodes number of configured nodes
 * @throws NodeFaultError if too few nodes answer or agree
 */
export function judge(
  expected: readonly Figure<Expected>[],
  answers: readonly NodeFigures[],
  faults: readonly NodeFault[],
  nodes: number,
): Verdict {
  if (answers.length < Math.min(2, nodes)) throw faultOf(answers.length, faults, nodes)
  const words = answers.map(({ node, figures }) => {
    const differences = compareChecksum(expected, figures)
    return { node, differences, text: JSON.stringify(differences) }
  })
  const votes = new Map<string, number>()
  for (const { text } of words) votes.set(text, (votes.get(text) ?? 0) + 1)
  const [text, count] = [...votes].reduce((most, other) => (other[1] > most[1] ? other : most))
  const others = words.filter((word) => word.text !== text)
  const { differences, node } = words.find((word) => word.text === text)!
  const [other] = others
  if (other !== undefined && count <= nodes / 2)
    throw new NodeFaultError(
      'disagreement',
      `${node} and ${other.node} give different figures of the contracts: according to ${node} ${saysOf(differences)}, according to ${other.node} ${saysOf(other.differences)}`,
    )
  return {
    differences,
    outvoted: others.map((word) => ({ node: word.node, says: saysOf(word.differences) })),
  }
}

function faultOf(answers: number, faults: readonly NodeFault[], nodes: number): NodeFaultError {
  const [first] = faults
  if (first !== undefined && nodes === 1) return first.fault
  const said = faults.map(({ node, fault }) => `${node}: ${fault.message}`).join('; ')
  return new NodeFaultError(
    first?.fault.kind ?? 'unreachable',
    `only ${answers} of ${nodes} nodes answer, but two must: ${said}`,
  )
}

function saysOf([first]: readonly Difference[]): string {
  return first === undefined ? 'they equal the tables' : describeDifference(first)
}
