/** `npm run drill -- [EVENT…]`: exit code 0 if every event and every final check passed, 1 if not, 2 for an unknown event. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseUser, isReachable } from '@galx/stack/database/unprivilegedUser'
import { repositoryRoot } from '@galx/stack/supervisor/settings'
import { finalChecks, type Check } from './checks/finally.ts'
import { EVENTS } from './events/list.ts'
import { relocateAlertmanager } from './programs/alertmanager.ts'
import { fetchPackages, MissingProgramsError } from './programs/packages.ts'
import { findPrograms } from './programs/programs.ts'
import { loadWords, mergeLines, type Line, type Results } from './report.ts'
import { startWorld } from './world.ts'

const RESULTS = join(repositoryRoot, 'drill/results.json')
const ALERTMANAGER = 'prometheus-alertmanager'
const FIRST_PORT = 27_400

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
}

function cacheFolder(): string {
  const wanted = join(repositoryRoot, 'node_modules/.cache/galx-drill')
  const user = databaseUser()
  return user === undefined || isReachable(join(wanted, 'root'), user) ? wanted : '/var/lib/galx/drill'
}

function write(lines: readonly Line[], checks: readonly Check[], date: string): void {
  const old = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results).events : []
  const events = mergeLines(
    old,
    lines,
    EVENTS.map(({ title }) => title),
  )
  const results: Results = { events, date, checks }
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

async function drill(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !EVENTS.some(({ key }) => key === name))
  if (unknown.length > 0) {
    process.stderr.write(
      `there is no event ${unknown.join(', ')}; there are: ${EVENTS.map(({ key }) => key).join(', ')}\n`,
    )
    return 2
  }
  const chosen = names.length === 0 ? EVENTS : EVENTS.filter(({ key }) => names.includes(key))
  const date = new Date().toISOString().slice(0, 10)
  const notProven = (reason: string): Line[] =>
    chosen.map(({ title, goal }) => ({ event: title, goal, measured: reason, result: 'not proven', date }))

  const folder = mkdtempSync(join(tmpdir(), 'galx-drill-'))
  const firstPort = Number(process.env.DRILL_PORT ?? FIRST_PORT)
  let stop: () => Promise<void> = async () => {}
  const lines: Line[] = []
  let checks: Check[] = []
  const interrupted = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
    process.exit(1)
  }
  process.once('SIGINT', () => void interrupted()).once('SIGTERM', () => void interrupted())
  try {
    const unpacked = process.env.DEBIAN_ROOT ?? (await fetchPackages(cacheFolder(), say))
    const programs = findPrograms(unpacked)
    const own = new Map([[ALERTMANAGER, relocateAlertmanager(programs.find(ALERTMANAGER), unpacked, folder)]])
    const world = await startWorld(
      folder,
      firstPort,
      { ...programs, find: (name) => own.get(name) ?? programs.find(name) },
      say,
      (closing) => (stop = closing),
    )
    for (const { key, title, goal, run } of chosen) {
      say(`${title} (goal: ${goal}) …`)
      const line = await run(world).then(
        ({ measured, passed }): Line => ({
          event: title,
          goal,
          date,
          result: passed ? 'passed' : 'missed',
          measured: `${measured} (${loadWords()})`,
        }),
        (error: Error): Line => ({ event: title, goal, date, measured: error.message, result: 'missed' }),
      )
      lines.push(line)
      // Results are kept, however the run ends.
      write(lines, checks, date)
      say(`${key}: ${line.result}: ${line.measured}`)
    }
    if (process.env.DRILL_KEEP !== undefined)
      writeFileSync(join(folder, 'logs/attempts.json'), JSON.stringify(world.load.attempts))
    checks = await finalChecks(world)
    for (const { what, found, passed } of checks) say(`${what}: ${passed ? 'passed' : 'MISSED'}: ${found}`)
  } catch (error) {
    if (!(error instanceof MissingProgramsError)) throw error
    lines.push(...notProven(error.message))
    say(`nothing could be proven: ${error.message}`)
  } finally {
    await stop()
    if (process.env.DRILL_KEEP === undefined) rmSync(folder, { recursive: true, force: true })
    else say(`kept ${folder}`)
  }
  const passed = lines.every(({ result }) => result === 'passed') && checks.every((check) => check.passed)
  write(lines, checks, date)
  say('written: drill/results.json')
  return passed && checks.length > 0 ? 0 : 1
}

process.exitCode = await drill(process.argv.slice(2))
