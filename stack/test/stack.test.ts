import { execFileSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ActivityData, ActivityItem } from '@galx/protocol/http/activity'
import { readStatement, statementFile } from '@galx/protocol/statement'
import { rpc } from '../src/chain/rpc.ts'
import { removeDatabase } from '../src/database/startDatabase.ts'
import { clusterFolder, isReachable } from '../src/database/unprivilegedUser.ts'
import { runOperatorProgram } from '../src/testing/operatorProgram.ts'
import { childrenOf, isAlive, portsFrom, stopStack, untilGone, type RunningStack } from './running.ts'
import { query, stackScene } from './stackScene.ts'
import { valueLocked } from './valueLocked.ts'

const ROOT = join(import.meta.dirname, '../..')
const BASE = 18_120
/** The key of an account that signs in and sends nothing. */
const EXAMPLES_KEY = `0x${'e1'.repeat(32)}` as const
/** The key of an account that pays the gas of other accounts' vouchers. */
const SENDER_KEY = `0x${'e2'.repeat(32)}` as const
const PARTS = [
  'chain',
  'database',
  'indexer',
  'auditor',
  'verdicts',
  'co-signer',
  'signer',
  'api',
  'btc-api',
  'web',
  'watchdog',
]

/**
 * The parts that are killed. By night (THOROUGH=1) all parts are killed. By day the part that holds the data is killed,
 * one of a pair, and the watchdog of the group.
 */
const KILLED = process.env.THOROUGH === '1' ? PARTS : ['database', 'verdicts', 'watchdog']

/** A small world for tests that do not look at it. The whole world costs half a minute of a core. */
const SMALL = { DEMO_ACCOUNTS: '12' }
/** The world that is audited: every night (THOROUGH=1) the whole world, by day a part with grants in every program. */
const AUDITED: Record<string, string> = process.env.THOROUGH === '1' ? {} : { DEMO_ACCOUNTS: '60' }

const scene = stackScene(BASE)
const { rpcUrl: RPC, path, environment, stackTest } = scene

/** Waits until every closed epoch is published and signed, and then stops the signer. */
async function pauseSigner(stack: RunningStack, signer: number): Promise<void> {
  const signed = async () => {
    // Blocks that make a block final come only with requests.
    await rpc(RPC, 'eth_blockNumber')
    const [row] = await query<{ all: boolean }>(
      stack,
      `select (select max(epoch) from galx.epochs) = (
        select max(epoch) from galx.published_epochs where signed_at is not null) as all`,
    )
    return row!.all
  }
  const paused = async () => {
    if (!(await signed())) return false
    process.kill(signer, 'SIGSTOP')
    // The signer publishes only closed epochs. A condition that held before and after the stop held at the stop.
    if (await signed()) return true
    process.kill(signer, 'SIGCONT')
    return false
  }
  await expect.poll(paused, { timeout: 400_000 }).toBe(true)
}

/**
 * Compares every epoch of the demo world with the second engine, which computes it from logs alone: the hash in EpochLog, every file of the API
 * and every voucher.
 */
async function expectAudited(stack: RunningStack): Promise<void> {
  const signer = childrenOf(stack.pid).get('signer')!
  await pauseSigner(stack, signer)
  try {
    await expectWeiFound(stack)
    // Without the added wei nothing is wrong.
    await compareAll(stack)
    await expectStatements(stack)
  } finally {
    process.kill(signer, 'SIGCONT')
  }
}

async function compareAll(stack: RunningStack): Promise<void> {
  const folder = path('export')
  const written = await runOperatorProgram('export', '--api', `http://localhost:${BASE + 1}`, '--out', folder)
  expect(written).toMatchObject({ code: 0 })
  const { code, lines } = await runOperatorProgram(
    'audit',
    '--rpc',
    RPC,
    '--deployment',
    path('data/deployment.json'),
    '--headers',
    'needed',
    '--files',
    folder,
  )
  expect(lines.filter((line) => line.startsWith('wrong:'))).toEqual([])
  expect(code).toBe(0)
  const [, computed, published, compared] =
    /^(\d+) epochs computed, (\d+) of them in EpochLog, (\d+) vouchers compared, 0 differences$/.exec(
      lines.at(-1)!,
    )!
  expect(Number(published)).toBeGreaterThan(20)
  expect(written.lines.at(-1)).toBe(`${published} epochs in ${folder}`)
  expect(Number(computed)).toBeGreaterThanOrEqual(Number(published))
  const [granted] = await query<{ programs: string[]; vouchers: number }>(
    stack,
    `select (select array_agg(distinct program_key order by program_key) from galx.bonus_totals) as programs,
      (select count(*)::int from galx.vouchers) as vouchers`,
  )
  expect(granted!.programs.length).toBeGreaterThanOrEqual(7)
  expect(granted!.vouchers).toBeGreaterThan(granted!.programs.length)
  expect(Number(compared)).toBe(granted!.vouchers)
}

