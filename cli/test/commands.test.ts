import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keccak256, type Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { COMMAND_NAMES, runOperator } from '../src/runOperator.ts'
import { CHOICES, DEPLOYER, DEPLOYER_KEY } from '../../operator/test/support/publicChain.ts'

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
let folder: string
let chain: Chain

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-operator-'))
  chain = await startChain({ blockTime: 'manual' })
}, 60_000)
afterAll(async () => {
  await chain.stop()
  rmSync(folder, { recursive: true })
})

type Ended = { code: number | null; out: string; complaint: string }

/** The commands, with only the given variables in their environment. */
async function operator(parameters: string[], environment: Record<string, string> = {}): Promise<Ended> {
  let out = ''
  let complaint = ''
  const code = await runOperator(parameters, environment, {
    say: (line) => void (out += `${line}\n`),
    complain: (line) => void (complaint += `${line}\n`),
  })
  return { code, out, complaint }
}

/** Runs a program in a folder, like an operator. */
function program(
  cwd: string,
  name: string,
  parameters: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const child = spawn(name, parameters, { cwd, env: { PATH: process.env.PATH, ...environment } })
  let out = ''
  let complaint = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()))
  return new Promise((done) => child.once('close', (code) => done({ code, out, complaint })))
}

function blocks() {
  return rpc<Hex>(chain.rpcUrl, 'eth_blockNumber')
}

