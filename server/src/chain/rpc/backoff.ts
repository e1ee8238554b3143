/**
 * The record of failed nodes. All parts of a process share one record. A node that fails rests for a while, longer each time. A node that
 * did not answer at all rests until a probe, a small request in the background, shows that it answers again. A node's faults are forgotten
 * only once it answers a real request, because a node may answer every probe and no larger request.
 */
import { NodeFaultError, type NodeFaultKind } from './fault.ts'

/** Milliseconds that a node rests after its first fault in a row. Each further fault doubles the time. */
const REST: Record<NodeFaultKind, number> = {
  unreachable: 5_000,
  limited: 1_000,
  plan: 60_000,
  credentials: 60_000,
  tooLarge: 0,
  batch: 1_000,
  behind: 500,
  pruned: 30_000,
  method: 60_000,
  wrong: 1_000,
  forged: 10_000,
  unknownHeader: 1_000,
  disagreement: 0,
  outvoted: 10_000,
  foreign: 10_000,
  refused: 1_000,
}
const LONGEST_REST = 60_000

type Rest = { until: number; faults: number; silent: boolean; probing: boolean }

export class Backoff<Node extends object> {
  readonly #resting = new Map<Node, Rest>()
  readonly #clock: () => number

  /** @param clock milliseconds; monotonic */
  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** The node has answered a real request, so its faults are forgotten. */
  recordSuccess(node: Node): void {
    this.#resting.delete(node)
  }

  /** @returns whether the node rests now: not every fault is the node's own */
  recordFailure(node: Node, { kind, hint }: NodeFaultError): boolean {
    if (REST[kind] === 0) return false
    const faults = this.#resting.get(node)?.faults ?? 0
    const doubled = REST[kind] * 2 ** Math.min(faults, 10)
    const rest = Math.max(Math.min(LONGEST_REST, doubled), hint.retryAfter ?? 0)
    this.#resting.set(node, {
      until: this.#clock() + rest,
      faults: faults + 1,
      silent: kind === 'unreachable',
      probing: false,
    })
    return true
  }

  isAvailable(node: Node): boolean {
    const rest = this.#resting.get(node)
    return rest === undefined || (!rest.silent && this.#clock() >= rest.until)
  }

  /** Nodes that do not rest come first, in the given order. The resting nodes follow in the order in which their rests end. */
  inOrder(nodes: readonly Node[]): Node[] {
    const until = (node: Node) => (this.isAvailable(node) ? 0 : (this.#resting.get(node)?.until ?? 0))
    return [...nodes].sort((one, other) => until(one) - until(other))
  }

  /**
   * Asks silent nodes whose rest is over. Other requests do not wait for these probes.
   * @param ask rejects with a NodeFaultError if the node does not answer, and with any other error if the node answers
   */
  probe(ask: (node: Node) => Promise<unknown>): void {
    for (const [node, rest] of this.#resting) {
      if (!rest.silent || rest.probing || this.#clock() < rest.until) continue
      rest.probing = true
      ask(node).then(
        () => this.#wake(node),
        (error: unknown) => {
          if (error instanceof NodeFaultError) this.recordFailure(node, error)
          else this.#wake(node)
        },
      )
    }
  }

  #wake(node: Node): void {
    const rest = this.#resting.get(node)
    if (rest !== undefined) this.#resting.set(node, { ...rest, silent: false, until: this.#clock() })
  }
}
