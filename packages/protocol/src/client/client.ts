/** A client of both servers with types from their OpenAPI documents. It needs nothing but `fetch`. */
import type { Language } from '../languages.ts'
import { ROUTES, type ErrorDetail, type Nothing, type Operations } from './operations.ts'

export type ClientOptions = {
  /** the address of the app, or of each server; without a trailing slash */
  url: string | { main: string; btc: string }
  /** the token of a sign-in (`postUserPublicAuthAddress`), for the caller's own data */
  token?: string
  /** the language of messages */
  language?: Language
}

/** A refusal or a fault, with the server's own code and words. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    /** of the table of errors: stable, unlike the message */
    readonly code: number,
    message: string,
    readonly status: number,
    /** the field at fault, or the id of the request for a report to the operator */
    readonly detail: ErrorDetail,
  ) {
    super(message)
  }
}

type Request<Name extends keyof Operations> = Operations[Name]['request']
type Parts = {
  path?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: object
}

export type Client = {
  /**
   * @param name the operationId of the call
   * @returns the data of a success; of a file its text
   * @throws ApiError if the server refuses the call or fails
   * @throws TypeError if the server cannot be reached
   */
  call<Name extends keyof Operations>(
    name: Name,
    ...request: Nothing extends Request<Name> ? [Request<Name>?] : [Request<Name>]
  ): Promise<Operations[Name]['answer']>
}

export function createApiClient({ url, token, language = 'en_US' }: ClientOptions): Client {
  const headers = {
    'Accept-Language': language.replace('_', '-'),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
  return {
    async call(name, ...parameters) {
      const [server, method, template] = ROUTES[name]
      const { path = {}, query = {}, body = {} } = (parameters[0] ?? {}) as Parts
      const filled = template.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
        encodeURIComponent(path[key] ?? ''),
      )
      const known = Object.entries(query).flatMap(([key, value]): [string, string][] =>
        value === undefined ? [] : [[key, String(value)]],
      )
      const search = known.length === 0 ? '' : `?${new URLSearchParams(known)}`
      const response = await fetch(
        `${typeof url === 'string' ? url : url[server]}${filled}${search}`,
        method === 'GET'
          ? { headers }
          : {
              method,
              headers: { ...headers, 'Content-Type': 'application/json' },
              body: JSON.stringify(body),
            },
      )
      return read(response)
    },
  }
}

async function read<Answer>(response: Response): Promise<Answer> {
  const { status, statusText, ok } = response
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  // A proxy in front of the servers answers in its own form.
  if (!isJson && !ok) throw new ApiError(status, statusText, status, null)
  if (!isJson) return (await response.text()) as Answer
  const { code, message, data } = (await response.json()) as { code: number; message: string; data: unknown }
  if (code !== 200) throw new ApiError(code, message, status, data as ErrorDetail)
  return data as Answer
}
