/**
 * Finds out who calls, and whether the caller sends too many requests, before anything is done for the request. A caller with a live token is
 * counted by its account, so that neighbours behind one address cannot use its share up; all others by their network. A page of another site
 * is refused then: CORS alone would run its request and merely hide what came back.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readToken, type Session } from './sessions/token.ts'
import { RefusalError } from '../platform/http/refusal.ts'
import { faultOfHead } from '../platform/http/requestForm.ts'
import { secondsOf, type ApiContext } from './context.ts'
import { networkOfRequest } from './limits.ts'
import type { Route } from './route.ts'

/** What came of the Authorization header. */
type Presented =
  | { kind: 'nothing' }
  | { kind: 'live'; session: Session }
  /** forged, of the past, or revoked */
  | { kind: 'dead' }
  /** ours, but the database could not be asked whether it is revoked */
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

/** By what a request's caller is counted: the account of a live token, or else the network. */
export function callerOf({ presented, network }: FastifyRequest): string {
  return presented?.kind === 'live' ? presented.session.address : network
}

/** By the route that was found, so that a path which only looks like one passes the limits. */
export function isHealthCheck({ routeOptions }: FastifyRequest): boolean {
  return routeOptions?.url?.startsWith('/health/') ?? false
}

/**
 * By the account only once its session is known to be live: a token that is revoked would use the account's share up otherwise.
 * @throws RefusalError tooManyRequests
 */
async function countCaller(context: ApiContext, request: FastifyRequest): Promise<void> {
  request.network = networkOfRequest(request)
  const { network } = request
  // It is refused whatever its token says, so nobody's account pays for it.
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
 * Counts a request whose URL cannot be parsed. The framework reads no proxy's header for it, so all of them that come by one proxy are
 * counted together, apart from the proxy's own requests.
 * @throws RefusalError tooManyRequests
 */
export async function countMalformed(context: ApiContext, request: FastifyRequest): Promise<void> {
  request.network = `malformed ${networkOfRequest(request)}`
  await context.limits.countRequest({ session: null, network: request.network })
}

/** @throws RefusalError tooManyRequests of an account whose share is used up, before the database is asked about its session */
async function present(context: ApiContext, header: string | undefined): Promise<Presented> {
  if (header === undefined || header === '') return NOTHING
  const token = /^bearer /i.test(header) ? header.slice(7).trim() : header
  const session = readToken(token, context.keys, secondsOf(context))
  if (session === null) return { kind: 'dead' }
  // While revocations are not heard of each question costs a query. A request that is refused anyway must not.
  if (!context.sessions.isRemembered(session.id)) await context.limits.assertShareLeft(session)
  try {
    return (await context.sessions.isLive(session.id)) ? { kind: 'live', session } : { kind: 'dead' }
  } catch (fault) {
    return { kind: 'unknown', fault }
  }
}

/**
 * The caller's session, for a route that takes one: as it was found when the caller was counted, so it may be a moment late.
 * @throws RefusalError unauthorised; the database's fault where it could not be asked
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
 * @throws RefusalError unauthorised for a session that has expired, or that the database does not know as live; its fault where it cannot be asked
 */
export async function assertLiveNow(context: ApiContext, session: Session | null): Promise<void> {
  if (session === null) return
  const isLive = session.expiresAt > secondsOf(context) && (await context.sessions.isLiveNow(session.id))
  if (!isLive) throw new RefusalError('unauthorised')
}

declare module 'fastify' {
  // Only an interface adds to the one of the library.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyRequest {
    /** where it comes from, as it is counted */
    network: string
    presented?: Presented
  }
}
