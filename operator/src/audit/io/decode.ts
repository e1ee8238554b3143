/** Decodes nodes' logs into events. Every parameter of these events is one word: a topic, or a word of the data. */
import { toEventSelector, type AbiEvent, type Address, type Hex } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { AuditError, placeOf, type AuditEvent, type Position } from '../events.ts'

/** In the order of a header's contracts. */
const AUDITED_CONTRACTS = ['StakingPools', 'ZnVault', 'NodePass', 'RewardVouchers', 'EpochLog'] as const
type AuditedContract = (typeof AUDITED_CONTRACTS)[number]

export function auditedAddresses({ contracts }: Deployment): Address[] {
  return AUDITED_CONTRACTS.map((name) => contracts[name].address as Address)
}

const ABIS: Record<AuditedContract, readonly { type: string; name?: string }[]> = {
  StakingPools: stakingPoolsAbi,
  ZnVault: znVaultAbi,
  NodePass: nodePassAbi,
  RewardVouchers: rewardVouchersAbi,
  EpochLog: epochLogAbi,
}

/** A log's words by the names of the event's parameters. */
type Words = {
  amount(name: string): bigint
  address(name: string): Address
  hash(name: string): Hex
}
type Shape = (words: Words) => DistributiveOmit<AuditEvent, keyof Position>
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** The shape of both kinds of exit. */
const left: Shape = ({ amount, address }) => ({
  kind: 'left',
  pool: amount('pool'),
  account: address('account'),
  position: amount('position'),
  amount: amount('amount'),
  weight: amount('weight'),
})

const SHAPES: Record<AuditedContract, Record<string, Shape>> = {
  StakingPools: {
    Staked: ({ amount, address }) => ({
      kind: 'staked',
      pool: amount('pool'),
      account: address('account'),
      position: amount('position'),
      amount: amount('amount'),
      weight: amount('weight'),
      inviter: address('inviter'),
    }),
    Unstaked: left,
    Exited: left,
    BoostSynced: ({ amount, address }) => ({
      kind: 'boostSynced',
      pool: amount('pool'),
      account: address('account'),
      weight: amount('weight'),
    }),
  },
  ZnVault: {
    InviterNamed: ({ address }) => ({
      kind: 'inviterNamed',
      account: address('account'),
      inviter: address('inviter'),
    }),
    Transfer: ({ amount, address }) => ({
      kind: 'sharesMoved',
      from: address('from'),
      to: address('to'),
      amount: amount('value'),
    }),
  },
  NodePass: {
    Transfer: ({ amount, address }) => ({
      kind: 'passMoved',
      from: address('from'),
      to: address('to'),
      id: amount('tokenId'),
    }),
    UnbondingStarted: ({ amount }) => ({ kind: 'unbondingStarted', id: amount('id') }),
    UnbondingCancelled: ({ amount }) => ({ kind: 'unbondingCancelled', id: amount('id') }),
  },
  RewardVouchers: {
    ProgramCreated: ({ amount }) => ({
      kind: 'programCreated',
      program: amount('program'),
      budgetPerEpoch: amount('budgetPerEpoch'),
      start: amount('start'),
    }),
    Funded: ({ amount }) => ({ kind: 'funded', program: amount('program'), amount: amount('amount') }),
    Claimed: ({ amount, address }) => ({
      kind: 'claimed',
      program: amount('program'),
      account: address('account'),
      amount: amount('amount'),
    }),
    SignersSet: ({ amount, address }) => ({
      kind: 'signersSet',
      signer: address('signer'),
      coSigner: address('coSigner'),
      nonce: amount('signersNonce'),
    }),
  },
  EpochLog: {
    EpochPublished: ({ amount, hash }) => ({
      kind: 'epochPublished',
      epoch: amount('epoch'),
      hash: hash('hash'),
      blockNumber: amount('blockNumber'),
    }),
    EpochReplaced: ({ amount, hash }) => ({
      kind: 'epochReplaced',
      epoch: amount('epoch'),
      hash: hash('hash'),
      blockNumber: amount('blockNumber'),
    }),
    RulesetAdded: ({ amount, hash }) => ({
      kind: 'rulesetAdded',
      index: amount('index'),
      hash: hash('hash'),
      firstEpoch: amount('firstEpoch'),
    }),
  },
}

type Reader = { event: AbiEvent; shape: Shape; places: ReadonlyMap<string, Place>; words: number }
type Place = { in: 'topics' | 'data'; index: number }

export type RawLog = { address: string; topics: readonly Hex[]; data: Hex }

export type LogDecoder = {
  addresses: readonly Address[]
  events: readonly AbiEvent[]
  /** @returns undefined for a log of another event. @throws AuditError if the words do not fit the event */
  decode(log: RawLog, position: Position): AuditEvent | undefined
}

export function createLogDecoder(deployment: Deployment): LogDecoder {
  const addresses = auditedAddresses(deployment)
  const readers = new Map<string, Reader>()
  for (const [index, name] of AUDITED_CONTRACTS.entries())
    for (const [eventName, shape] of Object.entries(SHAPES[name])) {
      const event = ABIS[name].find(
        (item) => item.type === 'event' && item.name === eventName,
      ) as unknown as AbiEvent
      readers.set(keyOf(addresses[index]!, toEventSelector(event)), { ...readerOf(event), shape })
    }
  return {
    addresses,
    events: [...readers.values()].map(({ event }) => event),
    decode(log, position) {
      const reader = readers.get(keyOf(log.address, log.topics[0] ?? ''))
      return reader && ({ ...reader.shape(wordsOf(log, reader, position)), ...position } as AuditEvent)
    },
  }
}

function keyOf(address: string, selector: string): string {
  return `${address.toLowerCase()}:${selector}`
}

function readerOf(event: AbiEvent): Omit<Reader, 'shape'> {
  const places = new Map<string, Place>()
  const counts = { topics: 1, data: 0 }
  for (const { name, indexed } of event.inputs) {
    const where = indexed ? 'topics' : 'data'
    places.set(name!, { in: where, index: counts[where]++ })
  }
  return { event, places, words: counts.data }
}

function wordsOf({ topics, data }: RawLog, { event, places, words }: Reader, position: Position): Words {
  if (topics.length !== event.inputs.length - words + 1 || data.length !== 2 + 64 * words)
    throw new AuditError(
      `${placeOf(position)}: the log’s words do not fit the event ${event.name}, which has ${event.inputs.length - words} indexed words and ${words} words of data`,
    )
  const digits = (name: string): string => {
    const place = places.get(name)!
    return place.in === 'topics'
      ? topics[place.index]!.slice(2)
      : data.slice(2 + 64 * place.index, 66 + 64 * place.index)
  }
  return {
    amount: (name) => BigInt(`0x${digits(name)}`),
    address: (name) => `0x${digits(name).slice(24).toLowerCase()}`,
    hash: (name) => `0x${digits(name).toLowerCase()}`,
  }
}
