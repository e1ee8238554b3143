/** One route, one file: what it takes, what it gives, how it refuses. `installRoutes` does the rest for all alike. */
import type { Static, TSchema } from 'typebox'
import type { ErrorName, Language } from '@galx/protocol/http/errors'
import type { Session } from './sessions/token.ts'
import type { ApiContext } from './context.ts'

export type Caller = {
  session: Session | null
  /** where it comes from, as it is counted: an IPv4 address or an IPv6 /48 */
  network: string
  language: Language
  userAgent: string | null
}

type Given<Schema extends TSchema | undefined> = Schema extends TSchema
  ? Static<Schema>
  : Record<string, never>

type RouteRequest<
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
> = { params: Given<Params>; query: Given<Query>; body: Given<Body>; caller: Caller }

/** A body that is not the envelope: it is streamed as it is. */
export class FileAnswer {
  constructor(
    readonly contentType: string,
    readonly fileName: string,
    readonly content: AsyncIterable<string>,
    /** called once the answer has ended, for whatever reason */
    readonly end: () => void,
  ) {}
}

/** A text that is not an envelope, sent byte for byte. */
export class TextAnswer {
  constructor(
    readonly text: string,
    /** whether it can never change */
    readonly final: boolean,
  ) {}
}

export type Route = {
  method: 'GET' | 'POST'
  /** after `/api`, parameters as `:name` */
  path: string
  summary: string
  /**
   * required: 401 without a live token; optional: 401 only for a token that is not live. A POST writes or signs, so it asks
   * the database once its whole body is there; a GET may be a moment late (liveSessions.ts).
   */
  auth: 'none' | 'optional' | 'required'
  /** a GET that returns what was signed for the caller: it asks the database about the session as a POST does */
  signs?: boolean
  /** sign-in calls have a limit of their own */
  signIn?: boolean
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** of `data`; a media type for a file */
  data: TSchema | string
  /** its business refusals, besides those that every route can give */
  refusals?: readonly ErrorName[]
  handle(context: ApiContext, request: RouteRequest<TSchema, TSchema, TSchema>): Promise<unknown>
}

type TypedRoute<
  Params extends TSchema | undefined,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
  Data extends TSchema | string,
> = Omit<Route, 'params' | 'query' | 'body' | 'data' | 'handle'> & {
  params?: Params
  query?: Query
  body?: Body
  data: Data
  handle(
    context: ApiContext,
    request: RouteRequest<Params, Query, Body>,
  ): Promise<Data extends TSchema ? Static<Data> : FileAnswer | TextAnswer>
}

/** Ties the handler's types to the schemas. */
export function defineRoute<
  Data extends TSchema | string,
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(route: TypedRoute<Params, Query, Body, Data>): Route {
  return route as unknown as Route
}

/** The caller of a route with `auth: 'required'`. */
export function sessionOf(caller: Caller): Session {
  if (caller.session === null) throw new Error('this route was installed without auth: required')
  return caller.session
}
