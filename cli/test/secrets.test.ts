/** No command of the operator shows a secret, whatever the node, the database or a wrong call causes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOperator } from '../src/runOperator.ts'
import { rpc } from '@galx/stack/chain/rpc'
import { freePort } from '@galx/stack/process/freePort'
import { startWorld, type World } from '../../server/test/api/world.ts'
import { startCountingNode, type CountingNode } from '../../server/test/support/countingNode.ts'

const SECRETS = {
  user: 'nodeUser9c3f51e7',
  password: 'nodePassword4d02b8a6',
  path: 'nodePath7e19c05d',
  query: 'nodeQuery2ab6f483',
  database: 'databasePassword5f70e1c9',
  replica: 'replicaPassword83d1f2b4',
  direct: 'directPassword0b96a7d3',
  redis: 'redisPassword61c8e4f0',
  funder: generatePrivateKey().slice(2),
  publisher: generatePrivateKey().slice(2),
  signer: generatePrivateKey().slice(2),
  deployer: generatePrivateKey().slice(2),
}
const BASIC = Buffer.from(`${SECRETS.user}:${SECRETS.password}`).toString('base64')

function withSecrets(url: string): string {
  const { user, password, path, query } = SECRETS
  return `${url.replace('://', `://${user}:${password}@`)}/v3/${path}?key=${query}`
}

/** The node's behaviour, and whether the database is away. */
type Case = { node: 'none' | 'telling' | { tells: string[] } | 'away'; databaseAway?: true }

const CASES: Readonly<Record<string, Case>> = {
  'all is well': { node: 'none' },
  'the node quotes its own address': { node: 'telling' },
  'the node quotes its own address about calls of contracts': { node: { tells: ['eth_call'] } },
  'the node quotes its own address about logs, balances and code': {
    node: { tells: ['eth_getLogs', 'eth_getBalance', 'eth_getStorageAt'] },
  },
  'no node and no database answers': { node: 'away', databaseAway: true },
  'no database answers': { node: 'none', databaseAway: true },
}

/** One or more calls of each command, with their normal output. `NODE` is the address with its secrets. */
const CALLS: readonly (readonly [call: string, shows: RegExp])[] = [
  ['deploy --network mainnet --dry-run', /RewardVouchers/],
  ['deploy --network mainnet --rpc NODE --dry-run', /RewardVouchers/],
  ['plan schema', /timelockDelay/],
  ['verify', /facts checked/],
  ['verify --rpc NODE', /facts checked/],
  ['descriptors --out OUT --url https://galx.example/', /described/],
  ['pools', /runway/],
  ['fund --pool galx --amount 1', /stake first/],
  ['fund --program btc --amount 1 --confirm', /too little for 1 BTCB/],
  ['announce --list', /no announcement/],
  ['signer', /one stolen key draws nothing/],
  ['signer --off', /switching off/],
  ['cosign --rpc WRONG', /--rpc/],
  ['cosign --rpc NODE --listen 8160', /--listen/],
  ['publish', /PUBLISHER_PRIVATE_KEY is the key of/],
  ['publish --rpc NODE --confirm', /PUBLISHER_PRIVATE_KEY is the key of/],
  ['export --api NODE --dry-run', /answer/],
  ['audit --headers needed', /0 differences/],
  ['reindex', /nothing was written/],
  ['release --web OUT --version 1.0.0 --least-safe 1.0.0', /hash 0x/],
  ['doctor --json', /every contract and token/],
  ['doctor --api NODE --web NODE --prometheus NODE', /every contract and token/],
  ['doctor --api WRONG', /--api/],
  ['pools --rpc WRONG', /--rpc/],
  ['safe --call StakingPools.pauseStaking(galx)', /is one private key, not a Safe/],
  ['explorer --sourcify NODE', /nothing was submitted/],
  ['watch --once --from 0 --webhook NODE', /block \d+/],
  ['kit --profile single --hosts docs/examples/hosts.single.json --out OUT', /hosts\.single\.json/],
]

/** The database's roles with their passwords: one role for each address of the database. */
const ROLES = {
  operator_secret: SECRETS.database,
  operator_secret_read: SECRETS.replica,
  operator_secret_direct: SECRETS.direct,
}

