/** What every command of the operator's program is, and how its mistakes are told. */
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

/** @throws UsageError when it is no http(s) or ws(s) URL */
export function readUrl(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new UsageError(`${name} must be an http or https URL, not "${text}"`)
}
