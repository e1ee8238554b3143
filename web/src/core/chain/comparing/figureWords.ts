/** The name of a differing figure, and its two values, as text. */
import type { WebConfig } from '@galx/protocol/webConfig'
import { formatUnits, groupThousands } from '@galx/protocol/units'
import { ownText } from '../../../i18n/hiddenAmounts.ts'
import type { DifferentFigure, Value } from './comparison.ts'
import type { comparingTexts } from './texts.ts'

type Texts = ReturnType<typeof comparingTexts.current>

export type FigureWords = { name: string; first: string; second: string }

/** Fields and functions whose number is wei of a token with 18 decimals, or a weight in wei. */
const AMOUNTS =
  /^(totalWeight|rewardRate|undistributed|weight|earned|amount|pairAmount|assets|unvested|funded|vested|paid|budgetPerEpoch|balanceOf|getEthBalance|allowance|totalSupply|cap|BOND|drawnMany|redeem|priceOf|getReserves|getAmountOut)$/
const OF_POOLS = /^(poolState|accountState|positionsOf|poolConfiguration)$/
const TIMES = /(End|Until|At|Update|Timestamp)$|^start$/

export function figureWords(
  { call, path, first, second }: DifferentFigure,
  config: WebConfig,
  account: string | null,
  texts: Texts,
): FigureWords {
  const { target, functionName, args } = call
  const functions: Readonly<Record<string, string | undefined>> = texts.functions
  const fields: Readonly<Record<string, string | undefined>> = texts.fields
  const isPlace = (name: string) => /^\d+$/.test(name)
  const places = path.map((name) =>
    isPlace(name) ? texts.item(String(Number(name) + 1)) : (fields[name] ?? name),
  )
  const pool = OF_POOLS.test(functionName)
    ? Object.entries(config.pools).find(([, { id }]) => BigInt(id) === args[0])?.[0]
    : undefined
  const parts = [
    functionName === 'code' ? null : (nameOf(target, config, account, texts) ?? target),
    pool ?? null,
    ...args.map((value) => nameOf(value, config, account, texts)),
    // A field of a state needs no function name.
    path.length > 0 && functionName.endsWith('State') ? null : (functions[functionName] ?? functionName),
    ...places,
  ]
  const counts = target === config.contracts.NodePass && /^(balanceOf|totalSupply)$/.test(functionName)
  const kind = counts ? '' : (path.filter((name) => !isPlace(name)).at(-1) ?? functionName)
  // The holder's own figures may be hidden. Both values are then the same mark, and the name still says which figure differs.
  const isOwn = account !== null && args.some((value) => String(value).toLowerCase() === account)
  const said = (value: Value) => {
    const text = valueText(value, kind, texts)
    return isOwn && value != null ? ownText(text) : text
  }
  return {
    name: parts.filter((part) => part !== null).join(' · '),
    first: said(first),
    second: said(second),
  }
}

/** The name of a contract or a token, or the word for the holder's account; null for any other value. */
function nameOf(
  value: unknown,
  { contracts, tokens, pairs }: WebConfig,
  account: string | null,
  texts: Texts,
): string | null {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) return null
  const address = value.toLowerCase()
  if (address === account) return texts.yours
  const symbol = Object.entries(tokens).find(([, token]) => token.address === address)?.[0]
  const contract = Object.entries(contracts).find(([, one]) => one === address)?.[0]
  const pair = pairs.find((one) => one.address === address)
  const names: Readonly<Record<string, string | undefined>> = texts.contracts
  if (symbol !== undefined) return symbol
  if (contract !== undefined) return names[contract] ?? contract
  return pair === undefined ? null : `${pair.base}/${pair.quote}`
}

function valueText(value: Value, kind: string, texts: Texts): string {
  if (value === undefined || value === null) return texts.refused
  if (typeof value === 'object')
    return Object.values(value as Record<string, Value>)
      .map((part) => valueText(part, '', texts))
      .join(', ')
  if (typeof value === 'bigint' && AMOUNTS.test(kind)) return amount(value)
  if ((typeof value === 'bigint' || typeof value === 'number') && TIMES.test(kind) && value > 0)
    return time(Number(value)) ?? String(value)
  return String(value)
}

/** Shows every digit: two values may differ only in the last digit. */
function amount(wei: bigint): string {
  const [whole = '0', fraction = ''] = formatUnits(wei, 18).split('.')
  return `${groupThousands(whole)}${fraction === '' ? '' : `.${fraction}`}`
}

function time(seconds: number): string | null {
  const date = new Date(seconds * 1_000)
  if (Number.isNaN(date.getTime())) return null
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
