/** Explorers that compile a source and compare the result with the chain: Sourcify's API 2, and Etherscan's API 2, which BscScan shares. */
import { failureReason, fetchWhole } from '../fetchWhole.ts'
import type { ContractSource, OwnContract, Sources } from './sources.ts'

/** `verified`: it shows the source; `unknown`: it has none; `pending`: it is still compiling */
type State = { kind: 'verified'; how: string } | { kind: 'unknown' } | { kind: 'pending' }

/** Says which sources an explorer shows. Needs no source itself, so it works on a machine without the contracts' libraries. */
export type Viewer = {
  name: string
  /** the page on which a person sees the source */
  pageOf(contract: OwnContract): string
  /** @throws ExplorerError */
  stateOf(contract: OwnContract): Promise<State>
}

export type Explorer = Viewer & {
  /** @returns the ticket for `progressOf` @throws ExplorerError */
  submit(source: ContractSource): Promise<string>
  /** @throws ExplorerError with the explorer's message if the explorer refuses the source */
  progressOf(ticket: string, source: ContractSource): Promise<State>
}

/** The explorer refuses, or its answer does not fit its interface. */
export class ExplorerError extends Error {
  override name = 'ExplorerError'
}

/** The limits of one request: milliseconds for the request, bytes for the answer. */
const TIMEOUT = 60_000
const LARGEST = 4 * 1024 * 1024

type Answer = { status: number; body: Record<string, unknown> }

async function ask(name: string, url: URL, init: RequestInit = {}): Promise<Answer> {
  let response: Response
  try {
    response = await fetchWhole(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) }, LARGEST)
  } catch (error) {
    throw new ExplorerError(`${name} does not answer at ${url.origin}: ${failureReason(error)}`)
  }
  const body: unknown = await response.json().catch(() => null)
  if (typeof body === 'object' && body !== null)
    return { status: response.status, body: body as Record<string, unknown> }
  throw new ExplorerError(`${name} gives no JSON at ${url.origin} (${response.status})`)
}

/** Sourcify's interface, and the host of Etherscan's. */
export const SOURCIFY = 'https://sourcify.dev/server'
/** The site on which people see what this server shows. */
const SOURCIFY_PAGES = 'https://repo.sourcify.dev'
export const ETHERSCAN = 'https://api.etherscan.io/v2/api'
/** The pages of Etherscan's explorers by chain id. */
export const PAGES: Readonly<Record<number, string>> = {
  56: 'https://bscscan.com',
  97: 'https://testnet.bscscan.com',
}

/** Whether the text can be a key of Etherscan. */
export function isEtherscanKey(text: string): boolean {
  return /^\w{10,100}$/.test(text)
}

function sourcifyPlace(server: string, path: string): URL {
  return new URL(`${server.replace(/\/$/, '')}/v2/${path}`)
}
function sourcifyState(match: unknown): State {
  return match === 'exact_match' || match === 'match' ? { kind: 'verified', how: match } : { kind: 'unknown' }
}

/** @param server such as `SOURCIFY`, whose pages are on a site of their own; another server's page is its own answer */
export function sourcifyViewer(server: string, chainId: number): Viewer {
  const name = 'Sourcify'
  return {
    name,
    pageOf: ({ address }) =>
      server === SOURCIFY
        ? `${SOURCIFY_PAGES}/${chainId}/${address}`
        : sourcifyPlace(server, `contract/${chainId}/${address}`).href,
    async stateOf({ address }) {
      const { status, body } = await ask(name, sourcifyPlace(server, `contract/${chainId}/${address}`))
      if (status !== 200 && status !== 404) throw new ExplorerError(`${name}: ${wordsOf(body)} (${status})`)
      return sourcifyState(body.match)
    },
  }
}

