/** Differences between what was computed from logs and what was written, published, signed or paid. */
import type { Address } from 'viem'

export type Difference = {
  epoch: bigint | null
  /** key, or id where no ruleset names it */
  program: string | null
  account: Address | null
  /** what is compared, as in "bonus in the epoch file" */
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
