/**
 * The statement of an account: every token amount that its actions moved in one calendar year (UTC), as CSV files. Pure: the same actions give
 * the same bytes, so anybody can make a statement again from the chain's logs.
 */
import { NODE_BOND } from './formulas.ts'
import type { ActivityItem } from './http/activity.ts'
import type { ProductName, TokenSymbol } from './products.ts'
import { formatUnits } from './units.ts'

/** The fields of an action that a statement uses. */
export type StatementAction = Pick<
  ActivityItem,
  | 'kind'
  | 'product'
  | 'token'
  | 'amount'
  | 'pairToken'
  | 'pairAmount'
  | 'penalty'
  | 'rewardToken'
  | 'reward'
  | 'txHash'
  | 'blockNumber'
  | 'at'
>

export type StatementHead = {
  chainId: number
  /** lower case */
  account: string
  /** UTC */
  year: number
  /** the last block that the statement covers */
  block: number
  blockHash: string
}

type MovementKind =
  | 'stake'
  | 'unstake'
  | 'penalty'
  | 'reward'
  | 'deposit'
  | 'withdraw'
  | 'burn'
  | 'bond'
  | 'bondReturned'
  | 'bonus'

type Movement = {
  kind: MovementKind
  token: TokenSymbol
  /** wei, above 0 */
  amount: bigint
  /** from the account, or to the account */
  direction: 'out' | 'in'
}
type MovementRow = Movement & { product: ProductName; txHash: string; block: number; at: number }