/** Adds a wei to a row of an epoch's file and to a voucher. The audit names both by their accounts, and nothing else. */
async function expectWeiFound(stack: RunningStack): Promise<void> {
  type Place = { epoch: string; program: string; account: string }
  const [row] = await query<Place & { id: string; points: string; bonus: string; cumulative: string }>(
    stack,
    `select epoch, program_key as program, '0x' || encode(address, 'hex') as account, id, points, bonus, cumulative
    from galx.epoch_rows join galx.accounts on id = account_id join galx.published_epochs using (epoch)
    where bonus < cumulative order by epoch desc, account_id, program_key limit 1`,
  )
  const [voucher] = await query<Place & { cumulative: string }>(
    stack,
    `select epoch, program_key as program, '0x' || encode(account, 'hex') as account, cumulative
    from galx.vouchers order by program_key, account limit 1`,
  )
  const add = (wei: 1 | -1) =>
    query(
      stack,
      `update galx.epoch_rows set bonus = bonus + (${wei})
      where (epoch, account_id, program_key) = (${row!.epoch}, ${row!.id}, '${row!.program}');
      update galx.vouchers set cumulative = cumulative + (${wei})
      where (program_key, '0x' || encode(account, 'hex')) = ('${voucher!.program}', '${voucher!.account}')`,
    )
  const named = ({ epoch, program, account }: Place) =>
    `wrong: epoch ${epoch}, program ${program}, account ${account}`
  const { points, bonus, cumulative } = row!
  const more = (wei: string) => (BigInt(wei) + 1n).toString()

  await add(1)
  const part = row!.account.slice(2, 4)
  const { code, lines } = await runOperatorProgram(
    'audit',
    '--rpc',
    RPC,
    '--deployment',
    path('data/deployment.json'),
    '--headers',
    'needed',
    '--api',
    `http://localhost:${BASE + 1}`,
  )
  await add(-1)
  expect(code).toBe(1)
  const wrong = lines.filter((line) => line.startsWith('wrong:'))
  expect(wrong, wrong.join('\n')).toHaveLength(5)
  expect(wrong).toEqual(
    expect.arrayContaining([
      `${named(row!)}, row of part ${part}: is ${points} ${more(bonus)} ${cumulative}, computed ${points} ${bonus} ${cumulative}`,
      `${named(voucher!)}, amount of the voucher: is ${more(voucher!.cumulative)}, computed ${voucher!.cumulative}`,
      expect.stringContaining(`${named(voucher!)}, signer of the voucher: is 0x`) as string,
      expect.stringContaining(`${named(voucher!)}, co-signer of the voucher: is 0x`) as string,
      `${named(voucher!)}, voucher: is missing, computed ${voucher!.cumulative}`,
    ]),
  )
}

/**
 * Compares all accounts' statements, made from the API's history, with the second engine's statements from logs. A changed digit must be found.
 */
