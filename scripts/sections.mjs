// Runs commands side by side: as many as there are cores, and more while cores are idle, as memory allows. Prints a line when a section starts and when it ends. A failed section
// prints its whole output under its heading. At the end: the time of each, the failures, and the number of tests. A section
// fails with its command. The others still run.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, freemem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { countTests } from './countTests.mjs'
import { failuresIn } from './failures.mjs'
import { root } from './install.mjs'

const GIGABYTE = 2 ** 30
/** Another section starts if this many cores were idle. Sections often wait, for blocks and pages. */
const IDLE_CORES = 0.5

/**
 * @typedef {object} Section
 * @property {string} name
 * @property {string[]} command
 * @property {Record<string, string>} [env] added to the environment
 * @property {string[]} [after] names of sections that must have ended before; those that do not run are ignored
 * @property {number} [memory] most gigabytes that it needs; default 1
 */

/**
 * Sections start in their order, each when there is room, so a long section should be near the front.
 * @param {Section[]} sections
 * @param {{closingLine?: boolean, outputs?: string, cores?: number, memory?: number}} options closingLine: report the progress after
 *   each section, and end with a line `N passed, N failed`; outputs: a folder for the whole output of each section;
 *   cores, memory (gigabytes): of the machine, by default detected; settle: seconds after a start or an end of a section until the idle
 *   cores are measured
 * @returns {Promise<{passed: number, failed: number, broken: string[]}>} also sets the exit code: 1 if a section failed
 */
