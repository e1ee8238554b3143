/** The processes of one stack: when one ends unasked, all end, and one line says which. */
import {
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  type WriteStream,
} from 'node:fs'
import { join } from 'node:path'
import { startJanitor, startOwned, type OwnedProcess } from '../process/ownedProcess.ts'
import { repositoryRoot } from './settings.ts'
import { StackError } from './stackError.ts'

export class Household {
  readonly #logs: string
  readonly #members: OwnedProcess[] = []
  #stopping = false
  readonly #onFault: (line: string) => void

  /** @param onFault called once, with the line that says what ended */
  constructor(logs: string, onFault: (line: string) => void) {
    this.#logs = logs
    this.#onFault = onFault
    // The last run's logs stay for whoever wants to know why it ended; older ones go.
    for (const file of readdirSync(logs))
      if (/^[a-z-]+\.log$/.test(file))
        renameSync(join(logs, file), join(logs, file.replace(/\.log$/, '.previous.log')))
    startJanitor().once('exit', () => this.#fault('the janitor process ended unexpectedly'))
  }

  get stopping(): boolean {
    return this.#stopping
  }

  logPath(name: string): string {
    return join(this.#logs, `${name}.log`)
  }

  log(name: string): WriteStream {
    return createWriteStream(this.logPath(name), { flags: 'a' })
  }

  /** Takes a process in: from now on its end is the end of all. */
  adopt<Member extends { process: OwnedProcess }>(member: Member): Member {
    this.#members.push(member.process)
    void this.#watch(member.process)
    return member
  }

  /** Starts one of our own Node.js programs. */
  async start(name: string, script: string, parameters: readonly string[], environment: NodeJS.ProcessEnv) {
    const process = await this.#spawn(name, script, parameters, environment)
    return this.adopt({ process })
  }

  /** Runs one of our programs to its end. @throws StackError with its last words */
  async run(
    name: string,
    script: string,
    parameters: readonly string[],
    environment: NodeJS.ProcessEnv,
  ): Promise<void> {
    const owned = await this.#spawn(name, script, parameters, environment)
    const { code } = await owned.ended
    if (code !== 0 && !this.#stopping) throw new StackError(`${name} failed: ${this.#lastWords(name)}`)
  }

  async #spawn(name: string, script: string, parameters: readonly string[], environment: NodeJS.ProcessEnv) {
    const log = this.log(name)
    await new Promise((resolve) => log.once('open', resolve))
    return startOwned(process.execPath, ['--import', 'tsx', join(repositoryRoot, script), ...parameters], {
      name,
      cwd: repositoryRoot,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...environment },
    })
  }

  async #watch(member: OwnedProcess): Promise<void> {
    const { code, signal } = await member.ended
    if (this.#stopping) return
    const how = signal
      ? `was ended by ${signal}`
      : `ended with code ${String(code)}: ${this.#lastWords(member.name)}`
    this.#fault(`${member.name} ${how}`)
  }

  #fault(what: string): void {
    if (this.#stopping) return
    this.#onFault(`${what}; stopping everything (logs: ${this.#logs})`)
  }

  #lastWords(name: string): string {
    const path = this.logPath(name)
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    return lines.at(-1) || 'it said nothing'
  }

  /** Stops the last started first; the database and the chain, which the others use, come last. */
  async stop(): Promise<void> {
    this.#stopping = true
    const own = this.#members.filter(({ name }) => name !== 'chain' && name !== 'database')
    await Promise.all(own.map((member) => member.stop()))
    await Promise.all(this.#members.map((member) => member.stop()))
  }
}
