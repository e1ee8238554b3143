/** A decoded call or permit as rows for the wallet's window. The wallet reads bytes; it does not trust what the app says of them. */
import type { TokenSymbol } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import { formatUnits, groupThousands } from '@galx/protocol/units'
import type { IntendedCall } from '../core/transactions/calls/index.ts'
import type { TypedData } from './questions.ts'
import { demoTexts } from './texts.ts'

type Rows = [string, string][]

export function callFacts(call: IntendedCall, config: WebConfig): Rows {
  const texts = demoTexts()
  const rows: Rows = [[texts.call, texts.calls[call.name]]]
  const stakeToken = 'pool' in call ? config.pools[call.pool]?.stakeToken : undefined
  if ('pool' in call) rows.push([texts.pool, call.pool])
  if ('pools' in call) rows.push([texts.pools, call.pools.join(', ')])
  if ('position' in call) rows.push([texts.position, call.position.toString()])
  if ('amount' in call)
    rows.push([texts.amount, amountOf(call.amount, 'token' in call ? call.token : stakeToken)])
  if ('shares' in call) rows.push([texts.shares, groupThousands(formatUnits(call.shares, 30))])
  if ('tier' in call) rows.push([texts.tier, String(call.tier)])
  if ('inviter' in call) rows.push([texts.inviter, call.inviter ?? texts.none])
  if ('spender' in call) rows.push([texts.spender, call.spender])
  return rows
}

/** The facts of an EIP-2612 permit; none for other data, which is shown raw. */
export function permitFacts(data: TypedData, config: WebConfig): Rows {
  const texts = demoTexts()
  if (data.primaryType !== 'Permit') return [[texts.contract, data.domain.verifyingContract ?? '']]
  const { spender, value, deadline } = data.message as Record<string, string>
  const address = data.domain.verifyingContract?.toLowerCase()
  const token = (Object.keys(config.tokens) as TokenSymbol[]).find(
    (key) => config.tokens[key].address === address,
  )
  return [
    [texts.token, token ?? address ?? ''],
    [texts.amount, amountOf(BigInt(value ?? '0'), token)],
    [texts.spender, spender ?? ''],
    [texts.deadline, new Date(Number(deadline) * 1_000).toLocaleString()],
  ]
}

function amountOf(wei: bigint, token: TokenSymbol | undefined): string {
  return `${groupThousands(formatUnits(wei))}${token === undefined ? '' : ` ${token}`}`
}