async function expectStatements(stack: RunningStack): Promise<void> {
  const folder = path('statements')
  mkdirSync(folder)
  // The demo world's past is a month long, and its middle decides the year.
  const year = new Date(Date.now() - 15 * 86_400_000).getUTCFullYear()
  const [state] = await query<{ block: number; hash: string; accounts: string[] }>(
    stack,
    `select number::int as block, hash, (select array_agg('0x' || encode(address, 'hex')) from galx.accounts) as accounts
    from galx.cursor`,
  )
  const { block, accounts } = state!
  const { hash: blockHash } = await rpc<{ hash: string }>(
    RPC,
    'eth_getBlockByNumber',
    numberToHex(block),
    false,
  )
  let movements = 0
  let longest = { file: '', lines: 0 }
  for (const account of accounts) {
    const actions: ActivityItem[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = `address=${account}&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
      const answer = await fetch(`http://localhost:${BASE + 1}/api/accountActivity?${page}`)
      const { data } = (await answer.json()) as { data: ActivityData }
      actions.push(...data.list)
      cursor = data.nextCursor
    }
    const head = { chainId: 56, account, year, block, blockHash }
    const text = statementFile('galx', head, actions.reverse())
    const file = join(folder, `${account}.csv`)
    writeFileSync(file, text)
    const { lines } = readStatement(text)
    movements += lines.length
    if (lines.length > longest.lines) longest = { file, lines: lines.length }
  }
  expect(movements).toBeGreaterThan(accounts.length)
  const audit = (statement: string) =>
    runOperatorProgram(
      'audit',
      '--rpc',
      RPC,
      '--deployment',
      path('data/deployment.json'),
      '--statement',
      statement,
    )
  expect(await audit(folder)).toEqual({
    code: 0,
    lines: [`${accounts.length} statements compared, 0 differences`],
  })
  const right = readFileSync(longest.file, 'utf8').split('\r\n')
  const line = right.length - 2
  // This changes the last digit of the last movement's amount.
  const wrong = right[line]!.replace(
    /(\d)(,{1,2}\d+,0x)/,
    (_, digit: string, end: string) => `${(Number(digit) + 1) % 10}${end}`,
  )
  writeFileSync(longest.file, right.with(line, wrong).join('\r\n'))
  expect(await audit(longest.file)).toEqual({
    code: 1,
    lines: [
      `wrong: ${longest.file}, line ${line + 1}: is not on the chain: ${wrong}`,
      `wrong: ${longest.file}: is missing: ${right[line]}`,
      '1 statements compared, 2 differences',
    ],
  })
}

/** The output of each example as examples/README.md describes it, on the demo world. */
async function expectExamples(): Promise<void> {
  const sender = privateKeyToAccount(SENDER_KEY).address
  const run = (name: string, ...parameters: string[]): string =>
    execFileSync(
      process.execPath,
      ['--import', 'tsx', join(ROOT, 'examples/src', `${name}.ts`), ...parameters],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, PRIVATE_KEY: name === 'submitVoucher' ? SENDER_KEY : EXAMPLES_KEY },
      },
    )
  const app = `http://localhost:${BASE}`
  const vouchers = run('checkVouchers', app).trim().split('\n')
  expect(vouchers.length).toBeGreaterThan(1)
  for (const line of vouchers) expect(line).toMatch(/^good: \d+ wei of \w+ for 0x[0-9a-f]{40}$/)
  const accounts = new Set(vouchers.map((line) => line.slice(-42)))
  const states = [...accounts].slice(0, 5).map((account) => run('readAccount', account, app))
  expect(states.join('')).toMatch(
    /^\w+: [\d.]+ \w+ to claim\n {2}position \d+: [\d.]+ \w+, unlocked from \S+Z on$/m,
  )
  const deployment = path('data/deployment.json')
  const adapter = run('defillamaAdapter', deployment)
  const locked = await valueLocked(adapter, readFileSync(deployment, 'utf8'), RPC)
  expect(Object.keys(locked.views).length).toBeGreaterThan(2)
  expect(locked.adapter).toEqual(locked.views)
  expect(run('signIn', app)).toContain(`signed in as ${privateKeyToAccount(EXAMPLES_KEY).address}`)

  const [holder = ''] = accounts
  const good = run('verifyBonus', holder, app).trim().split('\n')
  for (const line of good) expect(line).toMatch(/^good: \d+ wei of \w+$/)
  const [funder] = await rpc<string[]>(RPC, 'eth_accounts')
  const value = numberToHex(10n ** 18n)
  await rpc(RPC, 'eth_sendTransaction', { from: funder, to: sender, value })
  await expect
    .poll(() => rpc<string>(RPC, 'eth_getBalance', sender, 'latest'), { timeout: 30_000 })
    .toBe(value)
  const submitted = run('submitVoucher', holder, app).trim().split('\n')
  for (const line of submitted)
    expect(line).toMatch(
      /^program \d+: (nothing left to pay|success, \d+ wei for 0x[0-9a-f]{40} in 0x[0-9a-f]{64})$/,
    )
}

/** A client that sends a request at one byte a second. @returns a function that ends it */
function slowClient(port: number): () => void {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST /api/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n')
  const timer = setInterval(() => socket.write('x'), 1_000)
  return () => {
    clearInterval(timer)
    socket.destroy()
  }
}

