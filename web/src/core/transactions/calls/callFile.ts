/** What one contract's calls give to the transaction machine, which itself knows no contract. */
import type { PageName, SwapSymbol } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { Abi } from 'viem'
import type { ChainRead } from '../../chain/chainRead.ts'
import type chinese from '../texts.zh.ts'

export type Calldata = {
  to: HexString
  data: HexString
  /** wei of the native coin that goes with it; none where it is left out */
  value?: bigint
}

export type PermitSignature = { deadline: bigint; v: number; r: HexString; s: HexString }

/** What a call takes from the account by allowance. */
export type Spend = {
  token: SwapSymbol
  /** wei */
  amount: bigint
}

/** One log of a receipt, as a node gives it. */
export type ReceiptLog = { address: HexString; topics: readonly HexString[]; data: HexString }

/** An amount that moved, as the chain logged it. */
export type OutcomeFact = {
  label: keyof (typeof chinese)['outcome']
  /** wei */
  amount: bigint
  token: Coin
}

/** A token, or the chain's own coin. */
export type Coin = SwapSymbol | 'BNB'

/** A figure that a call changes, to be read before and after it. */
export type OutcomeState = {
  label: keyof (typeof chinese)['state']
  /** wei of a token, a share in parts of 10^8, or a plain number */
  unit: Coin | 'share' | 'count'
  /** @param get reads the chain for the account of the transaction, all reads at one block */
  value(get: <T>(read: ChainRead<T>) => Promise<T>): Promise<bigint>
}

/** Where to go after the call. */
export type NextStep = {
  label: keyof (typeof chinese)['next']
  page: PageName
}

/** How a call's receipt is read, and what to compare. */
export type CallOutcome<Call> = {
  /** What happened, from the logs alone: never what was intended. In a batch there may be logs of its other calls among them. */
  facts(call: Call, logs: readonly ReceiptLog[], config: WebConfig): OutcomeFact[]
  states?(call: Call, config: WebConfig): OutcomeState[]
  next?(call: Call, config: WebConfig): NextStep | null
}

/**
 * Calls are plain named data. The user is shown one, it is encoded, and the bytes are decoded again and compared with it
 * before they reach the wallet.
 */
export type CallFile<Call extends { name: string }> = {
  /** every call of the file, by name */
  names: Readonly<Record<Call['name'], true>>
  /** custom errors that the calls can meet */
  errors: Abi
  /** @throws Error when the call names something that the configuration lacks */
  encode(call: Call, config: WebConfig): Calldata
  /** Reads bytes back. Null or an error for anything that is no call of this file. */
  decode(calldata: Calldata, config: WebConfig): Call | null
  /** the contract that needs the allowance; null where the calls take no tokens */
  spender(config: WebConfig): HexString | null
  /** for calls that take an EIP-2612 permit in place of an allowance */
  permits?: {
    takes(call: Call, token: SwapSymbol, config: WebConfig): boolean
    /** the call with the permit for `token` in it */
    add(call: Call, token: SwapSymbol, permit: PermitSignature, config: WebConfig): Call
  }
  /** what the sheet shows of a confirmed call; without it, that it is confirmed and nothing more */
  outcome?: CallOutcome<Call>
}

export function lowerCase(address: string) {
  return address.toLowerCase() as HexString
}

export function errorsOf(abi: Abi): Abi {
  return abi.filter(({ type }) => type === 'error')
}
