/**
 * The only way to call the two servers: a timeout of 20 s, the account's token, the stored language, the envelope, and how errors are
 * shown. See apiError.ts for the errors that callers can distinguish.
 */
import type { ServerName } from '@galx/protocol/products'
import { currentConfig } from '../config/configStore.ts'
import { storedLanguage } from '../../i18n/language.ts'
import { clearToken, usableToken } from '../session/token.ts'
import { useAppStore } from '../state/appStore.ts'
import { notify } from '../state/effects.ts'
import { readStored, TOKEN_KEY } from '../state/storage.ts'
import { ApiError } from './apiError.ts'
import { walletTexts } from '../wallet/texts.ts'

/** Servers whose last answer was an error, or that gave none. */
const failing = new Set<ServerName>()

export const REQUEST_TIMEOUT = 20_000
const ERROR_TOAST_DURATION = 3_000

export type RequestOptions = {
  query?: Record<string, string | number | undefined>
  body?: object
  /** not started by the user: a server that fails is reported once until it answers again, not at every attempt */
  background?: boolean
  /** instead of the token of the account that is signed in */
  token?: string
  /** codes that the caller handles: no toast for these */
  expected?: readonly number[]
}

/**
 * Calls a server and returns the envelope's data.
 * @throws ApiError always with the reason; by then the token is cleared (401) or the toast is shown (everything else but `expected`)
 */
export async function callServer<Data>(
  server: ServerName,
  method: 'GET' | 'POST',
  path: string,
  options: RequestOptions = {},
): Promise<Data> {
  const sentToken = options.token ?? usableToken()
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), REQUEST_TIMEOUT)
  let status: number
  let envelope: unknown
  try {
    const response = await fetch(address(server, path, options.query), {
      method,
      headers: headers(sentToken, options.body !== undefined),
      signal: abort.signal,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    status = response.status
    // The body is part of the twenty seconds; one that is no JSON is judged by its status below.
    envelope = await response.json().catch((error: unknown) => {
      if (abort.signal.aborted) throw error
      return null
    })
  } catch {
    throw unreachable(server, abort.signal.aborted, options)
  } finally {
    clearTimeout(timer)
  }
  markServer(server, 'up')
  return readEnvelope<Data>(server, status, envelope, sentToken, options)
}

function readEnvelope<Data>(
  server: ServerName,
  status: number,
  envelope: unknown,
  sentToken: string | null,
  options: RequestOptions,
): Data {
  const { code, message, msg, data } = (
    typeof envelope === 'object' && envelope !== null ? envelope : {}
  ) as {
    code?: unknown
    message?: unknown
    msg?: unknown
    data?: unknown
  }
  if (status === 401 || (status === 200 && code === 401)) {
    // A late answer to an old token must not sign out the session that has replaced it.
    if (readStored(TOKEN_KEY) === sentToken) clearToken()
    throw new ApiError(401, 'Unauthorised', 'unauthorised')
  }
  if (status < 200 || status > 299 || typeof code !== 'number') {
    complain(server, options)
    throw new ApiError(status, `HTTP ${status}`, 'http')
  }
  failing.delete(server)
  if (code === 200) return data as Data
  const text = [message, msg].find((item): item is string => typeof item === 'string' && item !== '')
  const shown = text ?? walletTexts.current().systemError
  if (!options.expected?.includes(code)) notify(shown, { kind: 'error', duration: ERROR_TOAST_DURATION })
  throw new ApiError(code, shown, 'refused')
}

/** Shows the system error in a toast; for a background call only the first time in an outage. */
function complain(server: ServerName, { background }: RequestOptions): void {
  if (!background || !failing.has(server))
    notify(walletTexts.current().systemError, { kind: 'error', duration: ERROR_TOAST_DURATION })
  failing.add(server)
}

function unreachable(server: ServerName, timedOut: boolean, options: RequestOptions): ApiError {
  markServer(server, 'down')
  complain(server, options)
  return timedOut
    ? new ApiError(0, `No answer within ${REQUEST_TIMEOUT / 1_000} s`, 'timeout')
    : new ApiError(0, 'The server cannot be reached', 'unreachable')
}

export function markServer(server: ServerName, status: 'up' | 'down'): void {
  const field = server === 'main' ? 'mainApi' : 'btcApi'
  if (useAppStore.getState()[field] !== status) useAppStore.setState({ [field]: status })
}

/** The whole address of a call. */
export function address(server: ServerName, path: string, query: RequestOptions['query'] = {}): string {
  const config = currentConfig()
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value))
  const text = parameters.toString()
  return `${server === 'main' ? config.apiUrl : config.btcApiUrl}${path}${text === '' ? '' : `?${text}`}`
}

/** The headers of every call. */
export function headers(token: string | null, withBody: boolean): Record<string, string> {
  return {
    'Accept-language': storedLanguage(),
    ...(token === null ? {} : { Authorization: token }),
    ...(withBody ? { 'Content-Type': 'application/json' } : {}),
  }
}
