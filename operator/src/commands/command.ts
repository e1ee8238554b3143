/** What every command of the operator's program is, and how it reports a wrong call. */
import { parseArgs, type ParseArgsConfig } from 'node:util'

export type Command = {
  /** one line of the overview */
  summary: string
  help: string
  /** @returns the exit code */
  run(
    parameters: readonly string[],
    environment: NodeJS.ProcessEnv,
    say: (line: string) => void,
    complain: (line: string) => void,
  ): Promise<number>
}

/** A mistake in how the program was called. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** @throws UsageError naming an unknown option or a missing value */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  parameters: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]!)
  }
}

/**
 * @returns the node's URL: the option's, else RPC_URL's
 * @throws UsageError naming the one of the two that is no http(s) URL
 */
export function readRpcUrl(
  options: { readonly rpc?: string | undefined },
  environment: NodeJS.ProcessEnv,
): string | undefined {
  return readUrls(options, environment, (given) => [given])[0]
}

/** Like `readRpcUrl`, of several nodes: separated by commas. */
export function readRpcUrls(
  options: { readonly rpc?: string | undefined },
  environment: NodeJS.ProcessEnv,
): string[] {
  return readUrls(options, environment, (given) => given.split(',').map((url) => url.trim()))
}

function readUrls(
  options: { readonly rpc?: string | undefined },
  environment: NodeJS.ProcessEnv,
  split: (given: string) => string[],
): string[] {
  const given = options.rpc ?? environment.RPC_URL?.trim()
  if (!given) return []
  const urls = split(given)
  const isUrl = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (urls.every(isUrl)) return urls
  const name = options.rpc ? '--rpc' : 'RPC_URL'
  // The text itself may hold a provider's key and stays out of the message.
  throw new UsageError(`${name} must be an http or https URL`)
}

export function rpcUrlMissing(): UsageError {
  return new UsageError('--rpc URL is missing (or RPC_URL in the environment)')
}
