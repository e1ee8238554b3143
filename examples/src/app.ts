/** The contracts, the chain and the API of an example, read from the app's `/config.json`. */
import { parseWebConfig, type WebConfig } from '@galx/protocol/webConfig'
import { createPublicClient, http, type PublicClient } from 'viem'

export const LOCAL = 'http://localhost:5173'

export type App = {
  readonly config: WebConfig
  readonly chain: PublicClient
  /** Calls the API. @throws Error with the API's own message */
  readonly call: <Data>(path: string, options?: RequestInit) => Promise<Data>
}

/** @param origin address of the app, without a trailing slash */
export async function openApp(origin: string): Promise<App> {
  const file = await fetch(`${origin}/config.json`)
  if (!file.ok) throw new Error(`${origin}/config.json: status ${file.status}`)
  const parsed = parseWebConfig(await file.json())
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const { config } = parsed

  const call = async <Data>(path: string, options: RequestInit = {}): Promise<Data> => {
    const response = await fetch(`${config.apiUrl || origin}${path}`, options)
    const answer = (await response.json()) as { code: number; message: string; data: Data }
    if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.message}`)
    return answer.data
  }
  return { config, chain: createPublicClient({ transport: http(config.rpcUrl), ccipRead: false }), call }
}

/** Prints one line and ends the program. */
export function usage(line: string): never {
  console.error(`usage: ${line}`)
  process.exit(1)
}
