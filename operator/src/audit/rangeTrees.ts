/** Two trees over the places of a list, both with logarithmic changes and queries. */

/** Sums of ranges of bigints (Fenwick, "A new data structure for cumulative frequency tables", 1994). */
export class SumTree {
  readonly #nodes: bigint[]

  constructor(values: readonly bigint[]) {
    this.#nodes = [0n, ...values]
    for (let node = 1; node < this.#nodes.length; node++) {
      const above = node + (node & -node)
      if (above < this.#nodes.length) this.#nodes[above]! += this.#nodes[node]!
    }
  }

  add(place: number, change: bigint): void {
    for (let node = place + 1; node < this.#nodes.length; node += node & -node) this.#nodes[node]! += change
  }

  /** @returns the sum from `first` to `last`, both included; 0 if `last` is before `first` */
  sum(first: number, last: number): bigint {
    return last < first ? 0n : this.#before(last + 1) - this.#before(first)
  }

  #before(place: number): bigint {
    let sum = 0n
    for (let node = place; node > 0; node -= node & -node) sum += this.#nodes[node]!
    return sum
  }
}

/** Among the places before a given place, finds the last place with at least a given value. Values are -1 until they are set. */
export function lastReaching(count: number): {
  set(place: number, value: number): void
  /** @param end below `count`. @returns the last place before `end` with a value of at least `least`; -1 if there is none */
  find(end: number, least: number): number
} {
  let leaves = 1
  while (leaves < count) leaves *= 2
  /** Node n is the parent of 2n and 2n + 1 and holds the larger of their values. */
  const nodes = new Int32Array(2 * leaves).fill(-1)
  return {
    set(place, value) {
      let node = leaves + place
      nodes[node] = value
      while ((node >>= 1) > 0) {
        const [left, right] = [nodes[2 * node]!, nodes[2 * node + 1]!]
        nodes[node] = left > right ? left : right
      }
    },
    find(end, least) {
      // All places before `end` lie to the left of the path from its leaf to the root.
      let node = leaves + end
      do {
        while ((node & 1) === 0) node >>= 1
        if (node === 1) return -1
        node--
      } while (nodes[node]! < least)
      while (node < leaves) {
        node = 2 * node + 1
        if (nodes[node]! < least) node--
      }
      return node - leaves
    },
  }
}
