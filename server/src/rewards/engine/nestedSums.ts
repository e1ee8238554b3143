/**
 * Sums over a tree in which some nodes are active: the nearest active node above a node, and the sum of a node's subtree without the
 * subtrees of active nodes below it. Each answer and each change takes time logarithmic in the number of nodes, however deep the tree is.
 *
 * The tree is a sequence of brackets: a node opens, its subtree follows, the node closes. An active node covers everything from its opening to
 * its closing. A node's own opening is covered only by the active nodes above it, so nothing in its subtree has less cover. The part of the subtree
 * outside other active nodes is therefore the part with the least cover.
 */
export class NestedSums {
  readonly #opens: Int32Array
  readonly #closes: Int32Array
  readonly #nodeAt: Int32Array
  readonly #size: number
  /**
   * by place in a segment tree over the brackets: the least cover, without the cover of the places above, and the sum of the values with this
   * cover
   */
  readonly #least: Int32Array
  /** part of `least`: cover of the whole place, which is not counted in its halves */
  readonly #whole: Int32Array
  readonly #sums: bigint[]
  /** by the same places: active openings minus active closings; and the largest such balance of any part that reaches to the end of the place */
  readonly #balance: Int32Array
  readonly #tail: Int32Array

  /** @param parents the parent of each node by its number, -1 for none; a forest */
  constructor(parents: readonly number[]) {
    const count = parents.length
    this.#opens = new Int32Array(count)
    this.#closes = new Int32Array(count)
    this.#nodeAt = new Int32Array(2 * count)
    this.#bracket(parents)
    let size = 1
    while (size < 2 * count) size *= 2
    this.#size = size
    this.#least = new Int32Array(2 * size)
    this.#whole = new Int32Array(2 * size)
    this.#sums = new Array<bigint>(2 * size).fill(0n)
    this.#balance = new Int32Array(2 * size)
    this.#tail = new Int32Array(2 * size)
  }

  #bracket(parents: readonly number[]): void {
    const first = new Int32Array(parents.length).fill(-1)
    const next = new Int32Array(parents.length).fill(-1)
    let root = -1
    for (const [node, parent] of parents.entries()) {
      if (parent < 0) [next[node], root] = [root, node]
      else [next[node], first[parent]] = [first[parent]!, node]
    }
    let place = 0
    let node = root
    while (node >= 0) {
      this.#nodeAt[place] = node
      this.#opens[node] = place++
      if (first[node]! >= 0) {
        node = first[node]!
        continue
      }
      // Climb to the nearest node with a sibling left.
      for (;;) {
        this.#nodeAt[place] = node
        this.#closes[node] = place++
        if (next[node]! >= 0) {
          node = next[node]!
          break
        }
        node = parents[node]!
        if (node < 0) break
      }
    }
  }

  /** Adds to the value of a node. */
  add(node: number, value: bigint): void {
    let place = this.#size + this.#opens[node]!
    this.#sums[place]! += value
    for (place >>= 1; place >= 1; place >>= 1) this.#combine(place)
  }

  activate(node: number): void {
    this.#set(node, 1)
  }
  deactivate(node: number): void {
    this.#set(node, -1)
  }

  /** @returns the node itself if it is active, otherwise the nearest active node above; -1: none */
  nearestActive(node: number): number {
    // Search to the left of the opening. The first stretch with more openings than closings ends at the wanted node.
    let place = this.#size + this.#opens[node]!
    let balance = 0
    if (this.#tail[place]! >= 1) return node
    balance += this.#balance[place]!
    for (; place > 1; place >>= 1) {
      if (place % 2 === 0) continue
      const left = place - 1
      if (this.#tail[left]! + balance >= 1) {
        place = left
        while (place < this.#size) {
          const right = 2 * place + 1
          if (this.#tail[right]! + balance >= 1) place = right
          else {
            balance += this.#balance[right]!
            place = 2 * place
          }
        }
        return this.#nodeAt[place - this.#size]!
      }
      balance += this.#balance[left]!
    }
    return -1
  }

  /** @returns the sum of the values in the node's subtree, the node included, without the subtrees of active nodes below it */
  uncovered(node: number): bigint {
    return this.#query(1, 0, this.#size - 1, this.#opens[node]!, this.#closes[node]!).sum
  }

  #set(node: number, by: 1 | -1): void {
    const [from, to] = [this.#opens[node]!, this.#closes[node]!]
    this.#cover(1, 0, this.#size - 1, from, to, by)
    for (const [at, sign] of [
      [from, by],
      [to, -by],
    ] as const) {
      let place = this.#size + at
      this.#balance[place]! += sign
      this.#tail[place] = this.#balance[place]!
      for (place >>= 1; place >= 1; place >>= 1) {
        const [left, right] = [2 * place, 2 * place + 1]
        this.#balance[place] = this.#balance[left]! + this.#balance[right]!
        this.#tail[place] = Math.max(this.#tail[right]!, this.#balance[right]! + this.#tail[left]!)
      }
    }
  }

  #combine(place: number): void {
    const [left, right] = [2 * place, 2 * place + 1]
    const [a, b] = [this.#least[left]!, this.#least[right]!]
    this.#least[place] = Math.min(a, b) + this.#whole[place]!
    this.#sums[place] =
      a < b ? this.#sums[left]! : b < a ? this.#sums[right]! : this.#sums[left]! + this.#sums[right]!
  }

  #cover(place: number, low: number, high: number, from: number, to: number, by: number): void {
    if (to < low || high < from) return
    if (from <= low && high <= to) {
      this.#least[place]! += by
      this.#whole[place]! += by
      return
    }
    const middle = (low + high) >> 1
    this.#cover(2 * place, low, middle, from, to, by)
    this.#cover(2 * place + 1, middle + 1, high, from, to, by)
    this.#combine(place)
  }

  /** The cover of a whole place changes no comparison inside the place, so it need not be passed down. */
  #query(place: number, low: number, high: number, from: number, to: number): { least: number; sum: bigint } {
    if (from <= low && high <= to) return { least: this.#least[place]!, sum: this.#sums[place]! }
    const middle = (low + high) >> 1
    const left = from <= middle ? this.#query(2 * place, low, middle, from, to) : null
    const right = to > middle ? this.#query(2 * place + 1, middle + 1, high, from, to) : null
    const whole = this.#whole[place]!
    if (left === null || right === null) {
      const one = (left ?? right)!
      return { least: one.least + whole, sum: one.sum }
    }
    const least = Math.min(left.least, right.least)
    const sum = (left.least === least ? left.sum : 0n) + (right.least === least ? right.sum : 0n)
    return { least: least + whole, sum }
  }
}