/** `galx` can be made again and compared by `operator audit --statement`. The other two have the columns that the tax programs import. */
export const STATEMENT_FORMATS = ['galx', 'koinly', 'cointracking'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/** @returns the first second of the year and of the next year, unix seconds */
export function secondsOfYear(year: number): readonly [number, number] {
  return [Date.UTC(year, 0, 1) / 1_000, Date.UTC(year + 1, 0, 1) / 1_000]
}

/**
 * The token amounts that an action moved. An action belongs to the account that has the position, even if another account paid or received the tokens.
 * Rewards that were given up, and passes that were sent, moved no tokens.
 */
function movementsOf(action: StatementAction): Movement[] {
  const { kind, token, pairToken, rewardToken } = action
  const amount = BigInt(action.amount ?? 0)
  const pairAmount = BigInt(action.pairAmount ?? 0)
  const one = (
    movement: MovementKind,
    direction: 'in' | 'out',
    moved = amount,
    of: TokenSymbol | null = token,
  ) => (of === null || moved === 0n ? [] : [{ kind: movement, token: of, amount: moved, direction }])
  switch (kind) {
    case 'stake':
      return [...one('stake', 'out'), ...one('stake', 'out', pairAmount, pairToken)]
    case 'unstake':
      // `amount` includes the cost of an early exit.
      return [
        ...one('unstake', 'in'),
        ...one('unstake', 'in', pairAmount, pairToken),
        ...one('penalty', 'out', BigInt(action.penalty ?? 0)),
      ]
    case 'exit':
      return [
        ...one('unstake', 'in'),
        ...one('unstake', 'in', pairAmount, pairToken),
        ...one('reward', 'in', BigInt(action.reward ?? 0), rewardToken),
      ]
    case 'claim':
      return one('reward', 'in')
    case 'deposit':
      return one('deposit', 'out')
    case 'withdraw':
      return one('withdraw', 'in')
    case 'level':
      return one('burn', 'out')
    case 'mintPass':
      return one('bond', 'out', NODE_BOND)
    case 'unbondPass':
      return one('bondReturned', 'in')
    case 'bonus':
      return one('bonus', 'in')
    case 'forfeit':
    case 'sendPass':
    case 'receivePass':
      return []
  }
}

/**
 * @param actions the account's final actions, oldest first; actions of other years and after the last block are left out
 * @returns the file, with lines that end as RFC 4180 says
 */
export function statementFile(
  format: StatementFormat,
  head: StatementHead,
  actions: readonly StatementAction[],
): string {
  const [from, to] = secondsOfYear(head.year)
  const rows = actions.flatMap((action): MovementRow[] => {
    const { product, txHash, blockNumber, at } = action
    if (blockNumber === null || blockNumber > head.block || at < from || at >= to) return []
    return movementsOf(action).map((movement) => ({ ...movement, product, txHash, block: blockNumber, at }))
  })
  return `${[...FILES[format].head(head), ...rows.map(FILES[format].row)].join('\r\n')}\r\n`
}

const HEAD = ['chain', 'account', 'year', 'last block', 'hash of the last block']
const COLUMNS = ['time', 'movement', 'product', 'token', 'in', 'out', 'block', 'transaction']

/** No cell contains a comma, a quote or the start of a formula. */
const FILES: Record<
  StatementFormat,
  { head: (head: StatementHead) => string[]; row: (row: MovementRow) => string }
> = {
  galx: {
    head: ({ chainId, account, year, block, blockHash }) => [
      HEAD.join(),
      [chainId, account, year, block, blockHash].join(),
      '',
      COLUMNS.join(),
    ],
    row: ({ at, kind, product, token, direction, amount, block, txHash }) =>
      [
        new Date(at * 1_000).toISOString(),
        kind,
        product,
        token,
        ...inAndOut(direction, amount),
        block,
        txHash,
      ].join(),
  },
  koinly: {
    head: () => [
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
    ],
    row: ({ at, kind, product, token, direction, amount, txHash }) => {
      const [received, sent] = inAndOut(direction, amount)
      const currencies = direction === 'out' ? [sent, token, '', ''] : ['', '', received, token]
      return [
        `${plainTime(at)} UTC`,
        ...currencies,
        '',
        '',
        '',
        '',
        KOINLY[kind],
        `${product} ${kind}`,
        txHash,
      ].join()
    },
  },
  cointracking: {
    head: () => [
      'Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee Currency,Exchange,Trade-Group,Comment,Date,Tx-ID',
    ],
    row: ({ at, kind, product, token, direction, amount, txHash }) => {
      const [received, sent] = inAndOut(direction, amount)
      const currencies = direction === 'out' ? ['', '', sent, token] : [received, token, '', '']
      return [COINTRACKING[kind], ...currencies, '', '', 'GALX', product, kind, plainTime(at), txHash].join()
    },
  },
}

function inAndOut(direction: Movement['direction'], amount: bigint): [string, string] {
  const text = formatUnits(amount)
  return direction === 'in' ? [text, ''] : ['', text]
}

/** "2026-11-30 08:15:00" in UTC */
function plainTime(at: number): string {
  return new Date(at * 1_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** Koinly's tags (support.koinly.io, "What are tags?"). */
const KOINLY: Record<MovementKind, string> = {
  stake: 'Add to Pool',
  unstake: 'Remove from Pool',
  penalty: 'Cost',
  reward: 'Reward',
  deposit: 'Add to Pool',
  withdraw: 'Remove from Pool',
  burn: 'Cost',
  bond: 'Add to Pool',
  bondReturned: 'Remove from Pool',
  bonus: 'Reward',
}

/** CoinTracking's transaction types (cointracking.freshdesk.com, "Transaction Types"). */
const COINTRACKING: Record<MovementKind, string> = {
  stake: 'Withdrawal',
  unstake: 'Deposit',
  penalty: 'Spend',
  reward: 'Staking',
  deposit: 'Withdrawal',
  withdraw: 'Deposit',
  burn: 'Spend',
  bond: 'Withdrawal',
  bondReturned: 'Deposit',
  bonus: 'Reward / Bonus',
}

/** The file is not a statement in our own format. */
export class StatementError extends Error {
  override name = 'StatementError'
}

const VALUES = /^(\d{1,9}),(0x[0-9a-f]{40}),(\d{4}),(\d{1,15}),(0x[0-9a-f]{64})$/

/**
 * Reads a statement in our own format.
 * @returns its head and its lines after the column names, as written
 * @throws StatementError if the first four lines are not as `statementFile` writes them
 */
export function readStatement(text: string): { head: StatementHead; lines: string[] } {
  const [names, values = '', empty, columns, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/)
  const match = VALUES.exec(values)
  if (names !== HEAD.join() || match === null || empty !== '' || columns !== COLUMNS.join())
    throw new StatementError('this is not a statement in the GALX format: its first four lines differ')
  const [, chainId, account = '', year, block, blockHash = ''] = match
  return {
    head: { chainId: Number(chainId), account, year: Number(year), block: Number(block), blockHash },
    lines,
  }
}
