/** The type of the operator program's commands, and the error for a wrong call. */
import { statSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { nodeNamedTwice } from '@galx/protocol/nodes'

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

/** A mistake in the call of the program. Each mistake is one line. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The options that name the deployment and its nodes. */
export const PLACE_OPTIONS = { rpc: { type: 'string' }, deployment: { type: 'string' } } as const

/** Options of a command that writes: without `--confirm` the command only shows its actions. */
export const WRITE_OPTIONS = {
  confirm: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const

/** The part of a help text about `PLACE_OPTIONS`. */
export const PLACE_HELP = `  --rpc URL           the node; also RPC_URL
  --deployment FILE   the deployment file; also DEPLOYMENT_FILE`

/** The part of a help text about `WRITE_OPTIONS`. */
export const WRITE_HELP = `  --confirm           make the changes. Without --confirm (or with --dry-run) the command shows its actions and changes nothing`

/** @throws UsageError if both are given */
export function isConfirmed(options: { confirm: boolean; 'dry-run': boolean }): boolean {
  if (options.confirm && options['dry-run'])
    throw new UsageError('--confirm and --dry-run exclude each other')
  return options.confirm
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
 * @returns the node's URL: from the option or else from RPC_URL
 * @throws UsageError naming the option or variable if its value is not an http(s) URL
 */
export function readRpcUrl(
  options: { readonly rpc?: string | undefined },
  environment: NodeJS.ProcessEnv,
): string | undefined {
  return readUrls(options, environment, (given) => [given])[0]
}

/** Like `readRpcUrl` for several nodes, separated by commas. @throws UsageError also if a node is named twice */
export function readRpcUrls(
  options: { readonly rpc?: string | undefined },
  environment: NodeJS.ProcessEnv,
): string[] {
  const urls = readUrls(options, environment, (given) => given.split(',').map((url) => url.trim()))
  if (nodeNamedTwice(urls) !== null) throw new UsageError(`${sourceOf(options)} names a node twice`)
  return urls
}

/** @returns whether a single node is trusted on headers whose hash cannot be computed @throws UsageError */
export function readTrustsUnknownHeaders(environment: NodeJS.ProcessEnv): boolean {
  const text = environment.RPC_TRUST_UNKNOWN_HEADERS?.trim() || 'false'
  if (text !== 'true' && text !== 'false')
    throw new UsageError(`RPC_TRUST_UNKNOWN_HEADERS must be true or false, not "${text}"`)
  return text === 'true'
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
  // The text itself may contain a provider's key, so it is not in the message.
  throw new UsageError(`${sourceOf(options)} must be an http or https URL`)
}

function sourceOf({ rpc }: { readonly rpc?: string | undefined }): string {
  return rpc ? '--rpc' : 'RPC_URL'
}

/** @returns the deployment file's path: from the option or else from DEPLOYMENT_FILE; undefined without both */
export function readDeploymentPath(
  options: { readonly deployment?: string | undefined },
  environment: NodeJS.ProcessEnv,
): string | undefined {
  return options.deployment ?? (environment.DEPLOYMENT_FILE?.trim() || undefined)
}

/** @returns the greatest number of blocks in one request for logs; undefined without the option @throws UsageError */
export function readLogRange(options: { readonly 'log-range'?: string | undefined }): bigint | undefined {
  const range = options['log-range']
  if (range === undefined) return undefined
  if (/^[1-9]\d{0,6}$/.test(range)) return BigInt(range)
  throw new UsageError(`--log-range must be a number of blocks from 1, not "${range}"`)
}

/** @throws UsageError if the option does not name a readable file */
export function requireFile(option: string, path: string): void {
  try {
    if (statSync(path).isFile()) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(`${option}: ${path} does not exist`)
    throw new UsageError(`${option}: ${path} cannot be read: ${(error as Error).message}`)
  }
  throw new UsageError(`${option}: ${path} is not a file`)
}

export function deploymentPathMissing(): UsageError {
  return new UsageError('--deployment FILE is missing (or DEPLOYMENT_FILE in the environment)')
}

/** Tokens with at most 18 decimals, such as `1500` or `0.25`. @returns wei @throws UsageError unless it is above 0 */
export function readAmount(name: string, text: string): bigint {
  const [, whole, decimals = ''] = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  const wei = whole === undefined ? 0n : BigInt(whole + decimals.padEnd(18, '0'))
  if (wei === 0n)
    throw new UsageError(
      `${name} must be an amount of tokens above 0 with at most 18 decimals, not "${text}"`,
    )
  return wei
}

export function rpcUrlMissing(): UsageError {
  return new UsageError('--rpc URL is missing (or RPC_URL in the environment)')
}
