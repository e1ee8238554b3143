/** The changes by the timelock, guardians and other roles, as sentences, from the contracts' logs. Events of holders' own calls are left out. */
import { decodeEventLog, toEventSelector, zeroAddress, type AbiEvent, type Address, type Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { publishedAt } from '../deploy/published.ts'
import type { FoundLog } from './logs.ts'
import { amountText, dateText, durationText, shareText } from './text.ts'
import { callText, type Names } from './words.ts'

const CONTRACTS = [
  'Timelock',
  'StakingPools',
  'RewardVouchers',
  'ZnVault',
  'EpochLog',
  'AAA',
  'GALX',
  'MCM',
] as const

type Values = Record<string, unknown>
type Words = (values: Values, where: { contract: string; deployment: Deployment; names: Names }) => string

function who(value: unknown, names: Names): string {
  return value === zeroAddress ? 'nobody' : names.label(value as Address)
}

function until(value: unknown): string {
  return value === 0n ? 'are no longer paused' : `are paused until ${dateText(value as bigint)}`
}

function callOf({ target, data, value }: Values, names: Names): string {
  return callText(names, target as Address, data as Hex, value as bigint)
}

function symbolOf(entries: Deployment['pools'] | Deployment['programs'], id: unknown): string {
  const found = Object.values(entries).find((one) => one.id === String(id as bigint))
  return found === undefined ? 'tokens' : 'rewardToken' in found ? found.rewardToken : found.token
}

/** One sentence for each event. Other events are not reported. */
const WORDS: Readonly<Record<string, Words>> = {
  CallScheduled: (values, { names }) =>
    `the timelock announces that it will ${callOf(values, names)}, ${durationText(values.delay as bigint)} from now at the earliest (operation ${values.id as Hex})`,
  CallExecuted: (values, { names }) =>
    `the timelock has carried out: ${callOf(values, names)} (operation ${values.id as Hex})`,
  Cancelled: ({ id }) => `the announced operation ${id as Hex} is cancelled`,
  MinDelayChange: ({ newDuration }) => `the timelock's delay is ${durationText(newDuration as bigint)}`,
  RoleGranted: ({ role, account }, { names }) =>
    `${account === zeroAddress ? 'anyone' : who(account, names)} gets the timelock's role of ${names.role(role as Hex)}`,
  RoleRevoked: ({ role, account }, { names }) =>
    `${who(account, names)} loses the timelock's role of ${names.role(role as Hex)}`,
  GuardianSet: ({ guardian }, { contract, names }) =>
    `the guardian of ${contract} is ${who(guardian, names)}`,
  PublisherSet: ({ publisher }, { names }) => `the epoch publisher is ${who(publisher, names)}`,
  MinterSet: ({ minter }, { contract, names }) => `the minter of ${contract} is ${who(minter, names)}`,
  SignersSet: ({ signer, coSigner }, { names }) =>
    `vouchers are signed by ${who(signer, names)} and co-signed by ${who(coSigner, names)}`,
  OwnershipTransferStarted: ({ newOwner }, { contract, names }) =>
    `the ownership of ${contract} is offered to ${who(newOwner, names)}`,
  OwnershipTransferred: ({ newOwner }, { contract, names }) =>
    `the owner of ${contract} is ${who(newOwner, names)}`,
  FeeLowered: ({ feeRate }, { contract }) => `the fee of ${contract} is ${shareText(feeRate as bigint)}`,
  StakingPauseSet: ({ pool, until: end }, { names }) =>
    `new stakes of ${names.pool(pool as bigint)} ${until(end)}`,
  DepositsPauseSet: ({ until: end }) => `new deposits of the vault ${until(end)}`,
  ClaimsPauseSet: ({ until: end }) => `claims of vouchers ${until(end)}`,
  PoolCreated: ({ pool }, { names }) => `there is a new pool: ${names.pool(pool as bigint)}`,
  ProgramCreated: ({ program }, { names }) => `there is a new program: ${names.program(program as bigint)}`,
  RulesetAdded: ({ hash, firstEpoch }) =>
    `the ruleset ${hash as Hex} applies from epoch ${firstEpoch as bigint} on`,
  EpochPublished: ({ epoch, hash }) => `epoch ${epoch as bigint} is published: ${hash as Hex}`,
  EpochReplaced: ({ epoch, oldHash, hash }) =>
    `epoch ${epoch as bigint} is replaced: ${hash as Hex} instead of ${oldHash as Hex}`,
  Funded: ({ pool, program, amount, funder }, { deployment, names }) => {
    const target =
      pool !== undefined
        ? names.pool(pool as bigint)
        : program !== undefined
          ? names.program(program as bigint)
          : 'the vault'
    const symbol =
      pool !== undefined
        ? symbolOf(deployment.pools, pool)
        : program !== undefined
          ? symbolOf(deployment.programs, program)
          : 'GALX'
    return `${target} gets ${amountText(amount as bigint, symbol)} from ${who(funder, names)}`
  },
}

/** By contract, with its address. */
function watched({ contracts, tokens }: Deployment) {
  const places = { ...contracts, ...tokens } as Readonly<Record<string, { address: string } | undefined>>
  return CONTRACTS.map((contract) => ({
    contract,
    address: places[contract]!.address.toLowerCase() as Address,
    events: publishedAt(contract)!.abi.filter(
      (item): item is AbiEvent => item.type === 'event' && Object.hasOwn(WORDS, item.name),
    ),
  }))
}

/** The filter for a node's logs. */
export function watchedLogs(deployment: Deployment): { address: Address[]; events: AbiEvent[] } {
  const places = watched(deployment)
  const events = new Map(places.flatMap((place) => place.events.map((item) => [toEventSelector(item), item])))
  return { address: places.map(({ address }) => address), events: [...events.values()] }
}

/** @returns the change as a sentence; undefined if the log is not such a change */
export function changeText(log: FoundLog, deployment: Deployment, names: Names): string | undefined {
  const place = watched(deployment).find(({ address }) => address === log.address.toLowerCase())
  const item = place?.events.find((one) => toEventSelector(one) === log.topics[0])
  if (place === undefined || item === undefined) return undefined
  const { args } = decodeEventLog({
    abi: [item],
    topics: log.topics as [Hex, ...Hex[]],
    data: log.data,
  })
  return WORDS[item.name]!(args as unknown as Values, { contract: place.contract, deployment, names })
}
