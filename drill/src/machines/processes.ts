/** All processes that the drill has started, by name. The drill ends only these processes, and notices if one of them ends by itself. */
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { startOwned, type OwnedProcess } from '@galx/stack/process/ownedProcess'
import type { UserIds } from '@galx/stack/database/unprivilegedUser'

export type Unit = {
  /** unique; `HOST-part` */
  name: string
  program: string
  parameters: readonly string[]
  environment: Record<string, string>
  folder?: string
  user?: UserIds | undefined
  stopSignal?: NodeJS.Signals
  /** milliseconds between the signal and SIGKILL */
  graceMs?: number
}

/** Kills the leftovers of a killed process, such as nginx's workers: each process leads its own process group. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // the group is empty
  }
}

export class Processes {
  readonly #logs: string
  readonly #running = new Map<string, OwnedProcess>()
  readonly #units = new Map<string, Unit>()
  /** names of processes that the drill is ending */
  readonly #asked = new Set<string>()
  /** one line for each process that ended unexpectedly */
  readonly faults: string[] = []

  constructor(logs: string) {
    this.#logs = logs
    mkdirSync(logs, { recursive: true })
  }

  logOf(name: string): string {
    return join(this.#logs, `${name}.log`)
  }

  unit(name: string): Unit {
    const unit = this.#units.get(name)
    if (unit === undefined) throw new Error(`the drill has started no ${name}`)
    return unit
  }

  names(): string[] {
    return [...this.#running.keys()]
  }

  has(name: string): boolean {
    return this.#running.has(name)
  }

  pid(name: string): number {
    const owned = this.#running.get(name)
    if (owned === undefined) throw new Error(`${name} does not run`)
    return owned.pid
  }

  async start(unit: Unit): Promise<void> {
    await this.#start(unit)
  }

  async #start(unit: Unit): Promise<OwnedProcess> {
    const { name, program, parameters, environment, folder, user, stopSignal, graceMs } = unit
    if (this.#running.has(name)) throw new Error(`${name} runs already`)
    const log = createWriteStream(this.logOf(name), { flags: 'a' })
    await once(log, 'open')
    const owned = await startOwned(program, parameters, {
      name,
      stdio: ['ignore', log, log],
      env: environment,
      cwd: folder ?? '/',
      ...(user === undefined ? {} : user),
      ...(stopSignal === undefined ? {} : { stopSignal }),
      graceMs: graceMs ?? 30_000,
    })
    log.close()
    this.#running.set(name, owned)
    this.#units.set(name, unit)
    this.#asked.delete(name)
    void owned.ended.then(({ code, signal }) => {
      endGroup(owned.pid)
      if (this.#running.get(name) === owned) this.#running.delete(name)
      if (this.#asked.has(name)) return
      this.faults.push(`${name} ended by itself (${signal ?? `code ${code}`}): ${this.lastLine(name)}`)
    })
    return owned
  }

  /** Sends SIGKILL, like a crash. Settles when the process is gone. */
  async kill(name: string): Promise<void> {
    const owned = this.#running.get(name)
    if (owned === undefined) throw new Error(`${name} does not run`)
    this.#asked.add(name)
    owned.child.kill('SIGKILL')
    await owned.ended
    this.#running.delete(name)
  }

  /** Stops the process, like a supervisor. Settles when the process is gone. @returns its exit code */
  async stop(name: string): Promise<number | null> {
    const owned = this.#running.get(name)
    if (owned === undefined) return null
    this.#asked.add(name)
    await owned.stop()
    this.#running.delete(name)
    return (await owned.ended).code
  }

  /** Runs a command to its end. @throws if the command ends with a code other than 0, or not within the limit */
  async finish(unit: Unit, limitMs: number): Promise<void> {
    const owned = await this.#start(unit)
    this.#asked.add(unit.name)
    const late = setTimeout(() => owned.child.kill('SIGKILL'), limitMs)
    const { code, signal } = await owned.ended
    clearTimeout(late)
    if (code !== 0) throw new Error(`${unit.name} ended with ${signal ?? code}: ${this.lastLine(unit.name)}`)
  }

  /** Whether a process has ended by itself. If so, its end no longer counts as a fault, and the process is started again. */
  async excuseEnd(name: string): Promise<boolean> {
    const index = this.faults.findIndex((line) => line.startsWith(`${name} ended by itself`))
    if (index === -1) return false
    this.faults.splice(index, 1)
    await this.revive(name)
    return true
  }

  /** Starts an ended process again in the same way. */
  async revive(name: string): Promise<void> {
    await this.start(this.unit(name))
  }

  signal(name: string, signal: NodeJS.Signals): void {
    process.kill(this.pid(name), signal)
  }

  lastLine(name: string): string {
    try {
      return readFileSync(this.logOf(name), 'utf8').trim().split('\n').at(-1) ?? ''
    } catch {
      return ''
    }
  }

  /** Stops the processes in the reverse order of their start. */
  async stopAll(): Promise<void> {
    const names = this.names().reverse()
    const databases = names.filter((name) => /patroni/.test(name))
    // PostgreSQL ends when its last WAL file is archived.
    const stores = names.filter((name) => /etcd|pgbackrest/.test(name))
    const others = names.filter((name) => !databases.includes(name) && !stores.includes(name))
    for (const group of [others, databases, stores]) await Promise.all(group.map((name) => this.stop(name)))
  }
}