/** @param server such as `SOURCIFY` */
export function sourcify(server: string, { chainId, input, compiler }: Sources): Explorer {
  const viewer = sourcifyViewer(server, chainId)
  const { name } = viewer
  const at = (path: string) => sourcifyPlace(server, path)
  return {
    ...viewer,
    async submit({ address, identifier }) {
      const { status, body } = await ask(name, at(`verify/${chainId}/${address}`), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          stdJsonInput: input,
          compilerVersion: compiler.replace(/^v/, ''),
          contractIdentifier: identifier,
        }),
      })
      if (status === 202 && typeof body.verificationId === 'string') return body.verificationId
      throw new ExplorerError(`${name}: ${wordsOf(body)} (${status})`)
    },
    async progressOf(ticket) {
      const { status, body } = await ask(name, at(`verify/${encodeURIComponent(ticket)}`))
      if (status !== 200) throw new ExplorerError(`${name}: ${wordsOf(body)} (${status})`)
      if (body.isJobCompleted !== true) return { kind: 'pending' }
      const { match } = (body.contract ?? {}) as { match?: unknown }
      const state = sourcifyState(match)
      if (state.kind === 'verified') return state
      throw new ExplorerError(`${name}: ${wordsOf((body.error ?? {}) as Record<string, unknown>)}`)
    },
  }
}

function etherscanPlace(api: string, chainId: number, query: Readonly<Record<string, string>>): URL {
  const url = new URL(api)
  for (const [field, value] of Object.entries({ chainid: String(chainId), ...query }))
    url.searchParams.set(field, value)
  return url
}
function etherscanResult({ body }: Answer) {
  return { isGood: body.status === '1', text: String(body.result) }
}

/** @param api such as `ETHERSCAN` @param page the explorer's own address, one of `PAGES` */
export function etherscanViewer(api: string, page: string, key: string, chainId: number): Viewer {
  const name = new URL(page).host
  return {
    name,
    pageOf: ({ address }) => `${page}/address/${address}#code`,
    async stateOf({ address }) {
      const query = { module: 'contract', action: 'getabi', address, apikey: key }
      const { isGood, text } = etherscanResult(await ask(name, etherscanPlace(api, chainId, query)))
      if (isGood) return { kind: 'verified', how: 'verified' }
      if (/not verified/i.test(text)) return { kind: 'unknown' }
      throw new ExplorerError(`${name}: ${text}`)
    },
  }
}

/** @param api such as `ETHERSCAN` @param page the explorer's own address, one of `PAGES` */
export function etherscan(
  api: string,
  page: string,
  key: string,
  { chainId, input, compiler }: Sources,
): Explorer {
  const viewer = etherscanViewer(api, page, key, chainId)
  const { name } = viewer
  const at = (query: Readonly<Record<string, string>>) => etherscanPlace(api, chainId, query)
  const result = etherscanResult
  return {
    ...viewer,
    async submit({ address, identifier, constructorArguments }) {
      const encoded = constructorArguments.slice(2)
      const form = new URLSearchParams({
        module: 'contract',
        action: 'verifysourcecode',
        apikey: key,
        contractaddress: address,
        contractname: identifier,
        compilerversion: compiler,
        codeformat: 'solidity-standard-json-input',
        sourceCode: JSON.stringify(input),
        // The interface expects the second name with this misspelling.
        constructorArguments: encoded,
        constructorArguements: encoded,
      })
      const { isGood, text } = result(await ask(name, at({}), { method: 'POST', body: form }))
      if (isGood) return text
      throw new ExplorerError(`${name}: ${text}`)
    },
    async progressOf(guid) {
      const query = { module: 'contract', action: 'checkverifystatus', guid, apikey: key }
      const { text } = result(await ask(name, at(query)))
      if (/^pending/i.test(text)) return { kind: 'pending' }
      if (/^pass|already verified/i.test(text)) return { kind: 'verified', how: 'verified' }
      throw new ExplorerError(`${name}: ${text}`)
    },
  }
}

function wordsOf(body: Record<string, unknown>): string {
  const { message, customCode } = body
  return String(message ?? customCode ?? 'it gives no reason')
}
