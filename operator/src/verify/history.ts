/**
 * All logs of a contract since its creation. The reading begins at the file's `deployBlock`. This start is right if the constructor's event is
 * found in the creating transaction, because no log can be older. Otherwise all logs since the chain's first block are read.
 */
import { concatHex, toEventSelector, type Abi, type AbiEvent, type Address, type Hex } from 'viem'
import { DEPLOYMENT_PROXY, saltWord } from '../deploy/create2.ts'
import { published } from '../deploy/published.ts'
import { firstLine } from './findings.ts'
import type { FoundLog } from './logs.ts'
import { contractAddress, type Place } from './place.ts'

export type History = {
  /** @returns the logs of an event, oldest first */
  of(eventName: string): FoundLog[]
}

export type HistoryQuery = {
  abi: Abi
  name: 'Timelock' | 'StakingPools'
  /** an event that the constructor emits */
  birth: string
  events: readonly string[]
}

export type Histories<Name extends string> = {
  /** undefined if the node does not serve the contract's logs; the report then lists the contract as not checked */
  of(name: Name): History | undefined
  /** Reads the logs up to the place's block. */
  continueTo(place: Place): Promise<void>
}

/** Reads the logs of several contracts together, with as few requests as for one. */
export async function readHistories<Name extends HistoryQuery['name']>(
  place: Place,
  queries: readonly (HistoryQuery & { name: Name })[],
): Promise<Histories<Name>> {
  const { findings, deployment } = place
  const wanted = queries.map(({ abi, birth, events }) =>
    [birth, ...events].map((event) => eventOf(abi, event)),
  )
  const read = (fromBlock: bigint, toBlock: bigint) =>
    place.logs.read({
      address: queries.map(({ name }) => contractAddress(deployment, name)),
      events: wanted.flat(),
      fromBlock,
      toBlock,
    })
  const logs: FoundLog[] = []
  const missing = new Set<string>()
  let next = place.block.number + 1n
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      for (const { name } of queries) {
        if (!missing.has(name)) findings.notChecked(`${name} logs`, `cannot be read: ${firstLine(error)}`)
        missing.add(name)
      }
    }
  }
  const logsOf = (name: Name) => {
    const address = contractAddress(deployment, name).toLowerCase()
    return logs.filter((log) => log.address.toLowerCase() === address)
  }
  await attempt(async () => {
    const named = BigInt(deployment.deployBlock)
    const begin = named < next ? named : next
    logs.push(...(await read(begin, next - 1n)))
    const births = queries.map(({ name }, index) => isBirth(place, name, logsOf(name), wanted[index]![0]!))
    if (begin > 0n && (await Promise.all(births)).includes(false)) {
      logs.unshift(...(await read(0n, begin - 1n)))
      for (const { name } of queries) {
        const [first] = logsOf(name)
        if (first && first.blockNumber < begin)
          findings.fault('deployBlock', `is ${named}, but ${name} has a log in block ${first.blockNumber}`)
      }
    }
    for (const [index, { name }] of queries.entries()) {
      const selector = toEventSelector(wanted[index]![0]!)
      if (logsOf(name).some(({ topics }) => topics[0] === selector)) continue
      missing.add(name)
      findings.notChecked(
        `${name} logs`,
        'do not reach back to the creation of the contract: use a node that keeps all logs',
      )
    }
  })
  return {
    of(name) {
      const query = queries.find((one) => one.name === name)!
      if (missing.has(name)) return undefined
      return {
        of: (eventName) => {
          const selector = toEventSelector(eventOf(query.abi, eventName))
          return logsOf(name).filter(({ topics }) => topics[0] === selector)
        },
      }
    },
    continueTo: ({ block: { number } }) =>
      attempt(async () => {
        if (number < next) return
        logs.push(...(await read(next, number)))
        next = number + 1n
      }),
  }
}

/** Whether the first log of the constructor's event belongs to the creating transaction. */
async function isBirth(
  { reader, deployment }: Place,
  name: HistoryQuery['name'],
  logs: readonly FoundLog[],
  birth: AbiEvent,
): Promise<boolean> {
  const first = logs.find(({ topics }) => topics[0] === toEventSelector(birth))
  const { constructorArguments } = deployment.contracts[name]!
  if (!first || constructorArguments === undefined) return false
  const transaction = await reader.getTransaction({ hash: first.transactionHash }).catch(() => undefined)
  const creation = concatHex([
    saltWord(deployment.salt),
    published(name).bytecode,
    constructorArguments as Hex,
  ])
  return transaction?.to?.toLowerCase() === DEPLOYMENT_PROXY.toLowerCase() && transaction.input === creation
}

function eventOf(abi: Abi, name: string): AbiEvent {
  return abi.find((item): item is AbiEvent => item.type === 'event' && item.name === name)!
}

/** @returns the address in an indexed parameter */
export function indexedAddress(log: FoundLog, index: number): Address {
  return `0x${log.topics[index]!.slice(26)}`
}
