import { erc20Abi, multicall3Abi } from './abis.ts'
import type { BalanceKey } from './chainStore.ts'
import type { Reader } from './chainRead.ts'
import { tokenOf } from './tokens.ts'

/** wei of a token, or of the native coin */
export function readBalance(key: BalanceKey): Reader<bigint> {
  return ({ config, account, read }) =>
    key === 'native'
      ? read(config.contracts.Multicall3, multicall3Abi, 'getEthBalance', [account])
      : read(tokenOf(config, key).address, erc20Abi, 'balanceOf', [account])
}
