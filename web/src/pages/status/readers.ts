/** Reads of RewardVouchers, and of the newest final block. */
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import type { Reader } from '../../core/chain/chainRead.ts'
import { readRpc } from '../../core/chain/rpc.ts'
import type { FinalBlock, Vouchers } from './readings.ts'

/** Asks the node, because no contract knows the final block. */
export const readFinalBlock: Reader<FinalBlock> = async () => {
  const block = (await readRpc('eth_getBlockByNumber', ['finalized', false])) as {
    number: string
    timestamp: string
  } | null
  if (block === null) throw new Error('the node names no final block')
  return { number: BigInt(block.number), timestamp: Number(block.timestamp) }
}

export const readVouchers: Reader<Vouchers> = async ({ config, read }) => {
  const { RewardVouchers } = config.contracts
  const [duration, programs] = await Promise.all([
    read(RewardVouchers, rewardVouchersAbi, 'epochDuration', []),
    read(RewardVouchers, rewardVouchersAbi, 'programs', []),
  ])
  return {
    epochDuration: Number(duration),
    programs: programs.map(({ id, token, funded, vested, fundedUntil }) => ({
      id: id.toString(),
      token: token.toLowerCase() as `0x${string}`,
      left: funded - vested,
      until: Number(fundedUntil),
    })),
  }
}
