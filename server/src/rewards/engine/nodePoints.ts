/**
 * Points of the node program. Pure: each account's power counts for its nearest ancestor that holds a live pass,
 * second by second. Exact. The time is nearly linear in accounts and changes, however deep the forest is.
 *
 * First the forest is reduced. The ancestor for which an account counts changes only at accounts that held a pass in the epoch, and at accounts that
 * were bound in the epoch. Each of these becomes a node of a small tree, and all accounts between two nodes form one group. Then the changes of
 * the epoch are applied to that tree in order. A binding is a node too: until the binding, the node separates its subtree from its ancestors.
 */
import { NestedSums } from './nestedSums.ts'

const NONE = -1
const UNKNOWN = -2

/** The small tree. Nodes are numbers from 0. */
export type Groups = {
  /** the parent of each node; -1: none */
  parents: number[]
  /** nodes of accounts that held a pass, and of accounts that were bound, by account */
  holders: ReadonlyMap<number, number>
  bound: ReadonlyMap<number, number>
  /** the node to whose group an account's own power belongs; -1: no node can earn by that power */
  groupOf: (accountId: number) => number
}

/**
 * @param inviters the inviters by account id; 0: none
 * @param holders accounts that held a live pass at any time of the epoch
 * @param bound accounts that were bound in the epoch
 */
export function groupForest(
  inviters: Int32Array,
  holders: Iterable<number>,
  bound: Iterable<number>,
): Groups {
  let count = 0
  const boundNodes = new Map<number, number>()
  const holderNodes = new Map<number, number>()
  for (const account of bound) boundNodes.set(account, count++)
  for (const account of holders) holderNodes.set(account, count++)
  /** by account: the node for which the power of its members counts */
  const below = new Int32Array(inviters.length).fill(UNKNOWN)
  below[0] = NONE
  for (const [account, node] of boundNodes) below[account] = node
  for (const [account, node] of holderNodes) below[account] = node
  const path: number[] = []
  for (let account = 1; account < inviters.length; account += 1) {
    let at = account
    for (; below[at] === UNKNOWN; at = inviters[at]!) path.push(at)
    const node = below[at]!
    for (const passed of path) below[passed] = node
    path.length = 0
  }
  const above = (account: number) => below[inviters[account] ?? 0]!
  const parents = new Array<number>(count)
  for (const [account, node] of boundNodes) parents[node] = above(account)
  for (const [account, node] of holderNodes) parents[node] = boundNodes.get(account) ?? above(account)
  return {
    parents,
    holders: holderNodes,
    bound: boundNodes,
    groupOf: (account) => (account >= inviters.length ? NONE : (boundNodes.get(account) ?? above(account))),
  }
}

/** `at`: unix seconds in the epoch. A pass becomes live or stops being live (`active`), or the power of a group changes. */
export type NodeChange = { at: number; node: number } & ({ active: boolean } | { power: bigint })

/**
 * @param parents the parents in the small tree
 * @param powers the power of each group when the epoch starts, wei
 * @param active nodes that are active when the epoch starts
 * @param changes the changes in the order of their times
 * @returns wei * seconds of each node
 */
export function nodePoints(
  parents: readonly number[],
  powers: readonly bigint[],
  active: readonly number[],
  changes: readonly NodeChange[],
  { start, end }: { start: number; end: number },
): bigint[] {
  const sums = new NestedSums(parents)
  const points = parents.map(() => 0n)
  /** the earnings of each active node per second, and the time since which this rate holds */
  const rates = parents.map(() => 0n)
  const since = parents.map(() => start)
  const live = new Set<number>()
  const settle = (node: number, at: number): void => {
    points[node]! += rates[node]! * BigInt(at - since[node]!)
    since[node] = at
  }
  const add = (node: number, power: bigint, at: number): void => {
    if (node < 0) return
    settle(node, at)
    rates[node]! += power
  }
  const turnOn = (node: number, at: number): void => {
    const power = sums.uncovered(node)
    add(sums.nearestActive(node), -power, at)
    sums.activate(node)
    live.add(node)
    since[node] = at
    rates[node] = power
  }
  const turnOff = (node: number, at: number): void => {
    settle(node, at)
    live.delete(node)
    sums.deactivate(node)
    add(sums.nearestActive(node), rates[node]!, at)
    rates[node] = 0n
  }
  for (const [node, power] of powers.entries()) if (power !== 0n) sums.add(node, power)
  for (const node of active) turnOn(node, start)
  for (const change of changes) {
    const { node, at } = change
    if ('power' in change) {
      sums.add(node, change.power)
      add(sums.nearestActive(node), change.power, at)
    } else if (change.active !== live.has(node)) (change.active ? turnOn : turnOff)(node, at)
  }
  for (const node of live) settle(node, end)
  return points
}
