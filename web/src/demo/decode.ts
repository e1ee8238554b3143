/** A decoded call or permit as rows for the wallet's window. The wallet reads bytes; it does not trust what the app says of them. */
import { SWAP_SYMBOLS, type SwapSymbol } from '@galx/protocol/products'
import type { WebConfig } from '@galx/protocol/webConfig'
import { formatUnits, groupThousands } from '@galx/protocol/units'
import type { IntendedCall } from '../core/transactions/calls/index.ts'
import { tokenOf } from '../core/chain/tokens.ts'
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
    rows.push([
      texts.amount,
      amountOf(
        call.amount,
        'token' in call
          ? call.token
          : call.name === 'wrap'
            ? 'BNB'
            : call.name === 'unwrap'
              ? 'WBNB'
              : stakeToken,
      ),
    ])
  if ('vouchers' in call)
    for (const { account, cumulative } of call.vouchers)
      rows.push([texts.voucher, `${account}: ${groupThousands(formatUnits(cumulative))}`])
  if ('shares' in call) rows.push([texts.shares, groupThousands(formatUnits(call.shares, 30))])
  if ('path' in call) {
    const [first, last] = [call.path[0], call.path.at(-1)]
    rows.push([texts.pays, amountOf(call.amountIn, call.native === 'in' ? 'BNB' : first)])
    rows.push([texts.receivesAtLeast, amountOf(call.amountOutMin, call.native === 'out' ? 'BNB' : last)])
    rows.push([texts.route, call.path.join(' → ')])
    rows.push([texts.recipient, call.to])
    rows.push([texts.deadline, new Date(Number(call.deadline) * 1_000).toLocaleString()])
  }
  if ('tier' in call) rows.push([texts.tier, String(call.tier)])
  if ('level' in call) rows.push([texts.level, String(call.level)])
  if ('inviter' in call) rows.push([texts.inviter, call.inviter ?? texts.none])
  if ('spender' in call) rows.push([texts.spender, call.spender])
  if ('pass' in call) rows.push([texts.pass, `#${call.pass}`])
  if ('passName' in call) rows.push([texts.passName, call.passName])
  if (call.name === 'sendPass') rows.push([texts.receiver, call.to])
  return rows
}

/** The facts of an EIP-2612 permit; none for other data, which is shown raw. */
export function permitFacts(data: TypedData, config: WebConfig): Rows {
  const texts = demoTexts()
  if (data.primaryType !== 'Permit') return [[texts.contract, data.domain.verifyingContract ?? '']]
  const { spender, value, deadline } = data.message as Record<string, string>
  const address = data.domain.verifyingContract?.toLowerCase()
  const token = SWAP_SYMBOLS.find((key) => tokenOf(config, key).address === address)
  return [
    [texts.token, token ?? address ?? ''],
    [texts.amount, amountOf(BigInt(value ?? '0'), token)],
    [texts.spender, spender ?? ''],
    [texts.deadline, new Date(Number(deadline) * 1_000).toLocaleString()],
  ]
}

function amountOf(wei: bigint, token: SwapSymbol | 'BNB' | undefined): string {
  return `${groupThousands(formatUnits(wei))}${token === undefined ? '' : ` ${token}`}`
}
