/**
 * Points of the node program. Pure: each account's power counts for its nearest ancestor that holds a live pass,
 * second by second. Exact, in time near linear in accounts and changes, however deep the forest is.
 *
 * First the forest is reduced. The account that another one counts for changes only at accounts that held a pass in the epoch, and at those that were
 * bound in it. Each becomes a node of a small tree, and all accounts between two of them are one group. Then the epoch's changes are
 * applied in order to that tree. A binding is a node too: until it happens, it keeps what is below it from those above.
 */
import { NestedSums } from './nestedSums.ts'

const NONE = -1
const UNKNOWN = -2

/** The small tree. Nodes are numbers from 0. */
export type Groups = {
  /** of each node; -1: none */
  parents: number[]
  /** nodes of accounts that held a pass, and of accounts that were bound, by account */
  holders: ReadonlyMap<number, number>
  bound: ReadonlyMap<number, number>
  /** the node whose group an account's own power belongs to; -1: nobody can earn by it */
  groupOf: (accountId: number) => number
}

/**
 * @param inviters by account id; 0: none
 * @param holders accounts that held a live pass at some time of the epoch
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
  /** by account: the node that what its members hold counts in */
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

/** `at` unix seconds, in the epoch. A pass that is taken or given up, or a group's power that changes. */
export type NodeChange = { at: number; node: number } & ({ active: boolean } | { power: bigint })

/**
 * @param parents the small tree
 * @param powers of each group when the epoch starts, wei
 * @param active nodes that are active when it starts
 * @param changes in the order of their times
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
  /** what each active node earns in a second, and since when */
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
