/** Reads of RewardVouchers and EpochLog. */
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { ProgramKey } from '@galx/protocol/products'
import type { Reader } from '../../core/chain/chainRead.ts'
import type { BonusProgram } from './bonusModel.ts'

/**
 * The program that /config.json names under `key`.
 * @throws Error where it names none, or the chain has none of that id
 */
export function readBonusProgram(key: ProgramKey): Reader<BonusProgram> {
  return async ({ config, read }) => {
    const { RewardVouchers, EpochLog } = config.contracts
    const [programs, epochDuration, published] = await Promise.all([
      read(RewardVouchers, rewardVouchersAbi, 'programs', []),
      read(RewardVouchers, rewardVouchersAbi, 'epochDuration', []),
      read(EpochLog, epochLogAbi, 'epochCount', []),
    ])
    const named = config.programs[key]
    const program = programs.find(({ id }) => id.toString() === named)
    if (program === undefined) throw new Error(`there is no program ${key} on this chain`)
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
