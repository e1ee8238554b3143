/** The operator's commands, independent of their process. */
import { UsageError, type Command } from './commands/command.ts'
import { DeploymentError, EnvironmentError, isProgramFault } from '@galx/operator/deploy/deploymentError'
import { StatementError } from '@galx/protocol/statement'
import { firstLine } from '@galx/operator/verify/findings'
import { DatabaseConfigurationError, DatabaseUnavailableError } from '@galx/server/platform/database/faults'
import { ConfigurationError } from '@galx/server/platform/environment'
import { createRedactor } from '@galx/server/platform/secrets'

/** Each command is loaded only when it is called, so that it starts quickly even if other commands need more modules. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  plan: async () => (await import('./commands/plan.ts')).planCommand,
  deploy: async () => (await import('./commands/deploy.ts')).deployCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  explorer: async () => (await import('./commands/explorer.ts')).explorerCommand,
  descriptors: async () => (await import('./commands/descriptors.ts')).descriptorsCommand,
  pools: async () => (await import('./commands/pools.ts')).poolsCommand,
  fund: async () => (await import('./commands/fund.ts')).fundCommand,
  announce: async () => (await import('./commands/announce.ts')).announceCommand,
  signer: async () => (await import('./commands/signer.ts')).signerCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  cosign: async () => (await import('./commands/cosign.ts')).cosignCommand,
  reindex: async () => (await import('./commands/reindex.ts')).reindexCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  safe: async () => (await import('./commands/safe.ts')).safeCommand,
  release: async () => (await import('./commands/release.ts')).releaseCommand,
  watch: async () => (await import('./commands/watch.ts')).watchCommand,
  kit: async () => (await import('./commands/kit.ts')).kitCommand,
}

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

export type Output = { say(line: string): void; complain(line: string): void }

/** The operator's input is missing or wrong: options, or variables of the environment. */
const WRONG_CALLS = [UsageError, EnvironmentError, ConfigurationError, StatementError]

/** @returns the exit code: 0 done, 1 something is wrong, 2 the call itself was wrong. Never throws */
export async function runOperator(
  [name, ...parameters]: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const { say, complain } = redactSecrets(output, parameters, environment)
  if (name === undefined || name === '--help' || name === 'help') {
    say(await overview())
    return name === undefined ? 2 : 0
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) {
    complain(`"${name}" is not a command; there are: ${COMMAND_NAMES.join(', ')}`)
    return 2
  }
  const command = await load()
  if (parameters.includes('--help')) {
    say(command.help)
    return 0
  }
  try {
    return await command.run(parameters, environment, say, complain)
  } catch (error) {
    // Each line names one problem.
    const lines =
      error instanceof DeploymentError || error instanceof UsageError
        ? error.message.split('\n')
        : isProgramFault(error)
          ? [`a fault of this program, please report it: ${error.stack ?? error.message}`]
          : [faultLine(error)]
    for (const line of lines) complain(line)
    return WRONG_CALLS.some((kind) => error instanceof kind) ? 2 : 1
  }
}

/** Removes secrets: a node may answer with its own address, including a key, and the answer is shown, for example to support. */
function redactSecrets(
  { say, complain }: Output,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv,
): Output {
  // Among the options only addresses can contain a secret.
  const given = parameters.map((one) => one.replace(/^--[\w-]+=/, ''))
  const redact = createRedactor({ ...environment, RPC_URL: [environment.RPC_URL ?? '', ...given].join(',') })
  return { say: (line) => say(redact(line)), complain: (line) => complain(redact(line)) }
}

/** The database's errors name the variable with its address. */
function faultLine(error: unknown): string {
  if (error instanceof DatabaseUnavailableError) {
    const { code = 'no code' } = (error.cause ?? {}) as { code?: string }
    return `DATABASE_URL: the database does not answer (${code})`
  }
  if (error instanceof DatabaseConfigurationError) return `DATABASE_URL: ${error.message}`
  return firstLine(error)
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => `  ${name.padEnd(13)}${(await load()).summary}`),
  )
  return `npm run operator -- COMMAND [options]\n\n${lines.join('\n')}\n\nEach command explains itself with --help.`
}
