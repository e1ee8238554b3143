/** A bonus program as the chain has it. Amounts are wei of GALX, times unix seconds. */
export type BonusProgram = {
  budgetPerEpoch: bigint
  start: number
  vested: bigint
  paid: bigint
  /** seconds */
  epochDuration: number
  /** epochs whose results are published on-chain */
  published: bigint
}