export async function runSections(
  sections,
  {
    closingLine = false,
    outputs,
    cores = availableParallelism(),
    memory = Math.max(1, freemem() / GIGABYTE - 1),
    settle = 20,
    idleCores = measureIdleCores(),
    print = console.log,
  } = {},
) {
  const waiting = [...sections]
  const running = new Map()
  const results = new Map()
  const started = Date.now()
  let passed = 0
  let failed = 0
  const progress = () => {
    const minutes = Math.round((Date.now() - started) / 60_000)
    const names = [...running.keys()].map(({ name }) => name).join(', ') || 'nothing'
    return `after ${minutes} min: ${results.size} of ${sections.length} sections ended, ${passed} tests passed so far, ${failed} failed; running: ${names}`
  }
  const stop = (signal) => {
    for (const { name } of waiting.splice(0)) print(`not started: ${name}`)
    for (const { kill } of running.values()) kill(signal)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  let idle = 0
  const usedMemory = () => [...running.keys()].reduce((sum, section) => sum + (section.memory ?? 1), 0)
  const isReady = ({ after = [] }) =>
    !after.some((name) => [...waiting, ...running.keys()].some((section) => section.name === name))
  const fits = (section) =>
    running.size === 0 ||
    ((running.size < cores || idle >= IDLE_CORES) && usedMemory() + (section.memory ?? 1) <= memory)

  for (;;) {
    for (const section of [...waiting]) {
      if (!isReady(section) || !fits(section)) continue
      waiting.splice(waiting.indexOf(section), 1)
      print(`started: ${section.name}`)
      running.set(section, runSection(section))
      idle = 0
    }
    if (running.size === 0) break
    idleCores()
    const settled = waiting.length > 0 ? [delay(settle * 1_000, null, { ref: false })] : []
    const end = await Promise.race([
      ...[...running].map(([section, { ended }]) => ended.then((result) => ({ section, result }))),
      ...settled,
    ])
    idle = end === null ? idleCores() : 0
    if (end === null) continue
    const { section, result } = end
    running.delete(section)
    results.set(section, result)
    if (outputs !== undefined) keepOutput(join(root, outputs), section, result)
    const counted = countTests(result.output)
    passed += counted.passed
    failed += result.status !== 0 && counted.failed === 0 ? 1 : counted.failed
    const verdict = `${section.name} (${Math.round(result.seconds)} s)`
    if (result.status === 0) print(`ok: ${verdict}`)
    else
      print(
        `\n── ${section.name} ${'─'.repeat(Math.max(3, 76 - section.name.length))}\n${result.output.trimEnd()}\nFAILED: ${verdict}`,
      )
    if (closingLine) print(progress())
  }
  process.off('SIGINT', stop)
  process.off('SIGTERM', stop)
  if (waiting.length > 0)
    throw new Error(`sections wait for each other: ${waiting.map(({ name }) => name).join(', ')}`)

  const notRun = sections.filter((section) => !results.has(section))
  failed += notRun.length
  const broken = sections
    .filter((section) => notRun.includes(section) || results.get(section).status !== 0)
    .map(({ name }) => name)
  print(timeTable(results, (Date.now() - started) / 1000))
  for (const [{ name }, { status, output }] of results)
    if (status !== 0) print(`\nin ${name}:\n${failuresIn(output).join('\n')}`)
  if (broken.length) print(`\nfailed: ${broken.join(', ')}`)
  if (closingLine) print(`\n${passed} passed, ${failed} failed`)
  process.exitCode = broken.length ? 1 : 0
  return { passed, failed, broken }
}

/** @returns a function that returns the average number of idle cores since its last call */
function measureIdleCores() {
  const read = () => {
    const times = cpus().map((core) => core.times)
    const idle = times.reduce((sum, core) => sum + core.idle, 0)
    const all = times.reduce(
      (sum, core) => sum + Object.values(core).reduce((total, part) => total + part),
      0,
    )
    return { idle, all, cores: times.length }
  }
  let last = read()
  return () => {
    const before = last
    last = read()
    return (last.cores * (last.idle - before.idle)) / Math.max(1, last.all - before.all)
  }
}

/** The output of passed sections is kept too, because each runner lists its tests and their durations. */
function keepOutput(folder, { name }, { output }) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name.replaceAll(/[ ,]+/g, '-')}.log`), output)
}

function timeTable(results, wall) {
  const rows = [...results].map(([{ name }, result]) => ({ name, ...result }))
  const total = rows.every(({ cpu }) => cpu !== undefined)
    ? rows.reduce((sum, { cpu }) => sum + cpu, 0)
    : undefined
  const line = (name, seconds, cpu) =>
    `${name.padEnd(24)}${seconds.toFixed(0).padStart(8)}${(cpu?.toFixed(0) ?? '–').padStart(8)}`
  return [
    `\n${'section'.padEnd(24)}${'wall s'.padStart(8)}${'CPU s'.padStart(8)}`,
    ...rows.map(({ name, seconds, cpu }) => line(name, seconds, cpu)),
    line('all', wall, total),
  ].join('\n')
}

/** The shell's own count of its children's processor time. Node.js has none for child processes. */
const TIMED = ['sh', '-c', '"$@" 3>&-; status=$?; times >&3; exit $status', 'sh']

/** @returns {{ended: Promise<{status: number, output: string, seconds: number, cpu: number | undefined}>, kill: (signal: string) => void}} */
function runSection({ command, env = {} }) {
  const started = Date.now()
  const withGroups = process.platform !== 'win32'
  const [program, ...parameters] = withGroups ? [...TIMED, ...command] : command
  // Its own process group, so that a signal reaches every process of the section, once.
  const child = spawn(program, parameters, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: withGroups,
  })
  let output = ''
  let times = ''
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (chunk) => (output += chunk))
  child.stdio[3].setEncoding('utf8').on('data', (chunk) => (times += chunk))
  const ended = new Promise((resolve) => {
    const end = (status) =>
      resolve({ status, output, seconds: (Date.now() - started) / 1000, cpu: cpuSeconds(times) })
    child.on('error', (error) => {
      output += String(error)
      end(1)
    })
    child.on('close', (status) => end(status ?? 1))
  })
  const kill = (signal) => {
    try {
      process.kill(withGroups ? -child.pid : child.pid, signal)
    } catch {
      // The process has just ended.
    }
  }
  return { ended, kill }
}

/** Adds up the output of `times`: user and system time of the shell and of its children, such as `0m1.25s`. */
function cpuSeconds(times) {
  const parts = [...times.matchAll(/(\d+)m([\d.]+)s/g)]
  if (parts.length !== 4) return undefined
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0)
}
