/** Tests of whole stacks on one data folder. Each test begins from a known state, whatever happened in the previous test. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rpc } from '../src/chain/rpc.ts'
import {
  endAll,
  forgetEnded,
  portsFrom,
  report,
  startStack,
  stopStack,
  type RunningStack,
} from './running.ts'

const RECEIVER = '0x00000000000000000000000000000000000a11ce'
/** Milliseconds for ending the remains of a failed test. */
const CLEARING = 60_000

type Begin = (parameters?: string[], more?: NodeJS.ProcessEnv) => Promise<RunningStack>
/** Passed to the body of one test */
type Stacks = {
  /** @throws if the test has used up its time, because the test must not start anything after that */
  start: typeof startStack
  /** Starts a stack on the data folder and waits until it is ready. */
  begin: Begin
  /** the stack that the previous test left running, or a new stack */
  leftOrBegun: Begin
}

/** @param base the first port of the stacks on its data folder */
export function stackScene(base: number) {
  const rpcUrl = `http://127.0.0.1:${base + 3}`
  let folder = ''
  /** A stack that one test leaves running for the next, because each start costs seconds. */
  let left: RunningStack | undefined
  /** hash of the chain's block 0 */
  let worldsGenesis = ''

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'galx-stack-'))
    chmodSync(folder, 0o755)
  })
  afterAll(async () => {
    await endAll()
    rmSync(folder, { recursive: true, force: true })
  })
  const path = (name: string) => join(folder, name)
  const environment = () => ({ ...portsFrom(base), GALX_DATA_DIR: path('data') })
  const copy = (from: string, to: string) => {
    rmSync(path(to), { recursive: true, force: true })
    execFileSync('cp', ['-a', path(from), path(to)])
  }
  const genesis = async () => (await rpc<{ hash: string }>(rpcUrl, 'eth_getBlockByNumber', '0x0', false)).hash

  const scene = {
    rpcUrl,
    path,
    environment,
    copy,
    genesis,
    worldsGenesis: () => worldsGenesis,
    /** Leaves a running stack to the next test. */
    leave: (stack: RunningStack) => void (left = stack),
    async stopLeft(): Promise<void> {
      const stack = left
      left = undefined
      if (stack) await stopStack(stack)
    },
    /** Stores a copy of a stopped stack's data folder. After a failed test the copy replaces the data folder. */
    keep: () => copy('data', 'kept'),
    /** Writes data that a later start must find. */
    async leaveTraces(stack: RunningStack): Promise<void> {
      worldsGenesis = await genesis()
      const [sender] = await rpc<string[]>(rpcUrl, 'eth_accounts')
      await rpc(rpcUrl, 'eth_sendTransaction', { from: sender, to: RECEIVER, value: '0x7b' })
      await expect.poll(scene.received, { timeout: 10_000 }).toBe('0x7b')
      await query(stack, "create table kept as select 'by the restart' as word")
    },
    async expectTraces(stack: RunningStack): Promise<void> {
      expect(await genesis()).toBe(worldsGenesis)
      expect(await scene.received()).toBe('0x7b')
      expect(await query(stack, 'select word from kept')).toEqual([{ word: 'by the restart' }])
    },
    async expectNoTraces(stack: RunningStack): Promise<void> {
      expect(await genesis()).not.toBe(worldsGenesis)
      expect(await scene.received()).toBe('0x0')
      expect(await query(stack, "select 1 from pg_tables where tablename = 'kept'")).toEqual([])
    },
    received: () => rpc<string>(rpcUrl, 'eth_getBalance', RECEIVER, 'latest'),
    /**
     * A test whose failure prints the output of its stacks, ends them all and restores the data folder.
     * @param limit milliseconds
     */
    stackTest(name: string, limit: number, body: (stacks: Stacks) => Promise<void>): void {
      it(name, () => run(limit, body), limit + CLEARING)
    },
  }

  async function run(limit: number, body: (stacks: Stacks) => Promise<void>): Promise<void> {
    let over = false
    const start: typeof startStack = (...what) => {
      if (over) throw new Error('the test is over')
      return startStack(...what)
    }
    const begin: Begin = async (parameters = [], more = {}) => {
      const stack = start({ ...environment(), ...more }, parameters)
      await stack.line(/^ready: /)
      return stack
    }
    const leftOrBegun = async () => {
      const stack = left
      left = undefined
      return stack ?? begin()
    }
    const done = new AbortController()
    const late = delay(limit, undefined, { signal: done.signal }).then(() => {
      throw new Error(`not within ${limit / 1_000} s`)
    })
    forgetEnded()
    try {
      await Promise.race([body({ start, begin, leftOrBegun }), late])
    } catch (error) {
      over = true
      if (error instanceof Error) error.message += `\n${report()}`
      left = undefined
      await endAll()
      if (existsSync(path('kept'))) copy('kept', 'data')
      throw error
    } finally {
      done.abort()
    }
  }
  return scene
}

export async function query<Row extends object>(stack: RunningStack, text: string): Promise<Row[]> {
  const sql = postgres(databaseUrl(stack), { max: 1 })
  try {
    return [...(await sql.unsafe<Row[]>(text))]
  } finally {
    await sql.end()
  }
}

function databaseUrl(stack: RunningStack) {
  const line = stack.lines.find((one) => /^database/.test(one))!
  const [, address, passwordFile] = /(postgres:\S+) \(its password is in (.+)\)$/.exec(line)!
  const password = readFileSync(passwordFile!, 'utf8').trim()
  expect(stack.lines.join('\n')).not.toContain(password)
  return Object.assign(new URL(address!), { password }).href
}
