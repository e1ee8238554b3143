/** Explorers that compile a source and compare the result with the chain: Sourcify's API 2, and Etherscan's API 2, which BscScan shares. */
import { failureReason, fetchWhole } from '../fetchWhole.ts'
import type { ContractSource, Sources } from './sources.ts'

/** `verified`: it shows the source; `unknown`: it has none; `pending`: it is still compiling */
type State = { kind: 'verified'; how: string } | { kind: 'unknown' } | { kind: 'pending' }

export type Explorer = {
  name: string
  /** the page on which a person sees the source */
  pageOf(source: ContractSource): string
  /** @throws ExplorerError */
  stateOf(source: ContractSource): Promise<State>
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

/**
 * @param server such as `https://sourcify.dev/server`
 * @param pages the site of that server for people, such as `https://repo.sourcify.dev`; default: the server's own answer
 */
export function sourcify(server: string, { chainId, input, compiler }: Sources, pages?: string): Explorer {
  const name = 'Sourcify'
  const at = (path: string) => new URL(`${server.replace(/\/$/, '')}/v2/${path}`)
  const verified = (match: unknown): State =>
    match === 'exact_match' || match === 'match' ? { kind: 'verified', how: match } : { kind: 'unknown' }
  return {
    name,
    pageOf: ({ address }) =>
      pages === undefined ? at(`contract/${chainId}/${address}`).href : `${pages}/${chainId}/${address}`,
    async stateOf({ address }) {
      const { status, body } = await ask(name, at(`contract/${chainId}/${address}`))
      if (status !== 200 && status !== 404) throw new ExplorerError(`${name}: ${wordsOf(body)} (${status})`)
      return verified(body.match)
    },
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
      const state = verified(match)
      if (state.kind === 'verified') return state
      throw new ExplorerError(`${name}: ${wordsOf((body.error ?? {}) as Record<string, unknown>)}`)
    },
  }
}

/** @param api such as `https://api.etherscan.io/v2/api` @param page the explorer's own address, such as `https://bscscan.com` */
export function etherscan(
  api: string,
  page: string,
  key: string,
  { chainId, input, compiler }: Sources,
): Explorer {
  const name = new URL(page).host
  const at = (query: Readonly<Record<string, string>>) => {
    const url = new URL(api)
    for (const [field, value] of Object.entries({ chainid: String(chainId), ...query }))
      url.searchParams.set(field, value)
    return url
  }
  const result = ({ body }: Answer) => ({ isGood: body.status === '1', text: String(body.result) })
  return {
    name,
    pageOf: ({ address }) => `${page}/address/${address}#code`,
    async stateOf({ address }) {
      const query = { module: 'contract', action: 'getabi', address, apikey: key }
      const { isGood, text } = result(await ask(name, at(query)))
      if (isGood) return { kind: 'verified', how: 'verified' }
      if (/not verified/i.test(text)) return { kind: 'unknown' }
      throw new ExplorerError(`${name}: ${text}`)
    },
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
