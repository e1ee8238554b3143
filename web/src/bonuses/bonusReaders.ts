/** Reads of RewardVouchers and EpochLog. */
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { PROGRAM_KEYS, type ProgramKey } from '@galx/protocol/products'
import { PROGRAM_TOKENS } from '@galx/protocol/programTokens'
import type { Reader } from '../core/chain/chainRead.ts'
import { lowerCase } from '../core/transactions/calls/callFile.ts'
import type { BonusProgram, DrawnBonuses } from './bonusChain.ts'

const NOBODY = `0x${'0'.repeat(40)}`

/** @throws Error if the chain has no such program, or if its program pays another token */
export function readBonusProgram(key: ProgramKey): Reader<BonusProgram> {
  return async ({ config, read }) => {
    const { RewardVouchers, EpochLog } = config.contracts
    const id = config.programs[key]
    if (id === undefined) throw new Error(`there is no program ${key} on this chain`)
    const [program, epochDuration, published] = await Promise.all([
      read(RewardVouchers, rewardVouchersAbi, 'program', [BigInt(id)]),
      read(RewardVouchers, rewardVouchersAbi, 'epochDuration', []),
      read(EpochLog, epochLogAbi, 'epochCount', []),
    ])
    if (lowerCase(program.token) !== config.tokens[PROGRAM_TOKENS[key]].address)
      throw new Error(`the program ${key} pays another token`)
    return {
      budgetPerEpoch: program.budgetPerEpoch,
      start: Number(program.start),
      vested: program.vested,
      paid: program.paid,
      fundedUntil: Number(program.fundedUntil),
      epochDuration: Number(epochDuration),
      published,
    }
  }
}

function keyOrNull(address: string) {
  const key = lowerCase(address)
  return key === NOBODY ? null : key
}

export const readDrawn: Reader<DrawnBonuses> = async ({ config, account, read }) => {
  const { RewardVouchers } = config.contracts
  const keys = PROGRAM_KEYS.filter((key) => config.programs[key] !== undefined)
  const ids = keys.map((key) => BigInt(config.programs[key] ?? 0))
  const [drawn, programs, pausedUntil, signer, coSigner, signersNonce] = await Promise.all([
    read(RewardVouchers, rewardVouchersAbi, 'drawnMany', [ids, ids.map(() => account)]),
    read(RewardVouchers, rewardVouchersAbi, 'programs', []),
    read(RewardVouchers, rewardVouchersAbi, 'pausedUntil', []),
    read(RewardVouchers, rewardVouchersAbi, 'signer', []).then(keyOrNull),
    read(RewardVouchers, rewardVouchersAbi, 'coSigner', []).then(keyOrNull),
    read(RewardVouchers, rewardVouchersAbi, 'signersNonce', []),
  ])
  const available = (id: bigint | undefined) => {
    const program = programs.find((one) => one.id === id)
    return program === undefined ? 0n : program.vested - program.paid
  }
  return {
    drawn: Object.fromEntries(keys.map((key, index) => [key, drawn[index] ?? 0n])),
    available: Object.fromEntries(keys.map((key, index) => [key, available(ids[index])])),
    pausedUntil: Number(pausedUntil),
    signer,
    coSigner,
    signersNonce: Number(signersNonce),
  }
}
