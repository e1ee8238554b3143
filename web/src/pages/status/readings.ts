/** What the chain says of its final block and of the bonus programs. Amounts are wei. */

/** The newest block that the chain does not take back; its time is in unix seconds. */
export type FinalBlock = { number: bigint; timestamp: number }

export type ProgramBudget = {
  /** RewardVouchers' id, decimal */
  id: string
  token: `0x${string}`
  /** wei that have not vested yet */
  left: bigint
  /** unix seconds of the end of the epoch in which the last of it vests; 0: nothing is left */
  until: number
}

/** `epochDuration`: seconds. Programs are in the order in which they were made. */
export type Vouchers = { epochDuration: number; programs: ProgramBudget[] }
