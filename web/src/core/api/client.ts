/**
 * The only way to call the two servers. Adds a timeout of 20 s, the account's token and the stored language, opens the envelope, and shows
 * errors. `ApiError` has the errors that callers can distinguish.
 */
import type { ServerName } from '@galx/protocol/products'
import { storedLanguage } from '../../i18n/language.ts'
import { currentLanguage } from '../../i18n/texts.ts'
import { currentConfig } from '../config/configStore.ts'
import { clearToken, usableToken } from '../session/token.ts'
import { useAppStore } from '../state/appStore.ts'
import { notify } from '../state/effects.ts'
import { readStored, TOKEN_KEY } from '../state/storage.ts'
import { walletTexts } from '../wallet/texts.ts'
import type { Refusal } from './refusal.ts'

/** Servers whose last call failed. */
const failing = new Set<ServerName>()

export const REQUEST_TIMEOUT = 20_000
const ERROR_TOAST_DURATION = 3_000

type RequestOptions = {
  query?: Record<string, string | number | undefined>
  body?: object
  /** The app, not the user, started the call. Then a failing server is reported only once until it answers again, not at every attempt. */
  background?: boolean
  /** sent in place of the signed-in account's token */
  token?: string
  /** codes that the caller handles itself: no toast appears for them */
  expected?: readonly number[]
}

/**
 * Calls a server and returns the envelope's data.
 * @throws ApiError with the reason. The token is already cleared (401), or a toast is already shown (every other error outside `expected`)
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
    // The body must arrive within the twenty seconds too. If the body is not JSON, the status below decides.
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
    // A late answer to an old token must not sign out the session that replaced the token.
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
  if (!options.expected?.includes(code)) void notifyRefusal({ code, message: shown })
  throw new ApiError(code, shown, 'refused')
}

/** The request names the stored language. Another tab may have stored a language that this page does not use: the code then gives the words. */
async function notifyRefusal(refusal: Refusal): Promise<void> {
  let text = refusal.message
  if (storedLanguage() !== currentLanguage())
    text = await import('./refusal.ts').then(
      ({ refusalText }) => refusalText(refusal),
      () => text,
    )
  notify(text, { kind: 'error', duration: ERROR_TOAST_DURATION })
}

/** Shows the error in a toast. Background calls show only the first error of an outage. */
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

/** The full URL of a call. */
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

/** The reason why a call to one of the two servers gave no data. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    /** the envelope's code; without an envelope, the HTTP status; 0 without an answer */
    readonly code: number,
    message: string,
    readonly kind: 'refused' | 'unauthorised' | 'http' | 'unreachable' | 'timeout',
  ) {
    super(message)
  }
}
