/** What an account has and has allowed, read once before a transaction. */
import type { TokenSymbol } from '@galx/protocol/deployment'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { erc20Abi, multicall3Abi } from '../chain/abis.ts'
import { createBatch, type Answer } from '../chain/multicall.ts'
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
  const batch = createBatch()
  const native = batch.read(multicall3, multicall3Abi, 'getEthBalance', [account])
  const time = batch.read(multicall3, multicall3Abi, 'getCurrentBlockTimestamp', [])
  const facts = spends.map(({ token }) => {
    const { address } = config.tokens[token]
    return {
      token,
      balance: batch.read(address, erc20Abi, 'balanceOf', [account]),
      allowance: batch.read(address, erc20Abi, 'allowance', [account, stakingPools]),
      name: batch.read(address, erc20Abi, 'name', []),
      nonce: batch.read(address, erc20Abi, 'nonces', [account]),
    }
  })
  await batch.run()
  const tokens = {} as Record<TokenSymbol, TokenFacts>
  for (const { token, balance, allowance, name, nonce } of facts)
    tokens[token] = {
      balance: needed(balance),
      allowance: needed(allowance),
      name: optional(name),
      nonce: optional(nonce),
    }
  return { tokens, native: needed(native), permitDeadline: needed(time) + BigInt(PERMIT_LIFETIME) }
}

function needed<T>(answer: Answer<T>): T {
  const result = answer()
  if (!result.ok) throw new ProblemError({ code: 'chainUnreachable' })
  return result.value
}

function optional<T>(answer: Answer<T>): T | null {
  const result = answer()
  return result.ok ? result.value : null
}
