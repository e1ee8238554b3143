/**
 * All logs of a contract since it was made. The file's `deployBlock` only says where to begin: it is accepted if the first log
 * found is of the transaction that made the contract, since no log can be older. Otherwise everything back to the first
 * block of the chain is read.
 */
import { concatHex, toEventSelector, type Abi, type AbiEvent, type Address, type Hex } from 'viem'
import { DEPLOYMENT_PROXY, saltWord } from '../deploy/create2.ts'
import { published } from '../deploy/published.ts'
import { firstLine } from './findings.ts'
import { readLogs, type FoundLog } from './logs.ts'
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

/** @returns undefined when the node does not give the logs, which is named among what was not checked */
export async function readHistory(place: Place, query: HistoryQuery): Promise<History | undefined> {
  const { abi, name, birth, events } = query
  const { findings, deployment, block, reader, logRange } = place
  const wanted = [birth, ...events].map((event) => eventOf(abi, event))
  const read = (fromBlock: bigint, toBlock: bigint) =>
    readLogs(reader, {
      address: contractAddress(deployment, name),
      events: wanted,
      fromBlock,
      toBlock,
      range: logRange,
    })
  const named = BigInt(deployment.deployBlock)
  const begin = named > block.number ? block.number + 1n : named
  try {
    const later = await read(begin, block.number)
    const complete = begin === 0n || (await isBirth(place, name, later, wanted[0]!))
    const earlier = complete ? [] : await read(0n, begin - 1n)
    if (earlier[0])
      findings.fault(
        'deployBlock',
        `is ${named}, and ${name} has logs from block ${earlier[0].blockNumber} on`,
      )
    const logs = [...earlier, ...later]
    const ofEvent = (event: AbiEvent) => logs.filter(({ topics }) => topics[0] === toEventSelector(event))
    if (ofEvent(wanted[0]!).length === 0) {
      findings.notChecked(
        `${name} logs`,
        'do not go back to when it was made: ask a node that keeps all logs',
      )
      return undefined
    }
    return { of: (eventName) => ofEvent(eventOf(abi, eventName)) }
  } catch (error) {
    findings.notChecked(`${name} logs`, `cannot be read: ${firstLine(error)}`)
    return undefined
  }
}

/** Whether the first log of the constructor's event is of the transaction that made the contract. */
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
