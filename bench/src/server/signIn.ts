/**
 * Sign-ins per second: every account requests its text, all texts are signed while nothing is measured, and then every signature is
 * exchanged for a token. The server is a separate process on a real PostgreSQL. Its processor time for both calls
 * gives the sign-ins of one core. A busy machine increases that time too, so the cost of a trivial request is measured beside it.
 *
 * node --import tsx bench/src/server/signIn.ts [--accounts 2000] [--rounds 3]; prints one JSON object.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase, startDatabase } from '@galx/stack/database/startDatabase'
import secp256k1 from 'secp256k1'
import { hashMessage, keccak256, type Hex } from 'viem'
import { migrate } from '@galx/server/platform/database/migrate'
import { PAPER_DEPLOYMENT } from '../../../server/test/api/paperDeployment.ts'

/** Concurrent requests. */
const CONNECTIONS = 32

function option(name: string, standard: number): number {
  const index = process.argv.indexOf(`--${name}`)
  return index < 0 ? standard : Number(process.argv[index + 1])
}
const accounts = option('accounts', 2_000)
const rounds = option('rounds', 3)

type Person = { key: Buffer; address: Hex }

function newPerson(): Person {
  const key = randomBytes(32)
  return { key, address: `0x${keccak256(secp256k1.publicKeyCreate(key, false).subarray(1)).slice(26)}` }
}

function sign({ key }: Person, text: string): Hex {
  const { signature, recid } = secp256k1.ecdsaSign(Buffer.from(hashMessage(text).slice(2), 'hex'), key)
  return `0x${Buffer.from(signature).toString('hex')}${(27 + recid).toString(16)}`
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

function ask<Data>(method: 'GET' | 'POST', url: string, body: object | null): Promise<Data> {
  return new Promise((resolve, reject) => {
    const text = body === null ? '' : JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
    const sent = request(url, { method, agent, headers }, (response) => {
      let answer = ''
      response.on('data', (chunk: Buffer) => (answer += chunk.toString()))
      response.on('end', () => {
        const { code, data } = JSON.parse(answer) as { code: number; data: Data }
        if (code === 200) resolve(data)
        else reject(new Error(`${url} refuses: ${answer}`))
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

/** Runs `work` for every item, several at the same time. */
async function forAll<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results = new Array<Result>(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return results
}

const directory = mkdtempSync(join(tmpdir(), 'galx-sign-in-bench-'))
const dataDirectory = join(directory, 'database')
const database = await startDatabase({ dataDirectory })
let child: ChildProcess | undefined
try {
  await migrate(database.url)
  const deploymentFile = join(directory, 'deployment.json')
  writeFileSync(deploymentFile, JSON.stringify(PAPER_DEPLOYMENT))
  child = fork(new URL('apiSubject.ts', import.meta.url), ['galx'], {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DEPLOYMENT_FILE: deploymentFile,
      SESSION_SECRET: 'a secret of the benchmark that signs nothing of value',
    },
  })
  const server = child
  const [url] = (await once(server, 'message')) as [string]
  const cpu = async (): Promise<number> => {
    server.send('cpu')
    const [{ user, system }] = (await once(server, 'message')) as [NodeJS.CpuUsage]
    return user + system
  }
  const measured = async <Result>(work: () => Promise<Result>) => {
    const [before, started] = [await cpu(), performance.now()]
    const result = await work()
    return { result, cpu: (await cpu()) - before, seconds: (performance.now() - started) / 1000 }
  }
  const round = async () => {
    const people = Array.from({ length: accounts }, newPerson)
    const texts = await measured(() =>
      forAll(people, ({ address }) => ask<string>('POST', `${url}/api/user/public/nonce/${address}`, null)),
    )
    const signed = people.map((person, index) => ({ person, signature: sign(person, texts.result[index]!) }))
    const tokens = await measured(() =>
      forAll(signed, ({ person, signature }) =>
        ask<{ token: string }>('POST', `${url}/api/user/public/auth/${person.address}`, { signature }),
      ),
    )
    const empty = await measured(() =>
      forAll(people, () => ask<unknown>('GET', `${url}/health/accepting`, null)),
    )
    if (new Set(tokens.result.map(({ token }) => token)).size !== accounts)
      throw new Error('tokens are missing')
    return {
      nonce: texts.cpu / accounts,
      auth: tokens.cpu / accounts,
      empty: empty.cpu / accounts,
      perSecond: accounts / (texts.seconds + tokens.seconds),
    }
  }
  await round() // warm-up
  const found: Awaited<ReturnType<typeof round>>[] = []
  for (let done = 0; done < rounds; done++) found.push(await round())
  const median = (what: keyof (typeof found)[number]) =>
    found.map((one) => one[what]).toSorted((a, b) => a - b)[Math.floor(found.length / 2)]!
  const [nonce, auth, empty] = [median('nonce'), median('auth'), median('empty')]
  const report = {
    benchmark: 'sign-in',
    perSecondOfOneCore: Math.round(1e6 / (nonce + auth)),
    perSecond: Math.round(median('perSecond')),
    cpuMicroseconds: { nonce: Math.round(nonce), auth: Math.round(auth), emptyRequest: Math.round(empty) },
    settings: { accounts, rounds, connections: CONNECTIONS },
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
} finally {
  agent.destroy()
  if (child !== undefined && child.exitCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await database.stop()
  removeDatabase(dataDirectory)
  rmSync(directory, { recursive: true, force: true })
}
