/** Reads of RewardVouchers and EpochLog. */
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { PROGRAM_KEYS, type ProgramKey } from '@galx/protocol/products'
import type { Reader } from '../../core/chain/chainRead.ts'
import { lowerCase } from '../../core/transactions/calls/callFile.ts'
import type { BonusProgram } from './bonusModel.ts'

/**
 * The programs were made in the registry's order.
 * @throws Error where the program in that place pays another token, or is not made
 */
export function readBonusProgram(key: ProgramKey): Reader<BonusProgram> {
  return async ({ config, read }) => {
    const { RewardVouchers, EpochLog } = config.contracts
    const [programs, epochDuration, published] = await Promise.all([
      read(RewardVouchers, rewardVouchersAbi, 'programs', []),
      read(RewardVouchers, rewardVouchersAbi, 'epochDuration', []),
      read(EpochLog, epochLogAbi, 'epochCount', []),
    ])
    const program = programs[PROGRAM_KEYS.indexOf(key)]
    if (program === undefined || lowerCase(program.token) !== config.tokens.GALX.address)
      throw new Error(`there is no program ${key} on this chain`)
    return {
      budgetPerEpoch: program.budgetPerEpoch,
      start: Number(program.start),
      vested: program.vested,
      paid: program.paid,
      epochDuration: Number(epochDuration),
      published,
    }
  }
}
