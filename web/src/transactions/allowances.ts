/** What an account has and has allowed, read once before a transaction. */
import type { TokenSymbol } from '@galx/protocol/deployment'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { erc20Abi, multicall3Abi } from '../chain/abis.ts'
import { multicall, read, type Read, type ReadResult } from '../chain/multicall.ts'
import type { Spend } from './calls.ts'
import { PERMIT_LIFETIME } from './permit.ts'
import { ProblemError } from './problem.ts'

export interface TokenFacts {
  balance: bigint
  /** for StakingPools */
  allowance: bigint
  /** for a permit; null where the token takes none */
  name: string | null
  nonce: bigint | null
}

export interface Allowances {
  tokens: Record<TokenSymbol, TokenFacts>
  /** wei of the native coin */
  native: bigint
  /** unix seconds by the chain's clock */
  permitDeadline: bigint
}

/** @throws ProblemError when a token does not answer; see readRpc for the rest */
export async function readAllowances(
  account: HexString,
  spends: Spend[],
  config: WebConfig,
): Promise<Allowances> {
  const { multicall3, stakingPools } = config.contracts
  const reads: Read<unknown>[] = [
    read(multicall3, multicall3Abi, 'getEthBalance', [account]),
    read(multicall3, multicall3Abi, 'getCurrentBlockTimestamp'),
    ...spends.flatMap(({ token }) => {
      const { address } = config.tokens[token]
      return [
        read(address, erc20Abi, 'balanceOf', [account]),
        read(address, erc20Abi, 'allowance', [account, stakingPools]),
        read(address, erc20Abi, 'name'),
        read(address, erc20Abi, 'nonces', [account]),
      ]
    }),
  ]
  const results: readonly ReadResult<unknown>[] = await multicall(reads)
  const needed = <T>(index: number): T => {
    const result = results[index]
    if (result?.ok !== true) throw new ProblemError({ code: 'chainUnreachable' })
    return result.value as T
  }
  const optional = <T>(index: number): T | null => {
    const result = results[index]
    return result?.ok === true ? (result.value as T) : null
  }
  const tokens = {} as Record<TokenSymbol, TokenFacts>
  spends.forEach(({ token }, at) => {
    const first = 2 + at * 4
    tokens[token] = {
      balance: needed<bigint>(first),
      allowance: needed<bigint>(first + 1),
      name: optional<string>(first + 2),
      nonce: optional<bigint>(first + 3),
    }
  })
  return { tokens, native: needed<bigint>(0), permitDeadline: needed<bigint>(1) + BigInt(PERMIT_LIFETIME) }
}
