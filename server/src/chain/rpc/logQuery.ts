/** The wanted logs, as filters for requests to nodes and as a check of their answers. */
import type { RawLog } from './shapes.ts'

/** Logs of one contract: `topics` are the events, `recipient` an address that must be the third topic. */
export type LogFilter = { address: string; topics: readonly string[]; recipient?: string }

/** Made once for a list of filters. */
export type LogQuery = {
  /** filters for one `eth_getLogs` each; the caller adds the block range. For long ranges: few logs in the answers are unwanted */
  requests: readonly object[]
  /** one filter for everything, for short ranges: a token's answers contain transfers to anybody */
  short: object
  isWanted(log: RawLog): boolean
}

/** Filters without a recipient share one request. The answer may contain unwanted logs, which `isWanted` rejects. */
export function logQuery(filters: readonly LogFilter[]): LogQuery {
  const shared = filters.filter(({ recipient }) => recipient === undefined)
  const single = filters.filter(({ recipient }) => recipient !== undefined)
  const asTopic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
  const wanted = new Map(
    filters.map(({ address, topics, recipient }) => [
      address,
      { topics: new Set(topics), recipient: recipient === undefined ? null : asTopic(recipient) },
    ]),
  )
  if (wanted.size !== filters.length) throw new TypeError('two filters name the same address')
  return {
    requests: [
      ...(shared.length === 0 ? [] : [together(shared)]),
      ...single.map(({ address, topics, recipient }) => ({
        address,
        topics: [topics, null, asTopic(recipient!)],
      })),
    ],
    short: together(filters),
    isWanted: ({ address, topics }) => {
      const filter = wanted.get(address)
      return (
        filter !== undefined &&
        topics.length > 0 &&
        filter.topics.has(topics[0]!) &&
        (filter.recipient === null || topics[2] === filter.recipient)
      )
    },
  }
}

function together(filters: readonly LogFilter[]): object {
  return {
    address: filters.map(({ address }) => address),
    topics: [[...new Set(filters.flatMap(({ topics }) => topics))]],
  }
}
