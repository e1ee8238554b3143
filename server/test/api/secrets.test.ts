/**
 * Every variable that may contain a secret contains one here. The servers then run from start to end through every fault that
 * prints something, at the most verbose level. No output may contain a secret.
 */
import postgres from 'postgres'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SECRET_VARIABLES } from '../../src/platform/secrets.ts'
import { startCountingNode, type CountingNode } from '../support/countingNode.ts'
import { freePort } from '@galx/stack/process/freePort'
import { spawnOperator } from '@galx/stack/testing/operatorProgram'
import { startServerProcess, type IndexerProcess } from '../support/indexerProcess.ts'
import { spawnServer } from '../support/serverProgram.ts'
import { waitFor } from '../support/wait.ts'
import { clientOf, newAccount, signIn, startWorld, type World } from './world.ts'

/** Each secret names its place. No other output contains these words. */
const SECRETS = Object.fromEntries(
  [
    'nodeUser',
    'nodePassword',
    'nodePath',
    'nodeQuery',
    'databasePassword',
    'readPassword',
    'directPassword',
    'redisPassword',
    'sessionSecret',
    'formerSessionSecret',
    'remotePath',
  ].map((name, index) => [
    name,
    `${name}${(0xdeadbeefn + BigInt(index) * 0x9e3779b97f4a7c15n).toString(16)}`,
  ]),
) as Record<string, string>
const { nodeUser, nodePassword, nodePath, nodeQuery, remotePath } = SECRETS
SECRETS.basicAuthorization = Buffer.from(`${nodeUser}:${nodePassword}`).toString('base64')
// These are real keys, because a process ends at once if a key is not valid.
SECRETS.signerPrivateKey = generatePrivateKey().slice(2)
SECRETS.coSignerPrivateKey = generatePrivateKey().slice(2)
SECRETS.publisherPrivateKey = generatePrivateKey().slice(2)
SECRETS.deployerPrivateKey = generatePrivateKey().slice(2)
SECRETS.funderPrivateKey = generatePrivateKey().slice(2)
SECRETS.telegramBotToken = `123456:${generatePrivateKey().slice(2, 40)}`
SECRETS.pagerdutyRoutingKey = generatePrivateKey().slice(2, 34)

let world: World
let node: CountingNode
beforeAll(async () => {
  world = await startWorld({ contracts: true })
  node = await startCountingNode(world.chain.rpcUrl)
})
afterAll(async () => {
  await node?.stop()
  await world?.stop()
})

function withSecrets(url: string): string {
  const { host } = new URL(url)
  return `http://${nodeUser}:${nodePassword}@${host}/v3/${nodePath}?key=${nodeQuery}`
}

/** The process that reads the second engine's lines. */
function startVerdicts(environment: Record<string, string>) {
  const child = spawnServer('verdicts', environment, ['pipe', 'pipe', 'pipe'])
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { say: (line: string) => void child.stdin!.write(`${line}\n`), output: () => output, exited }
}

/** A role of the tests' database with a password. */
async function role(name: string, password: string): Promise<string> {
  await world.sql.unsafe(`create role ${name} superuser login password '${password}'`)
  const url = new URL(world.database.url)
  url.username = name
  url.password = password
  return url.href
}

async function operator(parameters: string[], environment: Record<string, string> = {}): Promise<string> {
  const child = spawnOperator(parameters, ['ignore', 'pipe', 'pipe'], environment)
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return output
}

