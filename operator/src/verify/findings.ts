/** The findings of a verification. A verification names every fault and does not stop at the first. */
import { BaseError, RpcError, RpcRequestError } from 'viem'
import { nodeErrorOf } from '../chain/nodeFaults.ts'

export type Finding = {
  /** the contract, pool or role */
  what: string
  /** one line: the found and the expected value */
  fault: string
}

/** A read in progress and its expected value. */
export type Comparison = readonly [what: string, reading: Promise<unknown>, wanted: unknown]

/** Lines for a reader under one heading. */
export type Section = { title: string; lines: readonly string[] }

export class Findings {
  /** facts that contradict the deployment file, the published build or the promises of the product */
  readonly wrong: Finding[] = []
  /** facts that could not be checked, with the reason */
  readonly unchecked: Finding[] = []
  /** allowed facts to look at before trusting the deployment with money */
  readonly notes: Finding[] = []
  /** the chain's answers to a holder's first questions */
  readonly facts: Section[] = []
  /** the number of compared facts */
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

  /** Compares two values as text: addresses and hashes in any case, numbers of any type. */
  expect(what: string, found: unknown, wanted: unknown): void {
    this.checked++
    if (text(found) !== text(wanted)) this.fault(what, `is ${text(found)}, not ${text(wanted)}`)
  }

  /** `expect` for reads in progress, in the given order. A failed read is a fault like any other. */
  async compare(comparisons: readonly Comparison[]): Promise<void> {
    const settled = await Promise.allSettled(comparisons.map(([, reading]) => reading))
    for (const [index, [what, , wanted]] of comparisons.entries()) {
      const outcome = settled[index]!
      if (outcome.status === 'fulfilled') this.expect(what, outcome.value, wanted)
      else this.fault(what, `cannot be read: ${firstLine(outcome.reason)}`)
    }
  }

  /** Reads a required value. A failed read is itself a fault. */
  async read<Value>(what: string, reading: Promise<Value>): Promise<Value | undefined> {
    try {
      return await reading
    } catch (error) {
      this.fault(what, `cannot be read: ${firstLine(error)}`)
      return undefined
    }
  }
}

/** The first line of an error that names the cause, in the node's words if the node refused. */
export function firstLine(error: unknown): string {
  const shown = nodeErrorOf(error) ?? error
  const { shortMessage, details, message } = shown as {
    shortMessage?: string
    details?: string
    message?: string
  }
  const words = isCodeOnly(shown) ? details || shortMessage : shortMessage
  return (words ?? message ?? String(error)).split('\n')[0]!
}

/** Whether viem's message follows from the code of the node's refusal alone: nodes use one code for many faults. */
function isCodeOnly(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const refusal = error.walk((cause) => cause instanceof RpcError || cause instanceof RpcRequestError)
  return refusal instanceof BaseError && refusal.shortMessage === error.shortMessage
}

function text(value: unknown): string {
  return String(value).toLowerCase()
}
