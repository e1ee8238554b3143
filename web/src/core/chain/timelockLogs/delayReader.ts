import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { Reader } from '../chainRead.ts'

/** Seconds between an announcement of the timelock and the change, at least. */
export const readDelay: Reader<number> = async ({ config, read }) =>
  Number(await read(config.contracts.Timelock, timelockAbi, 'getMinDelay', []))