let world: World
let node: CountingNode
let folder: string
let nobody: number
beforeAll(async () => {
  world = await startWorld({ contracts: true })
  // The node has the state of a final block only for blocks that it has mined since its start from a stored state.
  for (let block = 0; block < 4; block += 1) await rpc(world.chain.rpcUrl, 'evm_mine')
  for (const [name, password] of Object.entries(ROLES))
    await world.sql.unsafe(`create role ${name} superuser login password '${password}'`)
  node = await startCountingNode(world.chain.rpcUrl)
  folder = mkdtempSync(join(tmpdir(), 'galx-secrets-'))
  writeFileSync(join(folder, 'index.html'), 'an app')
  nobody = await freePort()
}, 120_000)
afterAll(async () => {
  await node?.stop()
  await world?.stop()
  rmSync(folder, { recursive: true })
})

function environmentOf({ node: how, databaseAway }: Case): Record<string, string> {
  const url = withSecrets(how === 'away' ? `http://127.0.0.1:${nobody}` : node.url)
  const database = (name: keyof typeof ROLES) => {
    const address = new URL(world.database.url)
    address.username = name
    address.password = ROLES[name]
    if (databaseAway) address.port = String(nobody)
    return address.href
  }
  const role = (digit: string) => `0x${digit.repeat(40)}`
  return {
    RPC_URL: url,
    DEPLOYMENT_FILE: world.environment.DEPLOYMENT_FILE!,
    DATABASE_URL: database('operator_secret'),
    DATABASE_READ_URL: database('operator_secret_read'),
    DATABASE_DIRECT_URL: database('operator_secret_direct'),
    REDIS_URL: `redis://galx:${SECRETS.redis}@127.0.0.1:${nobody}`,
    FUNDER_PRIVATE_KEY: `0x${SECRETS.funder}`,
    PUBLISHER_PRIVATE_KEY: `0x${SECRETS.publisher}`,
    SIGNER_PRIVATE_KEY: `0x${SECRETS.signer}`,
    COSIGNER_PRIVATE_KEY: `0x${SECRETS.signer}`,
    DEPLOYER_PRIVATE_KEY: `0x${SECRETS.deployer}`,
    GUARDIAN_ADDRESS: role('1'),
    VOUCHER_SIGNER_ADDRESS: role('2'),
    EPOCH_PUBLISHER: role('3'),
    VOUCHER_COSIGNER_ADDRESS: role('7'),
    RELEASE_SIGNER: role('4'),
    TREASURY_ADDRESS: role('5'),
    TIMELOCK_PROPOSERS: role('6'),
  }
}

async function run(call: string, environment: Record<string, string>): Promise<string> {
  const lines: string[] = []
  const take = (line: string) => void lines.push(line)
  const address = environment.RPC_URL!
  const words = call.split(' ').map((word) => {
    if (word === 'NODE') return address
    if (word === 'WRONG') return address.replace('http', 'ws')
    return word === 'OUT' ? folder : word
  })
  await runOperator(words, environment, { say: take, complain: take })
  return lines.join('\n')
}

describe('no command of the operator shows a secret', () => {
  it.each(Object.entries(CASES))(
    'if %s',
    async (_what, one) => {
      if (one.node !== 'away') node.spoil(one.node)
      const environment = environmentOf(one)
      const shown = await Promise.all(
        CALLS.map(async ([call]) => [call, await run(call, environment)] as const),
      )
      for (const [call, text] of shown) {
        expect(text, call).not.toBe('')
        for (const [what, secret] of Object.entries({ ...SECRETS, basic: BASIC }))
          expect(text.includes(secret.slice(0, 16)), `${what} is shown by ${call}`).toBe(false)
      }
      if (one === CASES['all is well'])
        for (const [index, [call, shows]] of CALLS.entries()) expect(shown[index]![1], call).toMatch(shows)
    },
    60_000,
  )

  it('doctor blames the node, not the deployment file, if the contracts cannot be read', async () => {
    node.spoil({ tells: ['eth_call'] })
    const shown = await run('doctor --json', environmentOf({ node: { tells: ['eth_call'] } }))
    const findings = shown.split('\n').map((line) => JSON.parse(line) as { area: string; text: string })
    expect(findings.filter(({ area }) => area === 'deployment')).toEqual([])
    expect(findings.filter(({ text }) => text.startsWith('the contracts cannot be read'))).toHaveLength(1)
  })

  it('this test tries every command', async () => {
    const overview = await run('help', environmentOf({ node: 'none' }))
    const names = [...overview.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(10)
    expect([...new Set(CALLS.map(([call]) => call.split(' ')[0]))].sort()).toEqual(names.sort())
  })
})
