/**
 * Finds the caller of a request, and refuses a caller with too many requests, before any work on the request. A caller with a live token is counted
 * by its account, so that neighbours behind one address cannot use up its share. All other callers are counted by network. Then the request of
 * another site's page is refused: with CORS alone, the server would execute the request and only hide the answer.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readToken, type Session } from './sessions/token.ts'
import { RefusalError } from '../platform/http/refusal.ts'
import { faultOfHead } from '../platform/http/requestForm.ts'
import { secondsOf, type ApiContext } from './context.ts'
import { networkOfRequest } from './limits.ts'
import type { Route } from './route.ts'

/** The result of the Authorization header */
type Presented =
  | { kind: 'nothing' }
  | { kind: 'live'; session: Session }
  /** forged, expired or revoked */
  | { kind: 'dead' }
  /** genuine, but the database did not answer whether it is revoked */
  | { kind: 'unknown'; fault: unknown }

const NOTHING: Presented = { kind: 'nothing' }

export function installCallers(app: FastifyInstance, context: ApiContext): void {
  app.decorateRequest('network', '')
  app.decorateRequest('presented')
  app.addHook('onRequest', async (request) => {
    // Health checks have no limit.
    if (!isHealthCheck(request)) await countCaller(context, request)
    const fault = faultOfHead(request.raw)
    if (fault !== null) throw new RefusalError(fault)
    if (request.isForeign) throw new RefusalError('foreignOrigin')
  })
}

/** The key by which a request's caller is counted: the account of a live token, otherwise the network. */
export function callerOf({ presented, network }: FastifyRequest): string {
  return presented?.kind === 'live' ? presented.session.address : network
}

/** Decided by the matched route: a path that only looks like a health check is counted. */
export function isHealthCheck({ routeOptions }: FastifyRequest): boolean {
  return routeOptions?.url?.startsWith('/health/') ?? false
}

/**
 * Counts by account only when the session is known to be live. Otherwise a revoked token would use up the account's share.
 * @throws RefusalError tooManyRequests
 */
async function countCaller(context: ApiContext, request: FastifyRequest): Promise<void> {
  request.network = networkOfRequest(request)
  const { network } = request
  // The request is refused whatever its token is, so it counts for no account.
  if (request.isForeign) return context.limits.countRequest({ session: null, network })
  if (request.routeOptions?.config.signIn) return context.limits.countSignIn({ session: null, network })
  const presented = await present(context, request.headers.authorization)
  request.presented = presented
  await context.limits.countRequest({
    session: presented.kind === 'live' ? presented.session : null,
    network,
  })
}

/**
 * Counts a request whose URL cannot be parsed. The framework reads no proxy's header for such a request. All such requests through one
 * proxy are therefore counted together, separate from the proxy's own requests.
 * @throws RefusalError tooManyRequests
 */
export async function countMalformed(context: ApiContext, request: FastifyRequest): Promise<void> {
  request.network = `malformed ${networkOfRequest(request)}`
  await context.limits.countRequest({ session: null, network: request.network })
}

/** @throws RefusalError tooManyRequests for an account that has used up its share, before the database checks its session */
async function present(context: ApiContext, header: string | undefined): Promise<Presented> {
  if (header === undefined || header === '') return NOTHING
  const token = /^bearer /i.test(header) ? header.slice(7).trim() : header
  const session = readToken(token, context.keys, secondsOf(context))
  if (session === null) return { kind: 'dead' }
  // Without revocation notices each check costs a query. A request that will be refused must not cost a query.
  if (!context.sessions.isRemembered(session.id)) await context.limits.assertShareLeft(session)
  try {
    return (await context.sessions.isLive(session.id)) ? { kind: 'live', session } : { kind: 'dead' }
  } catch (fault) {
    return { kind: 'unknown', fault }
  }
}

/**
 * The caller's session, for a route that takes a session. The session was checked when the caller was counted, so the result may be a moment old.
 * @throws RefusalError unauthorised; the database's error if the database did not answer
 */
export function sessionOfRequest(
  { presented = NOTHING }: FastifyRequest,
  { auth }: Pick<Route, 'auth'>,
): Session | null {
  switch (presented.kind) {
    case 'nothing':
      if (auth === 'required') throw new RefusalError('unauthorised')
      return null
    case 'dead':
      throw new RefusalError('unauthorised')
    case 'unknown':
      throw presented.fault
    case 'live':
      return presented.session
  }
}

/**
 * For a route that writes or signs.
 * @throws RefusalError unauthorised if the session has expired or is not live in the database; the database's error if the database does not answer
 */
export async function assertLiveNow(context: ApiContext, session: Session | null): Promise<void> {
  if (session === null) return
  const isLive = session.expiresAt > secondsOf(context) && (await context.sessions.isLiveNow(session.id))
  if (!isLive) throw new RefusalError('unauthorised')
}

declare module 'fastify' {
  // Only an interface can extend the library's interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyRequest {
    /** the network by which the request is counted */
    network: string
    presented?: Presented
  }
}
