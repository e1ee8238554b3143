/** The operator's program: `npm run operator -- <command> …`. */
import { runOperator } from './runOperator.ts'

// The program that reads our output (head, less) has closed it. This is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await runOperator(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
})
