/**
 * Makes statements again from logs and compares them. The actions come from the contracts' events by their ABIs, without the servers' code.
 * Only the file's format is shared (@galx/protocol/statement).
 */
import { decodeEventLog, toEventSelector, type Abi, type AbiEvent, type Address, type Hex } from 'viem'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import {
  productOfPool,
  productOfProgram,
  type PoolKey,
  type ProgramKey,
  type TokenSymbol,
} from '@galx/protocol/products'
import {
  readStatement,
  secondsOfYear,
  statementFile,
  StatementError,
  type StatementAction,
} from '@galx/protocol/statement'
import { AuditError, placeOf, type Position } from '../audit/events.ts'
import type { ChainSource, EventDecoder } from '../audit/io/chainSource.ts'

/** An action, and the account whose statement contains the action. */
export type FoundAction = { account: Address; action: StatementAction }

/** A log's place and transaction, and the arguments of its event by name. */
type Found = Position & { txHash: Hex; args: Record<string, unknown> }
type ActionOf = (found: Found) => FoundAction

const CONTRACTS = {
  StakingPools: stakingPoolsAbi,
  ZnVault: znVaultAbi,
  Levels: levelsAbi,
  NodePass: nodePassAbi,
  RewardVouchers: rewardVouchersAbi,
} as const

/** Decodes the logs that move tokens of an account. */
export function createActionDecoder(deployment: Deployment): EventDecoder<FoundAction> {
  const names = Object.keys(CONTRACTS) as (keyof typeof CONTRACTS)[]
  const actions = actionsOf(deployment)
  const readers = new Map<string, { event: AbiEvent; actionOf: ActionOf }>()
  for (const name of names)
    for (const [eventName, actionOf] of Object.entries(actions[name])) {
      const event = (CONTRACTS[name] as Abi).find(
        (item): item is AbiEvent => item.type === 'event' && item.name === eventName,
      )!
      readers.set(`${addressOf(deployment, name)}:${toEventSelector(event)}`, { event, actionOf })
    }
  return {
    addresses: names.map((name) => addressOf(deployment, name)),
    events: [...readers.values()].map(({ event }) => event),
    decode({ address, topics, data, transactionHash }, position) {
      const reader = readers.get(`${address.toLowerCase()}:${topics[0] ?? ''}`)
      if (reader === undefined) return undefined
      try {
        const { args } = decodeEventLog({ abi: [reader.event], topics: topics as [Hex, ...Hex[]], data })
        return reader.actionOf({
          ...position,
          txHash: transactionHash,
          args: args as Record<string, unknown>,
        })
      } catch (error) {
        if (error instanceof AuditError) throw error
        throw new AuditError(
          `${placeOf(position)}: the log’s words do not fit the event ${reader.event.name}`,
        )
      }
    },
  }
}

function addressOf({ contracts }: Deployment, name: keyof typeof CONTRACTS): Address {
  return contracts[name].address.toLowerCase() as Address
}

function actionsOf({
  pools,
  programs,
}: Deployment): Record<keyof typeof CONTRACTS, Record<string, ActionOf>> {
  const poolsById = new Map(
    Object.entries(pools).map(([key, pool]) => [BigInt(pool.id), { key: key as PoolKey, ...pool }]),
  )
  const programsById = new Map(
    Object.entries(programs).map(([key, program]) => [
      BigInt(program.id),
      { key: key as ProgramKey, ...program },
    ]),
  )
  const poolOf = (found: Found) =>
    poolsById.get(found.args.pool as bigint) ?? unknown(found, `pool ${String(found.args.pool)}`)
  const inPool =
    (kind: 'stake' | 'unstake' | 'exit'): ActionOf =>
    (found) => {
      const { key, stakeToken, pairToken, rewardToken } = poolOf(found)
      const more =
        kind === 'unstake'
          ? { penalty: textOf(found, 'penalty') }
          : kind === 'exit'
            ? { rewardToken: rewardToken as TokenSymbol, reward: textOf(found, 'reward') }
            : {}
      return actionOf(found, 'account', {
        kind,
        product: productOfPool(key),
        token: stakeToken as TokenSymbol,
        amount: textOf(found, 'amount'),
        pairToken: pairToken as TokenSymbol | null,
        pairAmount: textOf(found, 'pairAmount'),
        ...more,
      })
    }
  const inVault =
    (kind: 'deposit' | 'withdraw'): ActionOf =>
    (found) =>
      actionOf(found, 'owner', { kind, product: 'zn', token: 'GALX', amount: textOf(found, 'assets') })
  return {
    StakingPools: {
      Staked: inPool('stake'),
      Unstaked: inPool('unstake'),
      Exited: inPool('exit'),
      Claimed: (found) => {
        const { key, rewardToken } = poolOf(found)
        return actionOf(found, 'account', {
          kind: 'claim',
          product: productOfPool(key),
          token: rewardToken as TokenSymbol,
          amount: textOf(found, 'amount'),
        })
      },
    },
    ZnVault: {
      Deposit: inVault('deposit'),
      Withdraw: inVault('withdraw'),
    },
    Levels: {
      LevelBought: (found) =>
        actionOf(found, 'account', {
          kind: 'level',
          product: 'btc',
          token: 'MCM',
          amount: textOf(found, 'burned'),
        }),
    },
    NodePass: {
      PassMinted: (found) =>
        actionOf(found, 'holder', { kind: 'mintPass', product: 'passes', token: 'MCM', amount: null }),
      Unbonded: (found) =>
        actionOf(found, 'holder', {
          kind: 'unbondPass',
          product: 'passes',
          token: 'MCM',
          amount: textOf(found, 'bond'),
        }),
    },
    RewardVouchers: {
      Claimed: (found) => {
        const program =
          programsById.get(found.args.program as bigint) ??
          unknown(found, `program ${String(found.args.program)}`)
        return actionOf(found, 'account', {
          kind: 'bonus',
          product: productOfProgram(program.key),
          token: program.token as TokenSymbol,
          amount: textOf(found, 'amount'),
        })
      },
    },
  }
}

