/**
 * Measures how long another caller waits while one address pipelines as much as it can, at a process's default limits. Uses a real PostgreSQL. The
 * API, the attacker and the other caller run in separate processes, each caller with its own address. The attacker runs on the same machine. A bare
 * server without an attack is asked at the same moments: its time is the machine's, not the API's.
 *
 * node --import tsx bench/src/server/attack.ts [--seconds 10]; prints one JSON object.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { removeDatabase, startDatabase } from '@galx/stack/database/startDatabase'
import { migrate } from '@galx/server/platform/database/migrate'
import { PAPER_DEPLOYMENT } from '../../../server/test/api/paperDeployment.ts'

/** Milliseconds between two requests of the other caller. In a run of 10 s the caller stays below its limit for a minute. */
const INTERVAL = 50
/** Milliseconds after which a request counts as failed. */
const GIVEN_UP = 30_000

const index = process.argv.indexOf('--seconds')
const seconds = index < 0 ? 10 : Number(process.argv[index + 1])

const directory = mkdtempSync(join(tmpdir(), 'galx-attack-bench-'))
const dataDirectory = join(directory, 'database')
const database = await startDatabase({ dataDirectory })
const children: ChildProcess[] = []
try {
  await migrate(database.url)
  const deploymentFile = join(directory, 'deployment.json')
  writeFileSync(deploymentFile, JSON.stringify(PAPER_DEPLOYMENT))
  const server = begin('apiSubject.ts', ['limited'], {
    DATABASE_URL: database.url,
    DEPLOYMENT_FILE: deploymentFile,
    SESSION_SECRET: 'a secret of the benchmark that signs nothing of value',
  })
  const url = await answerOf<string>(server)
  const bare = await answerOf<string>(begin('apiSubject.ts', ['trivial'], {}))
  const attacker = begin('attackLoad.ts', [], {})
  await answerOf<string>(attacker)
  const alone = await measure(url, bare, server)
  attacker.send(url)
  const attacked = await measure(url, bare, server)
  const ended = answerOf<{ opened: number }>(attacker)
  attacker.send('stop')
  const { opened } = await ended
  process.stdout.write(
    `${JSON.stringify({ benchmark: 'api under attack', alone, attacked, opened, settings: { seconds, interval: INTERVAL } })}\n`,
  )
} finally {
  for (const child of children) child.kill('SIGKILL')
  await database.stop()
  removeDatabase(dataDirectory)
  rmSync(directory, { recursive: true, force: true })
}

function begin(file: string, parameters: string[], environment: Record<string, string>): ChildProcess {
  const child = fork(new URL(file, import.meta.url), parameters, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...environment },
  })
  children.push(child)
  return child
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

type Measured = {
  /** milliseconds of a call of the other caller */
  median: number
  p95: number
  most: number
  /** milliseconds of calls to a bare server at the same moments */
  bareP95: number
  /** answers of the call, and of /health/live, with a status other than 200 */
  failed: number
  healthFailed: number
  /** memory of the server's process */
  megabytes: { before: number; most: number }
}

/** Sends calls at a steady rate, without waiting for late answers. */
async function measure(url: string, bare: string, server: ChildProcess): Promise<Measured> {
  const before = await megabytesOf(server)
  const memory: number[] = [before]
  const agent = new Agent({ keepAlive: true })
  const calls: Promise<{ milliseconds: number; status: number }>[] = []
  const health: Promise<{ status: number }>[] = []
  const bareCalls: typeof calls = []
  const ends = performance.now() + seconds * 1000
  while (performance.now() < ends) {
    calls.push(ask(agent, `${url}/api/getAAAUserInfo?address=0x${'2'.repeat(40)}`))
    bareCalls.push(ask(agent, `${bare}/trivial`))
    health.push(ask(agent, `${url}/health/live`))
    if (calls.length % 10 === 0) memory.push(await megabytesOf(server))
    await pause(INTERVAL)
  }
  const [answers, bareAnswers, lives] = [
    await Promise.all(calls),
    await Promise.all(bareCalls),
    await Promise.all(health),
  ]
  memory.push(await megabytesOf(server))
  agent.destroy()
  const quantile = (share: number, all = answers) => {
    const sorted = all.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    return rounded(sorted[Math.ceil(share * sorted.length) - 1]!)
  }
  const failures = (all: { status: number }[]) => all.filter(({ status }) => status !== 200).length
  return {
    median: quantile(0.5),
    p95: quantile(0.95),
    most: quantile(1),
    bareP95: quantile(0.95, bareAnswers),
    failed: failures(answers),
    healthFailed: failures(lives),
    megabytes: { before, most: Math.max(...memory) },
  }
}

/** @returns status 0 for a failed connection */
function ask(agent: Agent, url: string): Promise<{ milliseconds: number; status: number }> {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ milliseconds: performance.now() - started, status })
    const request = get(url, { agent, localAddress: '127.0.0.3', timeout: GIVEN_UP }, (response) => {
      response.resume().once('end', () => end(response.statusCode ?? 0))
      response.once('error', () => end(0))
    })
    request.once('timeout', () => request.destroy()).once('error', () => end(0))
  })
}

async function megabytesOf(server: ChildProcess): Promise<number> {
  const answer = answerOf<number>(server)
  server.send('memory')
  return Math.round((await answer) / 1e6)
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
