/** What a verification found: nothing is thrown at the first fault, everything that is wrong is named. */
import { nodeErrorOf } from '../chain/nodeFaults.ts'

export type Finding = {
  /** which contract, pool, role … */
  what: string
  /** one line: what it is, and what it should be */
  fault: string
}

/** A read in progress and the value that it should have. */
export type Comparison = readonly [what: string, reading: Promise<unknown>, wanted: unknown]

/** Lines for a reader under one heading. */
export type Section = { title: string; lines: readonly string[] }

export class Findings {
  /** what contradicts the deployment file, the published build or the promises of the product */
  readonly wrong: Finding[] = []
  /** what could not be checked, and why */
  readonly unchecked: Finding[] = []
  /** what is allowed and worth a look before one trusts the deployment with money */
  readonly notes: Finding[] = []
  /** what a holder asks first, as the chain answers it */
  readonly facts: Section[] = []
  /** how many single facts were compared */
  checked = 0

  fault(what: string, fault: string): void {
    this.wrong.push({ what, fault })
  }

  note(what: string, fault: string): void {
    this.notes.push({ what, fault })
  }

  notChecked(what: string, fault: string): void {
    this.unchecked.push({ what, fault })
  }

  /** Addresses and hashes in any case, numbers in any type. */
  expect(what: string, found: unknown, wanted: unknown): void {
    this.checked++
    if (text(found) !== text(wanted)) this.fault(what, `is ${text(found)}, not ${text(wanted)}`)
  }

  /** `expect` of what is still being read, in the order given; a reading that fails is a fault like any other. */
  async compare(comparisons: readonly Comparison[]): Promise<void> {
    const settled = await Promise.allSettled(comparisons.map(([, reading]) => reading))
    for (const [index, [what, , wanted]] of comparisons.entries()) {
      const outcome = settled[index]!
      if (outcome.status === 'fulfilled') this.expect(what, outcome.value, wanted)
      else this.fault(what, `cannot be read: ${firstLine(outcome.reason)}`)
    }
  }

  /** Reads something that has to be there; a read that fails is itself a fault, named. */
  async read<Value>(what: string, reading: Promise<Value>): Promise<Value | undefined> {
    try {
      return await reading
    } catch (error) {
      this.fault(what, `cannot be read: ${firstLine(error)}`)
      return undefined
    }
  }
}

export function firstLine(error: unknown): string {
  const { shortMessage, details, message } = (nodeErrorOf(error) ?? error) as {
    shortMessage?: string
    details?: string
    message?: string
  }
  // Where a library only says that a request failed, the node says why.
  const words = shortMessage === 'RPC Request failed.' ? details : shortMessage
  return (words ?? message ?? String(error)).split('\n')[0]!
}

function text(value: unknown): string {
  return String(value).toLowerCase()
}
