/** A real Redis for one test: `REDIS_SERVER`, or redis-server or valkey-server on PATH. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@galx/stack/process/freePort'
import { waitFor } from './wait.ts'

/** The program; null if the machine has none. @throws Error if the machine has none, and REDIS_REQUIRED is set */
export function findRedis(): string | null {
  const names = [process.env.REDIS_SERVER, 'redis-server', 'valkey-server'].filter((name) => name)
  const found = names.find((name) => spawnSync(name!, ['--version']).status === 0) ?? null
  if (found === null && process.env.REDIS_REQUIRED)
    throw new Error('no redis-server here: install it, or name one in REDIS_SERVER')
  return found
}

export type RedisServer = {
  url: string
  kill(): Promise<void>
  start(): Promise<void>
  /** accepts connections and answers nothing, until `resume` */
  hang(): void
  resume(): void
}

export async function startRedis(program: string, password: string): Promise<RedisServer> {
  const port = await freePort()
  let child: ChildProcess
  const start = async () => {
    let output = ''
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--requirepass', password]
    child = spawn(program, [...settings, '--save', '', '--appendonly', 'no'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await waitFor('redis to accept connections', () => Promise.resolve(/ready to accept/i.test(output)))
  }
  await start()
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    start,
    hang: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
