/** The interface between one contract's calls and the transaction machine, which has no code for any one contract. */
import type { PageName, SwapSymbol } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import type { Abi } from 'viem'
import type { ChainRead } from '../../chain/chainRead.ts'
import type chinese from '../texts.zh.ts'

export type Calldata = {
  to: HexString
  data: HexString
  /** wei of the native coin that the call sends; absent: none */
  value?: bigint
}

export type PermitSignature = { deadline: bigint; v: number; r: HexString; s: HexString }

/** An amount that a call takes from the account by allowance. */
export type Spend = {
  token: SwapSymbol
  /** wei */
  amount: bigint
}

/** One log of a receipt, in a node's format. */
export type ReceiptLog = { address: HexString; topics: readonly HexString[]; data: HexString }

/** An amount that moved, from the chain's logs. */
export type OutcomeFact = {
  label: keyof (typeof chinese)['outcome']
  /** wei */
  amount: bigint
  token: Coin
}

/** A token, or the chain's own coin. */
export type Coin = SwapSymbol | 'BNB'

/** A figure that a call changes. It is read before and after the call. */
export type OutcomeState = {
  label: keyof (typeof chinese)['state']
  /** wei of a token, a share in parts of 10^8, or a plain number */
  unit: Coin | 'share' | 'count'
  /** @param get reads the chain for the account of the transaction, all reads at one block */
  value(get: <T>(read: ChainRead<T>) => Promise<T>): Promise<bigint>
}

/** The suggested next page after the call. */
export type NextStep = {
  label: keyof (typeof chinese)['next']
  page: PageName
}

/** How to read a call's receipt, and which figures to compare. */
export type CallOutcome<Call> = {
  /** The result, from the logs alone and never from the intent. In a batch, the logs may include logs of other calls. */
  facts(call: Call, logs: readonly ReceiptLog[], config: WebConfig, sender: HexString): OutcomeFact[]
  states?(call: Call, config: WebConfig, sender: HexString): OutcomeState[]
  next?(call: Call, config: WebConfig, sender: HexString): NextStep | null
}

/**
 * Calls are plain named data. The app shows a call to the user, encodes it, decodes the bytes again, and compares the result with the call
 * before the bytes reach the wallet.
 */
export type CallFile<Call extends { name: string }> = {
  /** every call of the file, by name */
  names: Readonly<Record<Call['name'], true>>
  /** custom errors that the calls can meet */
  errors: Abi
  /** @throws Error if the call names something that the configuration lacks */
  encode(call: Call, config: WebConfig): Calldata
  /** Decodes bytes. Returns null or throws if the bytes are not a call of this file. */
  decode(calldata: Calldata, config: WebConfig): Call | null
  /** the contract that needs the allowance; null if the calls take no tokens */
  spender(config: WebConfig): HexString | null
  /** for calls that accept an EIP-2612 permit in place of an allowance */
  permits?: {
    takes(call: Call, token: SwapSymbol, config: WebConfig): boolean
    /** the call including the permit for `token` */
    add(call: Call, token: SwapSymbol, permit: PermitSignature, config: WebConfig): Call
  }
  /** the sheet's content for a confirmed call; if absent, the sheet says only that the call is confirmed */
  outcome?: CallOutcome<Call>
}

export function lowerCase(address: string) {
  return address.toLowerCase() as HexString
}

export function errorsOf(abi: Abi): Abi {
  return abi.filter(({ type }) => type === 'error')
}
