/** The processes of one stack. If one ends unexpectedly, the group stops all others and names it in one line. */
import {
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  type WriteStream,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startWatchdog, startOwned, type OwnedProcess } from '../process/ownedProcess.ts'
import { repositoryRoot } from './settings.ts'
import { StackError } from './stackError.ts'

/** Milliseconds to wait after the end of a reader. If its writer ended first, the end of the writer is noticed within this time. */
const WRITERS_END = 1_000

/** One of our programs: a build, by its path in the repository. */
type Program = {
  name: string
  script: string
  parameters: readonly string[]
  environment: NodeJS.ProcessEnv
  /** restarts when its file changes */
  watched?: boolean
}

export class ProcessGroup {
  readonly #logs: string
  readonly #members: OwnedProcess[] = []
  #stopping = false
  readonly #onFault: (line: string) => void

  /** @param onFault called once, with the line that names the ended process */
  constructor(logs: string, onFault: (line: string) => void) {
    this.#logs = logs
    this.#onFault = onFault
    // The logs of the last run stay, because they show why it ended. Older logs are removed.
    for (const file of readdirSync(logs))
      if (/^[a-z-]+\.log$/.test(file))
        renameSync(join(logs, file), join(logs, file.replace(/\.log$/, '.previous.log')))
    startWatchdog().once('exit', () => this.#fault('the watchdog process ended unexpectedly'))
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

  /** Adds a running process to the group. When it ends, the group stops. */
  adopt<Member extends { process: OwnedProcess }>(member: Member): Member {
    this.#members.push(member.process)
    void this.#watch(member.process)
    return member
  }

  /** Starts one of our programs: a build with a source map. */
  async start(program: Program) {
    return this.adopt({ process: await this.#spawn(program) })
  }

  /** Starts two of our programs. The second reads the output of the first. */
  async startPair(first: Program, second: Program) {
    const reader = await this.#spawn(second, 'pipe')
    this.#members.push(reader)
    const writer = await this.#spawn(first, 'ignore', 'pipe')
    this.adopt({ process: writer })
    void this.#watchReader(reader, writer)
    // The watcher of the first process to end reports it.
    reader.child.stdin!.on('error', () => {})
    writer.child.stdout!.pipe(reader.child.stdin!)
  }

  /** Runs one of our programs to its end. @throws StackError with the last line of its log */
  async run(
    name: string,
    script: string,
    parameters: readonly string[],
    environment: NodeJS.ProcessEnv,
  ): Promise<void> {
    const owned = await this.#spawn({ name, script, parameters, environment })
    const { code } = await owned.ended
    if (code !== 0 && !this.#stopping) throw new StackError(`${name} failed: ${this.#lastLogLine(name)}`)
  }

  async #spawn(
    { name, script, parameters, environment, watched = false }: Program,
    stdin: 'ignore' | 'pipe' = 'ignore',
    stdout: 'log' | 'pipe' = 'log',
  ) {
    const log = this.log(name)
    await new Promise((resolve) => log.once('open', resolve))
    return startOwned(
      process.execPath,
      [
        '--enable-source-maps',
        ...(watched ? ['--watch', '--watch-preserve-output'] : []),
        join(repositoryRoot, script),
        ...parameters,
      ],
      {
        name,
        cwd: repositoryRoot,
        stdio: [stdin, stdout === 'log' ? log : 'pipe', log],
        env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...environment },
      },
    )
  }

  async #watch(member: OwnedProcess): Promise<void> {
    const { code, signal } = await member.ended
    if (this.#stopping) return
    const how = signal
      ? `was ended by ${signal}`
      : `ended with code ${String(code)}: ${this.#lastLogLine(member.name)}`
    this.#fault(`${member.name} ${how}`)
  }

  /** A reader ends after its writer. The report must name the writer, even if the group notices the writer's end later than the reader's end. */
  async #watchReader(reader: OwnedProcess, writer: OwnedProcess): Promise<void> {
    const { code } = await reader.ended
    if (code === 0) await Promise.race([writer.ended, delay(WRITERS_END, undefined, { ref: false })])
    await this.#watch(reader)
  }

  #fault(what: string): void {
    if (this.#stopping) return
    this.#onFault(`${what}; stopping everything (logs: ${this.#logs})`)
  }

  #lastLogLine(name: string): string {
    const path = this.logPath(name)
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    return lines.at(-1) || 'its log is empty'
  }

  /** Stops all processes. The database and the chain stop last, because the others use them. */
  async stop(): Promise<void> {
    this.#stopping = true
    const own = this.#members.filter(({ name }) => name !== 'chain' && name !== 'database')
    await Promise.all(own.map((member) => member.stop()))
    await Promise.all(this.#members.map((member) => member.stop()))
  }
}