type Fields = Pick<StatementAction, 'kind' | 'product' | 'token' | 'amount'> & Partial<StatementAction>

/** @param holder the event's parameter that names the account */
function actionOf({ block, time, txHash, args }: Found, holder: string, fields: Fields): FoundAction {
  return {
    account: (args[holder] as Address).toLowerCase() as Address,
    action: {
      pairToken: null,
      pairAmount: null,
      penalty: null,
      rewardToken: null,
      reward: null,
      txHash,
      blockNumber: Number(block),
      at: time,
      ...fields,
    },
  }
}

/** wei */
function textOf({ args }: Found, name: string): string {
  return (args[name] as bigint).toString()
}

function unknown(found: Found, what: string): never {
  throw new AuditError(`${placeOf(found)} names the ${what}, which the deployment file does not have`)
}

export type NamedStatement = { name: string; text: string }

/**
 * Makes each statement again from the logs of final blocks.
 * @param say receives a line for each difference
 * @returns the number of differences
 * @throws StatementError for a file that is not a statement of this chain; AuditError if nodes disagree, or a statement's last block is not final
 */
export async function auditStatements(
  source: ChainSource<FoundAction>,
  { chainId, deployBlock }: Pick<Deployment, 'chainId' | 'deployBlock'>,
  statements: readonly NamedStatement[],
  say: (line: string) => void,
): Promise<number> {
  const read = statements.map(({ name, text }) => ({ name, ...parse(name, text, chainId) }))
  const head = await source.finalized()
  const last = BigInt(Math.max(...read.map((statement) => statement.head.block)))
  if (last > head.number)
    throw new AuditError(`block ${last} of a statement is not final yet: the final block is ${head.number}`)
  const [start] = secondsOfYear(Math.min(...read.map((statement) => statement.head.year)))
  const end = await source.agreedHeader(last)
  const found = new Map<string, StatementAction[]>(read.map((statement) => [statement.head.account, []]))
  if (end.timestamp >= BigInt(start)) {
    const { number } = await source.firstBlockAt(BigInt(start), BigInt(deployBlock), end)
    for await (const { events } of source.events(number, last))
      for (const { account, action } of events) found.get(account)?.push(action)
  }
  let differences = 0
  const differ = (line: string) => {
    differences += 1
    say(`wrong: ${line}`)
  }
  for (const { name, head: stated, lines } of read) {
    const { hash } = await source.agreedHeader(BigInt(stated.block))
    if (hash !== stated.blockHash)
      differ(`${name}: block ${stated.block} is ${stated.blockHash}, on the chain ${hash}`)
    const again = statementFile('galx', stated, found.get(stated.account)!)
    compareLines(name, lines, readStatement(again).lines, differ)
  }
  return differences
}

function parse(name: string, text: string, chainId: number): ReturnType<typeof readStatement> {
  try {
    const statement = readStatement(text)
    if (statement.head.chainId === chainId) return statement
    throw new StatementError(
      `the statement is of chain ${statement.head.chainId}, the deployment of ${chainId}`,
    )
  } catch (error) {
    if (error instanceof StatementError) throw new StatementError(`${name}: ${error.message}`)
    throw error
  }
}

/** The first line of a statement's movements, as an editor counts lines. */
const FIRST_LINE = 5

/** Names each line that only one of the two has, or that has another place. */
function compareLines(
  name: string,
  lines: readonly string[],
  computed: readonly string[],
  differ: (line: string) => void,
): void {
  const left = new Map<string, number>()
  for (const line of computed) left.set(line, (left.get(line) ?? 0) + 1)
  for (const [index, line] of lines.entries()) {
    const count = left.get(line) ?? 0
    if (count === 0) differ(`${name}, line ${index + FIRST_LINE}: is not on the chain: ${line}`)
    else left.set(line, count - 1)
  }
  const missing = [...left].flatMap(([line, count]) => Array<string>(count).fill(line))
  for (const line of missing) differ(`${name}: is missing: ${line}`)
  if (
    lines.length === computed.length &&
    missing.length === 0 &&
    lines.some((line, index) => line !== computed[index])
  )
    differ(`${name}: its lines are not in the chain’s order`)
}
