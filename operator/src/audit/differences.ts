/** Differences between the results computed from logs and the written, published, signed or paid values. */
import type { Address } from 'viem'

export type Difference = {
  epoch: bigint | null
  /** the key, or the id if no ruleset names the program */
  program: string | null
  account: Address | null
  /** the compared value, such as "bonus in the epoch file" */
  what: string
  found: string
  computed: string
}

/** @returns one line: epoch, program, account, and both values */
export function differenceText({ epoch, program, account, what, found, computed }: Difference): string {
  const place = [
    epoch === null ? undefined : `epoch ${epoch}`,
    program === null ? undefined : `program ${program}`,
    account === null ? undefined : `account ${account}`,
  ].filter((part) => part !== undefined)
  return `wrong: ${[...place, what].join(', ')}: is ${found}, computed ${computed}`
}

export type Differ = (difference: Difference) => void
