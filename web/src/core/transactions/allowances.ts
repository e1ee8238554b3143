/** An account's balances and allowances, read once before a transaction. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { erc20Abi, multicall3Abi } from '../chain/abis.ts'
import { createBatch, type Answer } from '../chain/multicall.ts'
import { ChainUnreachableError } from '../chain/rpc.ts'
import { tokenOf } from '../chain/tokens.ts'
import type { Spend } from './calls/callFile.ts'
import { PERMIT_LIFETIME } from './permit.ts'

/** A spend, with the account's balance and allowance for it. */
export type SpendFacts = {
  balance: bigint
  /** for the call's spender */
  allowance: bigint
  /** for a permit; null if the token does not support permits */
  name: string | null
  nonce: bigint | null
} & Spend

export type Allowances = {
  /** one for each requested spend, in the same order */
  spends: SpendFacts[]
  /** wei of the native coin */
  native: bigint
  /** unix seconds by the chain's clock */
  permitDeadline: bigint
}

/** @throws ChainUnreachableError if a token does not answer; see readRpc for the other errors */
export async function readAllowances(
  account: HexString,
  spends: Spend[],
  spender: HexString,
  config: WebConfig,
): Promise<Allowances> {
  const { Multicall3: multicall3 } = config.contracts
  const batch = createBatch()
  const native = batch.read(multicall3, multicall3Abi, 'getEthBalance', [account])
  const time = batch.read(multicall3, multicall3Abi, 'getCurrentBlockTimestamp', [])
  const facts = spends.map((spend) => {
    const { address } = tokenOf(config, spend.token)
    return {
      spend,
      balance: batch.read(address, erc20Abi, 'balanceOf', [account]),
      allowance: batch.read(address, erc20Abi, 'allowance', [account, spender]),
      name: batch.read(address, erc20Abi, 'name', []),
      nonce: batch.read(address, erc20Abi, 'nonces', [account]),
    }
  })
  await batch.run()
  return {
    spends: facts.map(({ spend, balance, allowance, name, nonce }) => ({
      ...spend,
      balance: needed(balance),
      allowance: needed(allowance),
      name: optional(name),
      nonce: optional(nonce),
    })),
    native: needed(native),
    permitDeadline: needed(time) + BigInt(PERMIT_LIFETIME),
  }
}

function needed<T>(answer: Answer<T>): T {
  const result = answer()
  if (!result.ok) throw new ChainUnreachableError(result.reason)
  return result.value
}

function optional<T>(answer: Answer<T>): T | null {
  const result = answer()
  return result.ok ? result.value : null
}