it('SV5 no output contains a secret of any kind, from the start through every fault to the end', async () => {
  const [apiPort, btcPort, statusPort, nobody] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const deadNode = withSecrets(`http://127.0.0.1:${nobody}`)
  const environment: Record<string, string> = {
    ...world.environment,
    LOG_LEVEL: 'trace',
    RPC_URL: `${withSecrets(node.url)},${deadNode}`,
    DATABASE_URL: await role('galx_secret', SECRETS.databasePassword!),
    DATABASE_READ_URL: await role('galx_secret_read', SECRETS.readPassword!),
    DATABASE_DIRECT_URL: await role('galx_secret_direct', SECRETS.directPassword!),
    REDIS_URL: `redis://galx:${SECRETS.redisPassword}@127.0.0.1:${nobody}`,
    SESSION_SECRET: [SECRETS.sessionSecret, SECRETS.formerSessionSecret]
      .map((one) => one!.padEnd(60, 'x'))
      .join(','),
    API_PORT: String(apiPort),
    BTC_API_PORT: String(btcPort),
    INDEXER_PORT: String(statusPort),
  }
  const running = ['api', 'btc-api', 'indexer'].map((command) => startServerProcess(command, environment))
  const [api, , indexer] = running as [IndexerProcess, IndexerProcess, IndexerProcess]
  const remote = `${withSecrets(node.url)}&project=${remotePath}`
  // One signer has its keys. The other signer requests its signatures from a remote signer.
  const keys = {
    SIGNER_PRIVATE_KEY: `0x${SECRETS.signerPrivateKey}`,
    PUBLISHER_PRIVATE_KEY: `0x${SECRETS.publisherPrivateKey}`,
    COSIGNER_URL: remote,
    // The operator's variables, in case that somebody also sets them here.
    COSIGNER_PRIVATE_KEY: `0x${SECRETS.coSignerPrivateKey}`,
    DEPLOYER_PRIVATE_KEY: `0x${SECRETS.deployerPrivateKey}`,
    FUNDER_PRIVATE_KEY: `0x${SECRETS.funderPrivateKey}`,
    FUNDER_URL: remote,
    DEPLOYER_URL: remote,
    SLACK_WEBHOOK_URL: remote,
    TELEGRAM_BOT_TOKEN: SECRETS.telegramBotToken!,
    PAGERDUTY_ROUTING_KEY: SECRETS.pagerdutyRoutingKey!,
  }
  const signers = [
    startServerProcess('signer', { ...environment, ...keys }),
    startServerProcess('signer', {
      ...environment,
      SIGNER_URL: remote,
      COSIGNER_URL: remote,
      PUBLISHER_URL: remote,
    }),
  ]
  running.push(...signers)
  const planted = Object.entries({ ...environment, ...keys, SIGNER_URL: remote, PUBLISHER_URL: remote })
    .filter(([, value]) => Object.values(SECRETS).some((secret) => value.includes(secret)))
    .map(([name]) => name)
  expect(planted.sort()).toEqual([...SECRET_VARIABLES].sort())
  const verdicts = startVerdicts(environment)
  const client = clientOf(`http://127.0.0.1:${apiPort}`, () => {})
  const btc = clientOf(`http://127.0.0.1:${btcPort}`, () => {})
  for (const one of [client, btc])
    await waitFor('the listeners', async () => (await fetch(`${one.url}/health/live`)).ok, 90_000)
  await indexer.saw('leads', (output) => output.includes('"leading"'), 90_000)

  // Ordinary requests, and refusals.
  const user = await signIn(client)
  const wallet = newAccount().address
  await client.post(`/api/user/public/nonce/${wallet}`)
  const contractSignIn = () =>
    client.post(`/api/user/public/auth/${wallet}`, { signature: `0x${'11'.repeat(64)}1b` })
  expect(await contractSignIn()).toMatchObject({ code: 1003 })
  const txHash = `0x${'ab'.repeat(32)}`
  expect(await btc.post('/api/galxStake', { txHash }, user.token)).toMatchObject({ code: 1201 })

  // One signer works. The other signer waits until the first signer ends.
  const [works, waits] = await waitFor('a signer', async () => {
    const at = signers.findIndex((one) => one.output().includes('publishing and signing'))
    return at >= 0 && [signers[at]!, signers[1 - at]!]
  })
  verdicts.say(`{"difference": "of an account"}`)
  await waitFor('a difference', async () => verdicts.output().includes('found a difference'))

  // From here on the node quotes its own address, is away, refuses, redirects to itself, or answers garbage.
  node.spoil('telling')
  expect(await contractSignIn()).toMatchObject({ status: 503 })
  for (const one of [api, indexer, works!])
    await one.saw('quotes the node', (output) => output.includes('no project for /v3/'), 60_000)
  expect(await works!.stop()).toBe(0)
  await waits!.saw('quotes the node', (output) => output.includes('no project for /v3/'), 60_000)
  node.spoil({ redirect: withSecrets(node.url) })
  expect(await contractSignIn()).toMatchObject({ status: 503 })
  await indexer.saw('meets the node’s fault', (output) => output.includes('cannot be used'), 60_000)
  node.spoil({ flood: 1_000 })
  expect([200, 503]).toContain((await contractSignIn()).status)
  await node.stop()
  expect(await contractSignIn()).toMatchObject({ status: 503 })
  await indexer.saw('misses its nodes', (output) => output.includes('unreachable'), 60_000)

  // The database accepts no more connections.
  const name = new URL(world.database.url).pathname.slice(1)
  const admin = postgres(Object.assign(new URL(world.database.url), { pathname: '/postgres' }).href, {
    max: 1,
  })
  await admin.unsafe(`alter database ${name} with allow_connections false`)
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename like 'galx_secret%'`
  await waitFor('the API to miss its database', async () => {
    const { status } = await client.post(`/api/user/public/nonce/${wallet}`)
    return status === 503
  })
  await indexer.saw('misses its database', (output) => output.includes('no longer leading'), 60_000)
  await admin.unsafe(`alter database ${name} with allow_connections true`)
  await admin.end()
  await waitFor('the API to find it again', async () => {
    return (await client.post(`/api/user/public/nonce/${wallet}`)).status === 200
  })
  const lasting = running.filter((one) => one !== works)
  expect(await Promise.all(lasting.map((one) => one.stop()))).toEqual([0, 0, 0, 0])
  verdicts.say(environment.DATABASE_URL!)
  expect(await verdicts.exited).toBe(1)
  expect(verdicts.output()).toContain('a verdict is a line of JSON')
  const [stored] = await world.sql<{ detail: string | null }[]>`select detail from galx.signer_standing`

  // Each of these starts fails because of another variable.
  const wrong: [command: string, changed: Record<string, string>][] = [
    ['api', { DATABASE_URL: environment.DATABASE_URL!.replace(/:\d+\//, `:${nobody}/`) }],
    ['api', { DATABASE_URL: `mysql://user:${SECRETS.databasePassword}@host/galx` }],
    ['api', { RPC_URL: `ws://${nodeUser}:${nodePassword}@host/${nodePath}` }],
    ['api', { REDIS_URL: `http://galx:${SECRETS.redisPassword}@host` }],
    ['api', { SESSION_SECRET: SECRETS.sessionSecret!.slice(0, 20) }],
    ['api', { DATABASE_READ_URL: `mysql://user:${SECRETS.readPassword}@host/galx` }],
    ['reindex', { DATABASE_DIRECT_URL: `mysql://user:${SECRETS.directPassword}@host/galx` }],
    ['indexer', { DATABASE_DIRECT_URL: `mysql://user:${SECRETS.directPassword}@host/galx` }],
    ['signer', { SIGNER_PRIVATE_KEY: `0x${SECRETS.signerPrivateKey!.slice(1)}` }],
    ['signer', { SIGNER_PRIVATE_KEY: keys.SIGNER_PRIVATE_KEY, SIGNER_URL: remote }],
    ['signer', { COSIGNER_URL: `ws://${nodeUser}:${nodePassword}@host/${remotePath}`, SIGNER_URL: remote }],
    [
      'signer',
      {
        PUBLISHER_URL: `ws://${nodeUser}:${nodePassword}@host/${remotePath}`,
        SIGNER_PRIVATE_KEY: keys.SIGNER_PRIVATE_KEY,
        COSIGNER_URL: remote,
      },
    ],
    [
      'migrate',
      { DATABASE_DIRECT_URL: `postgres://user:${SECRETS.directPassword}@127.0.0.1:${nobody}/galx` },
    ],
  ]
  const printed = [...running, verdicts].map((one) => one.output())
  printed.push(stored?.detail ?? '')
  for (const [command, changed] of wrong) {
    const failed = startServerProcess(command, { ...environment, ...changed })
    expect(await failed.exited, failed.output()).toBe(1)
    expect(failed.output()).toContain(Object.keys(changed)[0])
    printed.push(failed.output())
  }
  const verify = ['verify', '--deployment', environment.DEPLOYMENT_FILE!]
  printed.push(await operator([...verify, '--rpc', deadNode]))
  printed.push(await operator([...verify, '--rpc', `ws://host/${nodePath}`]))
  expect(printed.at(-2)).toContain(`http://127.0.0.1:${nobody}`)
  const roles = [
    'GUARDIAN_ADDRESS',
    'VOUCHER_SIGNER_ADDRESS',
    'VOUCHER_COSIGNER_ADDRESS',
    'EPOCH_PUBLISHER',
    'RELEASE_SIGNER',
    'TREASURY_ADDRESS',
  ]
  const deploy = (key: string) =>
    operator(['deploy', '--network', 'mainnet', '--dry-run'], {
      ...Object.fromEntries([...roles, 'TIMELOCK_PROPOSERS'].map((name) => [name, newAccount().address])),
      DEPLOYER_PRIVATE_KEY: key,
    })
  printed.push(await deploy(`0x${SECRETS.deployerPrivateKey}`))
  expect(printed.at(-1)).toContain('RewardVouchers')
  printed.push(await deploy(SECRETS.deployerPrivateKey!.slice(1)))
  expect(printed.at(-1)).toContain('DEPLOYER_PRIVATE_KEY must be')

  // The output names the nodes by scheme and host, so that somebody can find them.
  expect(api.output()).toContain(`http://127.0.0.1:${new URL(node.url).port}`)
  expect(api.output()).toContain(`until Redis at 127.0.0.1:${nobody} answers`)
  const everything = printed.join('\n')
  for (const [what, secret] of Object.entries(SECRETS))
    expect(everything.includes(secret.slice(0, 20)), `${what} is printed`).toBe(false)
  expect(everything).not.toContain(user.token)
}, 400_000)
