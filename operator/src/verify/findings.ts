/** What a verification found: nothing is thrown at the first fault, everything that is wrong is named. */

export type Finding = {
  /** which contract, pool, role … */
  what: string
  /** one line: what it is, and what it should be */
  fault: string
}

export class Findings {
  readonly wrong: Finding[] = []
  /** what could not be looked at, and why */
  readonly unchecked: Finding[] = []
  /** how many single facts were compared */
  checked = 0

  fault(what: string, fault: string): void {
    this.wrong.push({ what, fault })
  }

  /** Addresses and hashes in any case, numbers in any type. */
  expect(what: string, found: unknown, wanted: unknown): void {
    this.checked++
    if (text(found) !== text(wanted)) this.fault(what, `is ${text(found)}, not ${text(wanted)}`)
  }

  /** `expect` of something that is still to be read; where that fails it is a fault like any other. */
  async same(what: string, reading: Promise<unknown>, wanted: unknown): Promise<void> {
    const found = await this.read(what, reading)
    if (found !== undefined) this.expect(what, found, wanted)
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
  const { shortMessage, message } = error as { shortMessage?: string; message?: string }
  return (shortMessage ?? message ?? String(error)).split('\n')[0]!
}

function text(value: unknown): string {
  return String(value).toLowerCase()
}
