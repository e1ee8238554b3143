/** Reads the logs of a receipt: a contract's own events, and the tokens that moved. */
import { PAGE_OF_POOL, type TokenSymbol, type PoolKey } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { parseEventLogs, type ParseEventLogsReturnType } from 'viem/utils'
import type { Abi, ContractEventName, RpcLog } from 'viem'
import { balanceOf } from '../../chain/reads.ts'
import {
  lowerCase,
  type OutcomeFact,
  type ReceiptLog,
  type Coin,
  type NextStep,
  type OutcomeState,
} from './callFile.ts'

const transferAbi = [
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { type: 'address', name: 'from', indexed: true },
      { type: 'address', name: 'to', indexed: true },
      { type: 'uint256', name: 'value', indexed: false },
    ],
  },
] as const

/** Events of the wrapped native coin (WETH9): a transfer of the coin itself leaves no event. */
const wrappingAbi = [
  {
    type: 'event',
    name: 'Deposit',
    inputs: [
      { type: 'address', name: 'account', indexed: true },
      { type: 'uint256', name: 'wad', indexed: false },
    ],
  },
  {
    type: 'event',
    name: 'Withdrawal',
    inputs: [
      { type: 'address', name: 'account', indexed: true },
      { type: 'uint256', name: 'wad', indexed: false },
    ],
  },
] as const

/** The accounts' wrapped amounts. */
export function wrappedIn(logs: readonly ReceiptLog[], wrappedNative: HexString) {
  return eventsOf(logs, wrappedNative, wrappingAbi, 'Deposit')
}

/** The accounts' unwrapped amounts. */
export function unwrappedIn(logs: readonly ReceiptLog[], wrappedNative: HexString) {
  return eventsOf(logs, wrappedNative, wrappingAbi, 'Withdrawal')
}

/** The arguments of every event `name` that `contract` logged, in order. All other logs are left out. */
export function eventsOf<const Contract extends Abi, Name extends ContractEventName<Contract>>(
  logs: readonly ReceiptLog[],
  contract: HexString,
  abi: Contract,
  name: Name,
): ParseEventLogsReturnType<Contract, Name, true>[number]['args'][] {
  const own = logs.filter(({ address }) => lowerCase(address) === contract)
  return parseEventLogs({ abi, eventName: name, logs: own as unknown as RpcLog[] }).map(
    ({ args }) => args as ParseEventLogsReturnType<Contract, Name, true>[number]['args'],
  )
}

/**
 * The amount of each of the app's tokens that reached `account`, wei: the sum of the tokens' own transfers, one fact for each token.
 * @param payer counts only this contract's transfers; absent: all transfers
 */
export function received(
  logs: readonly ReceiptLog[],
  account: HexString,
  config: WebConfig,
  payer?: HexString,
  label: OutcomeFact['label'] = 'received',
): OutcomeFact[] {
  return (Object.keys(config.tokens) as TokenSymbol[]).flatMap((token): OutcomeFact[] => {
    const from = payer === undefined ? {} : { from: payer }
    const amount = transferred(logs, config.tokens[token].address, { ...from, to: account })
    return amount === 0n ? [] : [{ label, amount, token }]
  })
}

/** Wei of one token that moved from one account to the other, by the token's own transfers. Either account may be left out. */
export function transferred(
  logs: readonly ReceiptLog[],
  token: HexString,
  { from, to }: { from?: HexString; to?: HexString },
): bigint {
  return eventsOf(logs, token, transferAbi, 'Transfer')
    .filter(
      (one) =>
        (from === undefined || lowerCase(one.from) === from) &&
        (to === undefined || lowerCase(one.to) === to),
    )
    .reduce((sum, { value }) => sum + value, 0n)
}

/** One fact for each token and label: amounts of the same token are added. Amounts of different tokens are never added. Zero amounts are left out. */
export function summed(facts: readonly OutcomeFact[]): OutcomeFact[] {
  const sums: OutcomeFact[] = []
  for (const fact of facts) {
    const same = sums.find(({ label, token }) => label === fact.label && token === fact.token)
    if (same === undefined) sums.push({ ...fact })
    else same.amount += fact.amount
  }
  return sums.filter(({ amount }) => amount !== 0n)
}

/** The wallet's balance of each of these tokens, without repetition. */
export function balanceStates(coins: readonly Coin[]): OutcomeState[] {
  return [...new Set(coins)].map((coin) => ({
    label: 'balance',
    unit: coin,
    value: (get) => get(balanceOf(coin === 'BNB' ? 'native' : coin)),
  }))
}

/** A link to the first pool that takes the token; null if no pool takes it. */
export function stakeOf(
  token: Coin | undefined,
  label: NextStep['label'],
  { pools }: WebConfig,
): NextStep | null {
  const keys = Object.keys(PAGE_OF_POOL) as PoolKey[]
  const key = keys.find((one) => pools[one]?.stakeToken === token)
  return key === undefined || token === undefined ? null : { label, page: PAGE_OF_POOL[key] }
}
