/** The operator's commands, apart from the process they run in. */
import { UsageError, type Command } from './commands/command.ts'
import { auditCommand } from './commands/audit.ts'
import { deployCommand } from './commands/deploy.ts'
import { descriptorsCommand } from './commands/descriptors.ts'
import { exportCommand } from './commands/export.ts'
import { kitCommand } from './commands/kit.ts'
import { verifyCommand } from './commands/verify.ts'
import { DeploymentError } from './deploy/deploymentError.ts'
import { ExportFault } from './export/exportEpochs.ts'
import { firstLine } from './verify/findings.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  deploy: deployCommand,
  descriptors: descriptorsCommand,
  export: exportCommand,
  kit: kitCommand,
  verify: verifyCommand,
  audit: auditCommand,
}

export type Voice = { say(line: string): void; complain(line: string): void }

/** @returns the exit code: 0 done, 1 something is wrong, 2 the call itself was; nothing is thrown */
export async function runOperator(
  [name, ...parameters]: readonly string[],
  environment: NodeJS.ProcessEnv,
  { say, complain }: Voice,
): Promise<number> {
  if (name === undefined || name === '--help' || name === 'help') {
    say(overview())
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    complain(`"${name}" is no command; there are: ${Object.keys(COMMANDS).join(', ')}`)
    return 2
  }
  if (parameters.includes('--help')) {
    say(command.help)
    return 0
  }
  try {
    return await command.run(parameters, environment, say, complain)
  } catch (error) {
    complain(
      error instanceof DeploymentError || error instanceof ExportFault || error instanceof UsageError
        ? error.message
        : firstLine(error),
    )
    return error instanceof UsageError ? 2 : 1
  }
}

function overview(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(13)}${summary}`)
  return `npm run operator -- COMMAND [options]\n\n${lines.join('\n')}\n\nEach command explains itself with --help.`
}
