/** The limits of callers: requests, sign-ins, requests to the chain's nodes, lines of files. */
import type { FastifyRequest } from 'fastify'
import type { Session } from './sessions/token.ts'
import { ChainUnavailableError, createChainReader, type ChainReader } from '../chain/chainReader.ts'
import type { Nodes } from '../chain/rpc/nodes.ts'
import { refuseAfter } from '../platform/http/refusal.ts'
import { createLimiter, type Limiter, type LimitListener } from '../platform/limits/limiters.ts'
import { networkOf } from '../platform/limits/network.ts'
import type { Shared } from '../platform/limits/shared.ts'
import { createKeyedLock, type KeyedLock } from '../platform/limits/keyedLock.ts'

export type RateLimits = {
  /** requests a minute of callers without a token, from one IPv4 address or IPv6 /48 */
  perIp: number
  /** sign-in calls (nonce, auth) a minute from one IPv4 address or IPv6 /48 */
  signInPerIp: number
  /** requests a minute of one signed-in account, from all networks */
  perAccount: number
  /** requests to nodes a minute for one account, or for one network of callers without a token */
  nodeCallsPerCaller: number
  /** requests to nodes a minute for all accounts that call from one network */
  nodeCallsPerNetwork: number
  /** requests to nodes a minute for all accounts together, and as many for all callers without a token together */
  nodeCalls: number
  /** lines of files an hour for one account; a file that has started is finished */
  csvLines: number
  /**
   * rows a minute. For one network: rows of epoch files and of histories that are summed. For one account: rows of its own history that are
   * summed
   */
  rows: number
}

export const DEFAULT_RATE_LIMITS: RateLimits = {
  perIp: 600,
  signInPerIp: 60,
  perAccount: 300,
  nodeCallsPerCaller: 60,
  nodeCallsPerNetwork: 300,
  nodeCalls: 1_000,
  csvLines: 500_000,
  rows: 600_000,
}

/** Whose requests are counted. */
type Counted = { session: Pick<Session, 'address'> | null; network: string }

export type Limits = {
  /** @throws RefusalError tooManyRequests */
  countRequest(who: Counted): Promise<void>
  /** Counts nothing. @throws RefusalError tooManyRequests if the account has used up its share */
  assertShareLeft(session: Pick<Session, 'address'>): Promise<void>
  /** Counts rows before a request reads them. `key`: a network, or an account. @throws RefusalError tooManyRequests */
  countRows(key: string, rows: number): Promise<void>
  /** @throws RefusalError tooManyRequests */
  countSignIn(who: Counted): Promise<void>
  /** The chain, with a count of each request. @throws RefusalError tooManyRequests; ChainUnavailableError if the limit of all callers is used up */
  chainFor(who: Counted): ChainReader
  csvLines: Limiter
  csvLock: KeyedLock
  /** locks by network, for calls that read all members of an account */
  calculationLock: KeyedLock
}

const MINUTE = 60

/** The limiters' names, also used as the label of their metrics. */
export const LIMIT_NAMES = [
  'network',
  'sign-in',
  'account',
  'nodes-caller',
  'nodes-network',
  'nodes',
  'csv',
  'rows',
] as const
type LimitName = (typeof LIMIT_NAMES)[number]

export function createLimits(
  rates: RateLimits,
  nodes: Nodes,
  { shared, listener }: { shared: Shared | null; listener: LimitListener },
): Limits {
  const limiter = (name: LimitName, points: number, seconds = MINUTE) =>
    createLimiter({ name, points, seconds }, shared, listener)
  const networks = limiter('network', rates.perIp)
  const signIns = limiter('sign-in', rates.signInPerIp)
  const accounts = limiter('account', rates.perAccount)
  const nodesOfCaller = limiter('nodes-caller', rates.nodeCallsPerCaller)
  const nodesOfNetwork = limiter('nodes-network', rates.nodeCallsPerNetwork)
  const nodesOfAll = limiter('nodes', rates.nodeCalls)
  const rowsOf = limiter('rows', rates.rows)
  // A file of more rows than half of the limit counts as half of the limit. So a caller that asks for nothing else gets a file of any size.
  const most = Math.ceil(rates.rows / 2)

  return {
    countRequest: async ({ session, network }) =>
      refuseAfter(await (session === null ? networks.take(network) : accounts.take(session.address))),
    assertShareLeft: async ({ address }) => refuseAfter(await accounts.take(address, 0)),
    countRows: async (key, rows) => {
      if (rows > 0) refuseAfter(await rowsOf.take(key, Math.min(rows, most)))
    },
    countSignIn: async ({ network }) => refuseAfter(await signIns.take(network)),
    chainFor: ({ session, network }) =>
      createChainReader(nodes, async () => {
        refuseAfter(await nodesOfCaller.take(session === null ? network : session.address))
        // Anybody can make accounts at no cost. A caller with many accounts behind one address must not use up the limit of all accounts.
        if (session !== null) refuseAfter(await nodesOfNetwork.take(network))
        // Separate limits, so that callers without an account cannot use up the requests that the reports of accounts need.
        if ((await nodesOfAll.take(session === null ? 'networks' : 'accounts')) > 0)
          throw new ChainUnavailableError('this minute’s requests to nodes are used up')
      }),
    csvLines: limiter('csv', rates.csvLines, 60 * MINUTE),
    csvLock: createKeyedLock('csv-turn', shared),
    calculationLock: createKeyedLock('calculation-turn', shared),
  }
}

/** The network by which a request is counted. */
export function networkOfRequest(request: Pick<FastifyRequest, 'ip'>): string {
  return networkOf(request.ip)
}