describe('npm start', () => {
  stackTest(
    'reports ready when everything answers, and stops completely on Ctrl-C',
    900_000,
    async ({ begin }) => {
      const stack = await begin(['--fresh'], { RATE_PER_IP: '1000000', ...AUDITED })
      expect(stack.lines.at(-1)).toBe(`ready: http://localhost:${BASE}`)
      for (const [port, path] of [
        [BASE, '/'],
        [BASE, '/config.json'],
        [BASE + 1, '/health/ready'],
        [BASE + 2, '/health/ready'],
      ] as const)
        expect((await fetch(`http://localhost:${port}${path}`)).status, `${port}${path}`).toBe(200)
      for (const board of ['staker', 'community', 'node']) {
        const response = await fetch(`http://localhost:${BASE + 1}/api/getRank?type=${board}`)
        const { data } = (await response.json()) as { data: { list: unknown[] } }
        expect(data.list, board).not.toEqual([])
      }
      const [counted] = await query<{ accounts: number }>(
        stack,
        'select count(*)::int as accounts from galx.accounts',
      )
      expect(counted!.accounts).toBeGreaterThanOrEqual(40)

      await expectAudited(stack)
      await expectExamples()
      await scene.leaveTraces(stack)
      const children = childrenOf(stack.pid)
      expect([...children.keys()].sort()).toEqual([...PARTS].sort())
      // A client that sends a request byte by byte delays nobody.
      const slow = [BASE, BASE + 1, BASE + 2, BASE + 3].map(slowClient)
      expect(await stopStack(stack)).toBe(0)
      for (const end of slow) end()
      await untilGone(children.values())
      scene.keep()
    },
  )

  stackTest('names a taken port in one line and starts nothing', 60_000, async ({ start }) => {
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(BASE + 2, '127.0.0.1', resolve))
    try {
      const stack = start(environment())
      expect(await stack.ended).toBe(1)
      expect(stack.lines).toHaveLength(1)
      expect(stack.lines[0]).toMatch(new RegExp(`^port ${BASE + 2} \\(BTC_API_PORT, btc API\\) is taken`))
    } finally {
      await new Promise((resolve) => blocker.close(resolve))
    }
  })

  for (const [name, value, message] of [
    ['INTERNATIONAL_VERSION', 'on', 'INTERNATIONAL_VERSION must be true or false, not "on"'],
    ['WEB_PORT', 'eighty', 'WEB_PORT must be a port from 1 to 65535, not "eighty"'],
    ['API_PORT', String(BASE), `WEB_PORT and API_PORT are both ${BASE}`],
  ] as const)
    stackTest(`refuses ${name}=${value} in one line`, 60_000, async ({ start }) => {
      const stack = start({ ...environment(), [name]: value })
      expect(await stack.ended).toBe(1)
      expect(stack.lines).toHaveLength(1)
      expect(stack.lines[0]).toContain(message)
    })

  stackTest('continues with the same chain and database', 240_000, async ({ begin }) => {
    const stack = await begin()
    await scene.expectTraces(stack)
    const head = await rpc<{ timestamp: string }>(RPC, 'eth_getBlockByNumber', 'latest', false)
    expect(Math.abs(Number.parseInt(head.timestamp, 16) - Date.now() / 1000)).toBeLessThan(10)
    scene.leave(stack)
  })

  stackTest('--fresh starts with an empty folder', 180_000, async ({ begin }) => {
    await scene.stopLeft()
    const stack = await begin(['--fresh'], SMALL)
    await scene.expectNoTraces(stack)
    // From here on the stack has the small world, because the following tests do not look at the world.
    await scene.leaveTraces(stack)
    await stopStack(stack)
    scene.keep()
  })

  stackTest(
    'runs beside another stack, and refuses a second stack on the same folder',
    180_000,
    async ({ start, leftOrBegun }) => {
      scene.copy('kept', 'beside')
      const [one, two] = await Promise.all([
        leftOrBegun(),
        (async () => {
          const stack = start({ ...portsFrom(BASE + 10), GALX_DATA_DIR: path('beside') })
          await stack.line(/^ready: /)
          return stack
        })(),
      ])
      expect((await fetch(`http://localhost:${BASE + 10}/config.json`)).status).toBe(200)
      expect((await fetch(`http://localhost:${BASE}/config.json`)).status).toBe(200)
      const third = start({ ...portsFrom(BASE + 20), GALX_DATA_DIR: path('data') })
      expect(await third.ended).toBe(1)
      expect(third.lines).toHaveLength(1)
      expect(third.lines[0]).toContain(`a stack is already running in ${path('data')}`)
      await stopStack(two)
      scene.leave(one)
    },
  )

  for (const part of KILLED)
    stackTest(
      `a killed ${part} ends everything with one clear line, without orphans or lost state`,
      120_000,
      async ({ begin, leftOrBegun }) => {
        const stack = await leftOrBegun()
        const children = childrenOf(stack.pid)
        const before = stack.lines.length
        process.kill(children.get(part)!, 'SIGKILL')
        expect(await stack.ended).toBe(1)
        await untilGone(children.values())
        expect(stack.lines.slice(before)).toHaveLength(1)
        expect(stack.lines[before]).toContain(part)
        expect(stack.lines[before]).toContain('stopping everything')

        const again = await begin()
        await scene.expectTraces(again)
        scene.leave(again)
      },
    )

  stackTest(
    'a killed supervisor ends everything, and the next start continues',
    120_000,
    async ({ begin, leftOrBegun }) => {
      const stack = await leftOrBegun()
      const children = childrenOf(stack.pid)
      process.kill(stack.pid, 'SIGKILL')
      await untilGone([stack.pid, ...children.values()])
      const again = await begin()
      await scene.expectTraces(again)
      scene.leave(again)
    },
  )

  stackTest(
    'after a restart from an older state the database indexes again what the chain lost',
    180_000,
    async ({ begin, leftOrBegun }) => {
      const stack = await leftOrBegun()
      const head = Number(await rpc<string>(RPC, 'eth_blockNumber'))
      await expect
        .poll(
          async () => {
            // Blocks that make a block final come only with requests.
            await rpc(RPC, 'eth_blockNumber')
            const [row] = await query(stack, 'select number from galx.cursor')
            return Number(Object.values(row!)[0])
          },
          { timeout: 60_000 },
        )
        .toBeGreaterThanOrEqual(head)
      await stopStack(stack)
      copyFileSync(path('kept/chain/state.json.gz'), path('data/chain/state.json.gz'))
      const again = await begin()
      expect(again.lines.join('\n')).toContain('indexing the whole chain again')
      expect(await scene.genesis()).toBe(scene.worldsGenesis())
      await stopStack(again)
    },
  )

  stackTest('half a state file is refused in one line, and nothing changes', 120_000, async ({ start }) => {
    const state = path('data/chain/state.json.gz')
    const whole = readFileSync(state)
    const half = whole.subarray(0, whole.length / 2)
    writeFileSync(state, half)
    const stack = start(environment())
    expect(await stack.ended).toBe(1)
    expect(stack.lines).toHaveLength(1)
    expect(stack.lines[0]).toContain(`The chain's state ${state} is damaged`)
    expect(stack.lines[0]).toMatch(/; start again with: npm start -- --fresh$/)
    expect(readFileSync(state)).toEqual(half)
    writeFileSync(state, whole)
  })
})

