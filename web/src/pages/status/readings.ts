/** The chain's final block and the state of the bonus programs. Amounts are wei. */

/** The newest final block; its time is in unix seconds. */
export type FinalBlock = { number: bigint; timestamp: number }

export type ProgramBudget = {
  /** RewardVouchers' id, decimal */
  id: string
  token: `0x${string}`
  /** wei that have not vested yet */
  left: bigint
  /** the end of the epoch in which the last part vests, unix seconds; 0: nothing is left */
  until: number
}

/** `epochDuration`: seconds. Programs are in the order of their creation. */
export type Vouchers = { epochDuration: number; programs: ProgramBudget[] }
