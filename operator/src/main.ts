/** The operator's program: `npm run operator -- <command> …`. */
import { UsageError, type Command } from './commands/command.ts'
import { deployCommand } from './commands/deploy.ts'
import { verifyCommand } from './commands/verify.ts'
import { DeploymentError } from './deploy/deploymentError.ts'
import { firstLine } from './verify/findings.ts'

const COMMANDS: Readonly<Record<string, Command>> = { deploy: deployCommand, verify: verifyCommand }

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

function overview(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  return `npm run operator -- COMMAND [options]\n\n${lines.join('\n')}\n\nEach command explains itself with --help.`
}

async function main([name, ...parameters]: readonly string[]): Promise<number> {
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
    return await command.run(parameters, process.env, say)
  } catch (error) {
    complain(
      error instanceof DeploymentError || error instanceof UsageError ? error.message : firstLine(error),
    )
    return error instanceof UsageError ? 2 : 1
  }
}

// Whoever read our output has seen enough (head, less): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await main(process.argv.slice(2))