describe.runIf(process.getuid?.() === 0)('rights', () => {
  const nobody = { uid: 65_534, gid: 65_534 }

  stackTest('runs as an ordinary user', 180_000, async ({ start }) => {
    const own = path('own')
    mkdirSync(own)
    chownSync(own, nobody.uid, nobody.gid)
    const stack = start({ ...portsFrom(BASE + 30), GALX_DATA_DIR: own, HOME: own, ...SMALL }, [], nobody)
    await stack.line(/^ready: /)
    for (const pid of childrenOf(stack.pid).values()) expect(statSync(`/proc/${pid}`).uid).toBe(nobody.uid)
    expect(await stopStack(stack)).toBe(0)
  })

  stackTest('runs as root in a folder that only root may enter', 180_000, async ({ start }) => {
    const locked = path('locked')
    mkdirSync(locked, { mode: 0o700 })
    const cluster = join(locked, 'data/database')
    expect(isReachable(cluster, nobody)).toBe(false)
    expect(clusterFolder(cluster)).toMatch(/^\/var\/lib\/galx\/database-/)
    const stack = start({ ...portsFrom(BASE + 40), GALX_DATA_DIR: join(locked, 'data'), ...SMALL })
    try {
      await stack.line(/^ready: /)
      const database = childrenOf(stack.pid).get('database')!
      expect(statSync(`/proc/${database}`).uid).toBe(nobody.uid)
      await stopStack(stack)
      expect(isAlive(database)).toBe(false)
    } finally {
      removeDatabase(cluster)
    }
    expect(existsSync(clusterFolder(cluster))).toBe(false)
  })
})