describe('the operator’s program', () => {
  it.each([
    [[], 2, /deploy .*verify/s, ''],
    [['--help'], 0, /Each command explains itself/, ''],
    [['deploy', '--help'], 0, /--dry-run.*TIMELOCK_PROPOSERS/s, ''],
    [['verify', '--help'], 0, /--log-range/, ''],
    [['conjure'], 2, /^$/, `"conjure" is not a command; there are: ${COMMAND_NAMES.join(', ')}\n`],
    [['deploy'], 2, /^$/, '--network is missing: embedded, testnet, mainnet, rehearsal\n'],
    [
      ['deploy', '--network', 'moon'],
      2,
      /^$/,
      '--network "moon" is unknown: embedded, testnet, mainnet, rehearsal\n',
    ],
    [
      ['deploy', '--network', 'embedded', '--rpc', 'localhost'],
      2,
      /^$/,
      '--rpc must be an http or https URL\n',
    ],
    [['deploy', '--netwrk', 'x'], 2, /^$/, "Unknown option '--netwrk'\n"],
    [
      ['verify', '--rpc', 'http://127.0.0.1:9'],
      2,
      /^$/,
      '--deployment FILE is missing (or DEPLOYMENT_FILE in the environment)\n',
    ],
    [
      ['verify', '--rpc', 'http://127.0.0.1:9', '--deployment', '/nowhere'],
      1,
      /^$/,
      '/nowhere does not exist\n',
    ],
    [
      ['verify', '--rpc', 'http://127.0.0.1:9', '--deployment', 'y', '--log-range', '0'],
      2,
      /^$/,
      '--log-range must be a number of blocks from 1, not "0"\n',
    ],
  ] as [string[], number, RegExp, string][])(
    '%j',
    async (parameters, code, out, complaint) => {
      const ended = await operator(parameters)
      expect(ended).toEqual({ code, out: expect.stringMatching(out), complaint })
    },
    60_000,
  )

  it.each([
    ['deploy', '--network', 'testnet', '--dry-run'],
    ['verify', '--deployment', '/nowhere'],
  ])('%s reads the node from RPC_URL, and names the wrong source', async (...parameters) => {
    const wrong = await operator(parameters, { ...CHOICES, RPC_URL: 'ws://node' })
    expect(wrong).toEqual({
      code: 2,
      out: '',
      complaint: 'RPC_URL must be an http or https URL\n',
    })
    const over = await operator([...parameters, '--rpc', 'node'], { ...CHOICES, RPC_URL: 'http://node' })
    expect(over.complaint).toBe('--rpc must be an http or https URL\n')
    const none = await operator(['verify', '--deployment', '/nowhere'], { RPC_URL: ' ' })
    expect(none.complaint).toBe('--rpc URL is missing (or RPC_URL in the environment)\n')
  })

  it('is one command from the repository’s root', async () => {
    const words = ['run', '--silent', 'operator', '--', 'deploy', '--network', 'moon']
    const ended = await program(REPOSITORY, 'npm', words)
    expect(ended.code).toBe(2)
    expect(ended.out).toBe('')
    expect(ended.complaint).toContain('--network "moon" is unknown: embedded, testnet, mainnet, rehearsal\n')
  }, 60_000)

  it('names missing variables in one line, and never shows a key', async () => {
    const missing = await operator(['deploy', '--network', 'mainnet', '--dry-run'])
    expect(missing.code).toBe(2)
    expect(missing.complaint).toMatch(/^the environment is incomplete: GUARDIAN_ADDRESS is missing; .*\n$/)
    const rpcUrl = ['--rpc', chain.rpcUrl]
    const noKey = await operator(['deploy', '--network', 'mainnet', '--confirm', ...rpcUrl], CHOICES)
    expect(noKey).toEqual({
      code: 2,
      out: '',
      complaint: 'DEPLOYER_PRIVATE_KEY (or DEPLOYER_URL) is missing in the environment\n',
    })
    const secret = DEPLOYER_KEY.slice(0, 60)
    const bad = await operator(['deploy', '--network', 'mainnet', '--confirm', ...rpcUrl], {
      ...CHOICES,
      DEPLOYER_PRIVATE_KEY: secret,
    })
    expect(bad.complaint).toBe('DEPLOYER_PRIVATE_KEY must be 0x and 64 hex digits\n')
    const published = await operator(['deploy', '--network', 'mainnet', '--confirm', ...rpcUrl], {
      ...CHOICES,
      // number 9 of the ten, in capitals
      DEPLOYER_PRIVATE_KEY: '0x2A871D0798F97D79848A013D4936A73BF4CC922C825D33C1CF7073DFF6D409C6',
    })
    expect(published.complaint).toBe('DEPLOYER_PRIVATE_KEY is a published test key: anybody can use it\n')
    const before = await blocks()
    const elsewhere = await operator(['deploy', '--network', 'testnet', '--confirm', ...rpcUrl], {
      ...CHOICES,
      DEPLOYER_PRIVATE_KEY: DEPLOYER_KEY,
    })
    expect(elsewhere.complaint).toBe(`${chain.rpcUrl} is chain 56, the plan is for chain 97\n`)
    expect(await blocks()).toBe(before)
  }, 60_000)

  it('sends nothing to a public chain without --confirm', async () => {
    const own = { ...CHOICES, DEPLOYER_PRIVATE_KEY: DEPLOYER_KEY }
    const before = await blocks()
    const call = ['deploy', '--network', 'mainnet', '--rpc', chain.rpcUrl]
    const { code, out, complaint } = await operator(call, own)
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    expect(out).toMatch(/^1\. Timelock$/m)
    expect(out).toMatch(/^nothing was sent: add --confirm$/m)
    expect(await blocks()).toBe(before)
    const both = await operator([...call, '--dry-run', '--confirm'], own)
    expect(both).toEqual({ code: 2, out: '', complaint: '--confirm and --dry-run exclude each other\n' })
  }, 60_000)

  it('prints every transaction of mainnet’s plan and sends none', async () => {
    const { code, out } = await operator(['deploy', '--network', 'mainnet', '--dry-run'], {
      ...CHOICES,
      DEPLOYER_ADDRESS: DEPLOYER,
    })
    expect(code).toBe(0)
    const count = Number(/^(\d+) transactions; nothing is sent$/m.exec(out)![1])
    const titles = [...out.matchAll(/^\d+\. (.*)$/gm)].map(([, title]) => title)
    expect(titles).toHaveLength(count)
    expect(titles[0]).toBe('Timelock')
    expect(titles.at(-1)).toBe('StakingPools owner is the timelock')
    expect(out).toContain('boostSource 0x')
    expect(out).toMatch(/minDelay 172800\n {13}proposers\[0\] 0xa4/i)
    expect(out).toMatch(/exchange|SwapFactory/)
    expect(out).toContain('0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c (BTCB)')
    expect([...out.matchAll(/^ {3}to +0x/gm)]).toHaveLength(count)
    expect([...out.matchAll(/^ {3}function +\w+\(/gm)]).toHaveLength(count)
  }, 60_000)

  it('deploys to the addresses of the dry run, keeps the compiler’s input, and verifies', async () => {
    const out = join(folder, 'embedded.json')
    const target = ['--network', 'embedded', '--rpc', chain.rpcUrl]
    const plan = await operator(['deploy', ...target, '--dry-run'])
    expect(await blocks()).toBe('0x0')
    const deployed = await operator(['deploy', ...target, '--out', out])
    expect(deployed.complaint).toBe('')
    expect(deployed.code).toBe(0)
    const deployment = JSON.parse(readFileSync(out, 'utf8')) as Deployment
    for (const [, address] of plan.out.matchAll(/^ {3}creates +(0x[0-9a-fA-F]{40})$/gm)) {
      const code = await rpc<Hex>(chain.rpcUrl, 'eth_getCode', address, 'latest')
      expect(code.length).toBeGreaterThan(2)
    }
    const { address, codeHash } = deployment.contracts.StakingPools!
    expect(keccak256(await rpc<Hex>(chain.rpcUrl, 'eth_getCode', address, 'latest'))).toBe(codeHash)
    expect(existsSync(join(folder, 'embedded.compiler-input.json'))).toBe(true)
    expect(existsSync(`${out}.journal`)).toBe(false)
    const again = await operator(['deploy', ...target, '--dry-run'])
    expect([...again.out.matchAll(/^\d+\. .* \(done\)$/gm)].length).toBe(
      [...again.out.matchAll(/^\d+\. /gm)].length,
    )

    const good = await operator(['verify', '--rpc', chain.rpcUrl, '--deployment', out])
    expect(good.complaint).toBe('')
    for (const title of [
      'Announced by the timelock',
      'Timelock',
      'Tokens',
      'Pauses',
      'Pools',
      'Bonus programs',
      'Vault',
    ])
      expect(good.out).toContain(`\n${title}\n  `)
    expect(good.out).toMatch(/\nnote: Timelock delay is only 1 minute\n/)
    expect(good.out).toMatch(/\nembedded: \d+ facts checked, 0 wrong, 0 not checked, 2 notes\n$/)
    expect(good.code).toBe(0)
    writeFileSync(
      out,
      JSON.stringify({ ...deployment, roles: { ...deployment.roles, guardian: `0x${'ee'.repeat(20)}` } }),
    )
    const bad = await operator(['verify', '--rpc', chain.rpcUrl, '--deployment', out])
    expect(bad.code).toBe(1)
    expect([...bad.out.matchAll(/^wrong: \w+ guardian is 0x/gm)]).toHaveLength(3)
    writeFileSync(out, '{"version": 1}')
    const broken = await operator(['verify', '--rpc', chain.rpcUrl, '--deployment', out])
    expect(broken.complaint).toMatch(/is not a deployment file: .*\n$/)
    expect(broken.code).toBe(1)
  }, 120_000)

  it('runs from its build in any folder, and explains itself even without its repository', async () => {
    execFileSync(
      process.execPath,
      ['-e', "import('./stack/build.mjs').then(({ buildPrograms }) => buildPrograms())"],
      { cwd: REPOSITORY },
    )
    const build = join(REPOSITORY, 'stack/dist/programs/operator.js')
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    const alone = join(folder, 'operator.mjs')
    copyFileSync(build, alone)
    const { out: overview } = await operator(['--help'])
    // The overview loads every command.
    for (const file of [build, alone])
      expect(await program(empty, process.execPath, [file, '--help'])).toEqual({
        code: 0,
        out: overview,
        complaint: '',
      })
    expect(readdirSync(empty)).toEqual([])

    // In a release the packages of the exchange are missing. A chain with an exchange needs none of them.
    const plan = (network: string) => ['deploy', '--network', network, '--dry-run']
    mkdirSync(join(folder, 'release/stack/dist/programs'), { recursive: true })
    cpSync(join(REPOSITORY, 'operator/plans'), join(folder, 'release/operator/plans'), { recursive: true })
    const released = join(folder, 'release/stack/dist/programs/operator.mjs')
    copyFileSync(build, released)
    const onMainnet = await program(empty, process.execPath, [released, ...plan('mainnet')], {
      ...CHOICES,
      DEPLOYER_ADDRESS: DEPLOYER,
    })
    expect(onMainnet).toMatchObject({ code: 0, complaint: '' })
    expect(onMainnet.out).toContain('transactions in all')
    const embedded = await program(empty, process.execPath, [released, ...plan('embedded')])
    expect(embedded).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(
        /^@uniswap\S+ is missing: it is a development dependency\. /,
      ) as string,
    })

    // For a finished deployment nothing is sent again, and all files are written: sources, compiler and published contracts are found.
    const target = ['deploy', '--network', 'embedded', '--rpc', chain.rpcUrl, '--out', 'embedded.json']
    expect(await program(empty, process.execPath, [build, ...target])).toMatchObject({
      code: 0,
      complaint: '',
    })
    expect(readdirSync(empty).sort()).toEqual(['embedded.compiler-input.json', 'embedded.json'])
    const [here, there] = [empty, folder].map((place) =>
      readFileSync(join(place, 'embedded.compiler-input.json'), 'utf8'),
    )
    expect(here).toBe(there)
  }, 120_000)
})
