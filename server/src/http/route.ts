/** One file for each route: its input, its output and its refusals. `installRoutes` does the rest for all routes alike. */
import type { Static, TSchema } from 'typebox'
import type { ErrorName } from '@galx/protocol/http/errors'
import type { Language } from '@galx/protocol/languages'
import type { Session } from './sessions/token.ts'
import type { ApiContext } from './context.ts'

export type Caller = {
  session: Session | null
  /** the network by which the caller is counted: an IPv4 address or an IPv6 /48 */
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

/** A body without the envelope, which is streamed unchanged. */
export class FileAnswer {
  constructor(
    readonly contentType: string,
    readonly fileName: string,
    readonly content: AsyncIterable<string>,
    /** called when the answer has ended, for any reason */
    readonly end: () => void,
  ) {}
}

/** A text without an envelope, sent byte for byte. */
export class TextAnswer {
  constructor(
    readonly text: string,
    /** whether the text can never change */
    readonly final: boolean,
  ) {}
}

export type Route = {
  method: 'GET' | 'POST'
  /** after `/api`, parameters as `:name` */
  path: string
  summary: string
  /**
   * required: 401 without a live token; optional: 401 only for a token that is not live. A POST writes or signs, so it checks the session in
   * the database when its whole body has arrived. A GET may be a moment late (liveSessions.ts).
   */
  auth: 'none' | 'optional' | 'required'
  /** a GET that returns a signature for the caller; checks the session in the database like a POST */
  signs?: boolean
  /** sign-in calls have their own limit */
  signIn?: boolean
  params?: TSchema
  query?: TSchema
  body?: TSchema
  /** the schema of `data`; a media type for a file */
  data: TSchema | string
  /** the route's business refusals, besides the refusals of every route */
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

/** Derives the handler's types from the schemas. */
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
  if (caller.session === null) throw new Error('this route lacks auth: required')
  return caller.session
}
