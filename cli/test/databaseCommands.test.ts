/** The commands of daily work, against one real chain, one real database and an indexer. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  parseEther,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { rpc } from '@galx/stack/chain/rpc'
import { listAnnouncements } from '@galx/server/announcements/announcements'
import { ETHER } from '../../server/test/support/chainWorld.ts'
import { startRefusingNode } from '../../server/test/support/refusingNode.ts'
import { waitFor } from '../../server/test/support/wait.ts'
import { spawnOperator } from '@galx/stack/testing/operatorProgram'
import { startSignerScene, type SignerScene } from '../../server/test/signer/signerScene.ts'
import { EMBEDDED_PUBLISHER_KEY, EMBEDDED_SIGNER_KEY } from '@galx/operator/networks/embedded'
import { COMMAND_NAMES, runOperator } from '../src/runOperator.ts'

/** anvil's number 6, to whom the plan gives no role. */
const FUNDER_KEY = '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356'
const FUNDER = privateKeyToAddress(FUNDER_KEY)

let scene: SignerScene
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galx-operating-'))
  scene = await startSignerScene(2)
  scene.start()
  const [first, second] = scene.world.people as [Address, Address]
  await scene.world.equip([FUNDER])
  await scene.world.stake(first, 'galx', 10n * ETHER)
  const deposit = encodeFunctionData({ abi: znVaultAbi, functionName: 'deposit', args: [ETHER, first] })
  await scene.world.send(first, scene.world.deployment.contracts.ZnVault.address as Address, deposit)
  await scene.world.stake(second, 'galx', 7n * ETHER, first)
  await scene.world.mine()
  await scene.passEpochs(2)
}, 240_000)
afterAll(async () => {
  await scene?.stop()
  rmSync(folder, { recursive: true })
})

type Ended = { code: number; out: string; complaint: string }

async function operator(parameters: string[], extra: Record<string, string> = {}): Promise<Ended> {
  let out = ''
  let complaint = ''
  const code = await runOperator(
    parameters,
    { ...scene.environment, ...extra },
    {
      say: (line) => void (out += `${line}\n`),
      complain: (line) => void (complaint += `${line}\n`),
    },
  )
  return { code, out, complaint }
}
function blocks() {
  return rpc<Hex>(scene.world.rpcUrl, 'eth_blockNumber')
}
async function poolState(key: 'galx') {
  const data = encodeFunctionData({
    abi: stakingPoolsAbi,
    functionName: 'poolState',
    args: [BigInt(scene.world.deployment.pools[key]!.id)],
  })
  const to = scene.world.deployment.contracts.StakingPools.address
  const answer = await rpc<Hex>(scene.world.rpcUrl, 'eth_call', { to, data }, 'latest')
  return decodeFunctionResult({ abi: stakingPoolsAbi, functionName: 'poolState', data: answer })
}
function write(name: string, value: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

describe('every command', () => {
  it.each(COMMAND_NAMES)(
    '%s explains itself and its exit codes, and names an unknown option',
    async (name) => {
      const help = await operator([name, '--help'])
      expect(help).toMatchObject({ code: 0, complaint: '' })
      expect(help.out).toMatch(/Exit code/)
      expect(await operator([name, '--conjure'])).toEqual({
        code: 2,
        out: '',
        complaint: "Unknown option '--conjure'\n",
      })
    },
  )

  it('names each missing value on its own line', async () => {
    const none = { RPC_URL: '', DEPLOYMENT_FILE: '' }
    expect(await operator(['pools'], none)).toEqual({
      code: 2,
      out: '',
      complaint:
        '--rpc URL is missing (or RPC_URL in the environment)\n--deployment FILE is missing (or DEPLOYMENT_FILE in the environment)\n',
    })
    const away = await operator(['pools'], { RPC_URL: 'http://127.0.0.1:9/key,http://127.0.0.1:10' })
    expect(away.code).toBe(1)
    expect(away.complaint).toMatch(
      /^http:\/\/127\.0\.0\.1:9 does not answer: .*\nhttp:\/\/127\.0\.0\.1:10 does not answer: .*\n$/,
    )
    expect(away.complaint).not.toContain('key')
    const twice = await operator(['pools'], { RPC_URL: 'http://127.0.0.1:9/key,http://127.0.0.1:9/key#2' })
    expect(twice).toEqual({ code: 2, out: '', complaint: 'RPC_URL names a node twice\n' })
  })

  it('refuses a deployment file that is stale or of another chain, and names the difference', async () => {
    const { deployment } = scene.world
    const chain = write('chain.json', { ...deployment, chainId: 97 })
    expect((await operator(['pools', '--deployment', chain])).complaint).toMatch(
      /is chain 56, .*chain\.json is for chain 97\n$/,
    )
    const genesis = write('genesis.json', { ...deployment, genesisHash: `0x${'9'.repeat(64)}` })
    expect((await operator(['pools', '--deployment', genesis])).complaint).toMatch(
      /is stale or of another chain: the first block/,
    )
    const { StakingPools, ZnVault } = deployment.contracts
    const contracts = {
      ...deployment.contracts,
      StakingPools: { ...StakingPools, address: `0x${'8'.repeat(40)}` },
      ZnVault: { ...ZnVault, codeHash: `0x${'7'.repeat(64)}` },
    }
    const stale = await operator(['pools', '--deployment', write('stale.json', { ...deployment, contracts })])
    expect(stale.code).toBe(1)
    expect(stale.complaint).toMatch(
      /is stale: StakingPools has no code at 0x8{40}\n.* is stale: ZnVault at 0x\w+ has other code\n$/,
    )
  })

  it('names the database that does not answer', async () => {
    const away = await operator(['announce', '--list'], { DATABASE_URL: 'postgres://galx@127.0.0.1:9/galx' })
    expect(away).toEqual({
      code: 1,
      out: '',
      complaint: expect.stringMatching(/^DATABASE_URL: the database does not answer \(\w+\)\n$/),
    })
    expect((await operator(['announce', '--list'], { DATABASE_URL: '' })).complaint).toBe(
      'DATABASE_URL is missing\n',
    )
  }, 30_000)
})

describe('the built program', () => {
  it.each([
    [['announce', '--list']],
    [['signer']],
    [['publish']],
    [['reindex']],
    [['descriptors', '--out', '.', '--url', 'https://galx.example/']],
  ])('%j finds its files from any working directory', async (parameters) => {
    const empty = join(folder, `called-${parameters[0]}`)
    mkdirSync(empty)
    const child = spawnOperator(parameters, ['ignore', 'ignore', 'pipe'], scene.environment, empty)
    let complaint = ''
    child.stderr!.on('data', (text: Buffer) => (complaint += text.toString()))
    const [code] = (await once(child, 'close')) as [number]
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    expect(readdirSync(empty).length > 0).toBe(parameters.includes('--out'))
  })
})

describe('pools', () => {
  it('shows the chain’s state of every pool, program and the vault', async () => {
    const { code, out } = await operator(['pools'])
    expect(code).toBe(0)
    const { pools, programs } = scene.world.deployment
    for (const key of [...Object.keys(pools), ...Object.keys(programs)])
      expect(out).toMatch(new RegExp(`^${key} `, 'm'))
    expect(out).toMatch(/^galx .* 17 GALX/m)
    expect(out).toMatch(/an early exit costs up to/)
    const json = JSON.parse((await operator(['pools', '--json'])).out) as {
      pools: { key: string; state: { totalWeight: string; rewardEnd: string } }[]
    }
    const { totalWeight, rewardEnd } = await poolState('galx')
    expect(json.pools.find(({ key }) => key === 'galx')!.state).toMatchObject({
      totalWeight: totalWeight.toString(),
      rewardEnd: rewardEnd.toString(),
    })
  })
})

describe('fund', () => {
  const pool = ['fund', '--pool', 'galx', '--amount', '250.5']

  it('shows rate and end before and after, and sends nothing without --confirm', async () => {
    const before = await blocks()
    const { code, out } = await operator(pool, { FUNDER_PRIVATE_KEY: FUNDER_KEY })
    expect(code).toBe(0)
    expect(out).toMatch(/^pool galx: 250\.5 \w+ from 0x/)
    expect(out).toMatch(/^before .*until|^before /m)
    expect(out).toMatch(/nothing was sent: add --confirm\n$/)
    expect((await operator([...pool, '--from', FUNDER])).code).toBe(0)
    expect(await blocks()).toBe(before)
  })

  it('funds with an approval for exactly the amount, as announced', async () => {
    const { pools, tokens, contracts } = scene.world.deployment
    const token = tokens[pools.galx!.rewardToken].address
    const before = await poolState('galx')
    const { code, out } = await operator([...pool, '--confirm'], { FUNDER_PRIVATE_KEY: FUNDER_KEY })
    expect(code).toBe(0)
    const after = await poolState('galx')
    expect(after.rewardRate >= before.rewardRate && after.rewardEnd >= before.rewardEnd).toBe(true)
    expect(after.rewardRate > before.rewardRate || after.rewardEnd > before.rewardEnd).toBe(true)
    expect(out).toContain('pool galx now pays at most ')
    const allowance = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'allowance',
      args: [FUNDER, contracts.StakingPools.address as Address],
    })
    expect(
      BigInt(await rpc<Hex>(scene.world.rpcUrl, 'eth_call', { to: token, data: allowance }, 'latest')),
    ).toBe(0n)
  })

  it('funds programs and the vault, too', async () => {
    const key = { FUNDER_PRIVATE_KEY: FUNDER_KEY }
    expect(await operator(['fund', '--vault', '--amount', '10', '--confirm'], key)).toMatchObject({
      code: 0,
      complaint: '',
    })
    const program = await operator(['fund', '--program', 'galx', '--amount', '1', '--confirm'], key)
    expect(program).toMatchObject({ code: 0, complaint: '' })
    expect(program.out).toMatch(/program galx now pays/)
  })

  it('funds no stream while a pause prevents other people from staking', async () => {
    const { contracts, pools, roles } = scene.world.deployment
    const change = async (from: Address, functionName: 'pauseStaking' | 'unpauseStaking') => {
      const args = [BigInt(pools.galx!.id)] as const
      const data = encodeFunctionData({ abi: stakingPoolsAbi, functionName, args })
      await scene.world.send(from, contracts.StakingPools.address as Address, data)
      await scene.world.mine()
    }
    const timelock = contracts.Timelock.address as Address
    await rpc(scene.world.rpcUrl, 'anvil_impersonateAccount', timelock)
    await rpc(scene.world.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
    await change(roles.guardian as Address, 'pauseStaking')
    const paused = await operator([...pool, '--from', FUNDER])
    await change(timelock, 'unpauseStaking')
    expect(paused).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(
        /^nothing was sent: pool galx has its new stakes paused until [-\d]+ [\d:]+ UTC: during the pause/,
      ),
    })
    expect((await operator([...pool, '--from', FUNDER])).code).toBe(0)
  })

  it('names each problem, and sends nothing', async () => {
    const before = await blocks()
    const complaint = async (parameters: string[], extra: Record<string, string> = {}) =>
      (await operator(parameters, extra)).complaint
    expect(await complaint(['fund', '--amount', '1'])).toBe(
      'name one of --pool KEY, --program KEY and --vault\n',
    )
    expect(await complaint(['fund', '--pool', 'galx'])).toBe('--amount TOKENS is missing\n')
    expect(await complaint(['fund', '--pool', 'galx', '--amount', '0'])).toMatch(
      /^--amount must be an amount of tokens above 0/,
    )
    expect(await complaint(['fund', '--pool', 'moon', '--amount', '1'])).toMatch(
      /^--pool "moon" is unknown: galx, /,
    )
    expect(await complaint(pool)).toMatch(
      /^FUNDER_PRIVATE_KEY \(or FUNDER_URL\) is missing in the environment; without it name the account/,
    )
    expect(await complaint([...pool, '--confirm'])).toBe(
      'FUNDER_PRIVATE_KEY (or FUNDER_URL) is missing in the environment\n',
    )
    expect(await complaint(pool, { FUNDER_PRIVATE_KEY: '0x12' })).toBe(
      'FUNDER_PRIVATE_KEY must be a private key: 0x and 64 hex digits\n',
    )
    const poor = generatePrivateKey()
    expect(await complaint(pool, { FUNDER_PRIVATE_KEY: poor })).toMatch(/holds 0 \w+, too little for 250\.5/)
    expect(await complaint([...pool, '--confirm', '--dry-run'])).toBe(
      '--confirm and --dry-run exclude each other\n',
    )
    expect(await blocks()).toBe(before)
  })

  it('says that the account cannot pay gas', async () => {
    const key = generatePrivateKey()
    const { pools, tokens } = scene.world.deployment
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [privateKeyToAddress(key), parseEther('300')],
    })
    await scene.world.send(FUNDER, tokens[pools.galx!.rewardToken].address as Address, data)
    await scene.world.mine()
    const { code, complaint } = await operator([...pool, '--confirm'], { FUNDER_PRIVATE_KEY: key })
    expect({ code, complaint }).toEqual({
      code: 1,
      complaint: `${privateKeyToAddress(key)} has no native coin to pay gas with\n`,
    })
  })
})

describe('announce', () => {
  const text = {
    zh: { title: '升级', body: '今晚升级。' },
    en: { title: 'Upgrade', body: 'We upgrade tonight.' },
  }
  const inForce = () => listAnnouncements(scene.sql, 'zh_CN', Math.floor(Date.now() / 1000))

  it('publishes, changes and withdraws in both languages, and writes nothing without --confirm', async () => {
    expect((await operator(['announce', '--list'])).out).toBe('there are no announcements\n')
    const file = write('upgrade.json', text)
    expect((await operator(['announce', '--publish', file])).out).toMatch(
      /zh {2}升级[^]*en {2}Upgrade[^]*nothing was written: add --confirm\n$/,
    )
    expect(await inForce()).toEqual([])
    const published = await operator(['announce', '--publish', file, '--confirm'])
    const number = /announcement (\d+) is published\n$/.exec(published.out)![1]!
    expect(await inForce()).toMatchObject([{ id: number, title: '升级', body: '今晚升级。' }])

    const changed = write('changed.json', { ...text, zh: { title: '推迟', body: '明晚升级。' } })
    expect((await operator(['announce', '--change', number, '--publish', changed, '--confirm'])).code).toBe(0)
    expect(await inForce()).toMatchObject([{ id: number, title: '推迟' }])
    expect((await operator(['announce', '--list'])).out).toMatch(/in force +推迟 +Upgrade/)

    expect((await operator(['announce', '--withdraw', number, '--confirm'])).code).toBe(0)
    expect(await inForce()).toEqual([])
    expect((await operator(['announce', '--withdraw', number, '--confirm'])).complaint).toMatch(
      /^announcement \d+ was withdrawn/,
    )
  })

  it('names the problem with a file or a number', async () => {
    const half = write('half.json', { zh: { title: '题', body: '' }, en: { title: 'x'.repeat(121) } })
    expect(await operator(['announce', '--publish', half, '--confirm'])).toEqual({
      code: 1,
      out: '',
      complaint: `${half}: en.title has 121 letters, 120 at most\n${half}: zh.body is missing\n${half}: en.body is missing\n`,
    })
    expect((await operator(['announce', '--publish', join(folder, 'none.json')])).complaint).toMatch(
      /does not exist\n$/,
    )
    expect((await operator(['announce', '--withdraw', '999'])).complaint).toBe(
      'there is no announcement 999\n',
    )
    expect((await operator(['announce'])).complaint).toMatch(/^name one of --list/)
  })
})

describe('signer', () => {
  it('shows both signers and the amount that their keys together could draw, and compares this key with the signer', async () => {
    const { code, out } = await operator(['signer'], { SIGNER_PRIVATE_KEY: EMBEDDED_SIGNER_KEY })
    expect(code).toBe(0)
    expect(out).toMatch(/^one stolen key draws nothing$/m)
    expect(out).toMatch(/both keys draw at most/)
    const { voucherSigner, voucherCoSigner } = scene.world.deployment.roles
    expect(out).toContain(`\nsigner: ${getAddress(voucherSigner)}\n`)
    expect(out).toContain(`\nco-signer: ${getAddress(voucherCoSigner)}\n`)
    expect(out).toMatch(/can switch off either signer at once/)
    const other = await operator(['signer'], { SIGNER_PRIVATE_KEY: FUNDER_KEY })
    expect(other).toMatchObject({
      code: 1,
      complaint: `SIGNER_PRIVATE_KEY is of ${FUNDER}, and the contract’s signer is ${privateKeyToAddress(EMBEDDED_SIGNER_KEY)}\n`,
    })
    const coSigner = await operator(['signer'], { COSIGNER_PRIVATE_KEY: FUNDER_KEY })
    expect(coSigner.complaint).toBe(
      `COSIGNER_PRIVATE_KEY is of ${FUNDER}, and the contract’s co-signer is ${getAddress(voucherCoSigner)}\n`,
    )
  })

  it('plans a rotation and a switch-off, and refuses an address that has another role', async () => {
    const { out } = await operator(['signer', '--rotate', FUNDER])
    expect(out).toContain(`npm run operator -- safe --call 'RewardVouchers.setSigner(${FUNDER})'`)
    expect((await operator(['signer', '--rotate', FUNDER, '--co'])).out).toContain(
      `'RewardVouchers.setCoSigner(${FUNDER})'`,
    )
    expect((await operator(['signer', '--off'])).out).toContain("'RewardVouchers.disableSigner()'")
    expect((await operator(['signer', '--off', '--co'])).out).toContain("'RewardVouchers.disableCoSigner()'")
    const { guardian, voucherSigner, voucherCoSigner } = scene.world.deployment.roles
    const { timelock, epochPublisher } = scene.world.deployment.roles
    for (const other of [guardian, epochPublisher, timelock.proposers[0]!])
      expect((await operator(['signer', '--rotate', other])).complaint).toMatch(/has another role/)
    expect((await operator(['signer', '--rotate', voucherSigner])).complaint).toMatch(/is the signer already/)
    expect((await operator(['signer', '--rotate', voucherCoSigner])).complaint).toMatch(
      /is the co-signer already/,
    )
    expect((await operator(['signer', '--rotate', '0x12'])).code).toBe(2)
    expect(await operator(['signer', '--co'])).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('--co needs --rotate or --off'),
    })
  })
})

describe('publish', () => {
  const publisher = { PUBLISHER_PRIVATE_KEY: EMBEDDED_PUBLISHER_KEY }

  /** An epoch can be published only after the indexer has compared the tables with the contracts, which it does from time to time. */
  function publishOnceCompared(parameters: string[]) {
    return waitFor(
      'the tables to equal the contracts after the epoch',
      async () => {
        const said = await operator(['publish', ...parameters], publisher)
        return /have not matched the contracts/.test(said.complaint) ? null : said
      },
      90_000,
    )
  }

  it('refuses another key, and an epoch whose rows the audit does not confirm', async () => {
    expect((await operator(['publish'], { PUBLISHER_PRIVATE_KEY: FUNDER_KEY })).complaint).toMatch(
      /^PUBLISHER_PRIVATE_KEY is the key of 0x\w+, but EpochLog’s publisher is 0x\w+\n$/,
    )
    const [first] = await scene.sql<
      { epoch: number; hash: Hex }[]
    >`select epoch, hash from galx.epochs order by epoch limit 1`
    await scene.sql`update galx.epochs set hash = ${`0x${'6'.repeat(64)}`} where epoch = ${first!.epoch}`
    const { code, complaint } = await operator(['publish', '--confirm'], publisher)
    await scene.sql`update galx.epochs set hash = ${first!.hash} where epoch = ${first!.epoch}`
    expect(code).toBe(1)
    expect(complaint).toMatch(
      /^epoch \d+ is not published: the indexer computed the hash 0x6{64} for epoch \d+, but the second engine computed 0x\w+\n$/,
    )
    expect(await scene.read('EpochLog', 'epochCount')).toBe(0n)
  }, 120_000)

  it('publishes each confirmed epoch once', async () => {
    await scene.passEpochs(2)
    const dry = await publishOnceCompared([])
    expect(dry.out).toMatch(/would publish \d+ epochs; nothing was sent/)
    expect((await operator(['publish', '--confirm'])).complaint).toMatch(
      /^PUBLISHER_PRIVATE_KEY .*is missing/,
    )
    expect(await scene.read('EpochLog', 'epochCount')).toBe(0n)
    // If a later epoch differs, the earlier epochs are published, and the exit code distinguishes this from "nothing was sent".
    const [newest] = await scene.sql<{ epoch: number; hash: Hex }[]>`
      select epoch, hash from galx.epochs order by epoch desc limit 1`
    await scene.sql`update galx.epochs set hash = ${`0x${'6'.repeat(64)}`} where epoch = ${newest!.epoch}`
    const shown = await operator(['publish'], publisher)
    const partly = await operator(['publish', '--confirm'], publisher)
    await scene.sql`update galx.epochs set hash = ${newest!.hash} where epoch = ${newest!.epoch}`
    for (const one of [shown, partly]) {
      expect(one.code).toBe(3)
      expect(one.complaint).toMatch(new RegExp(`^epoch ${newest!.epoch} is not published: .*\\n$`))
    }
    expect(partly.out).toMatch(/epochs are published by 0x/)
    expect(await scene.read('EpochLog', 'nextEpoch')).toBe(BigInt(newest!.epoch))
    const { code, out } = await operator(['publish', '--confirm'], publisher)
    expect(code).toBe(0)
    expect(out).toMatch(/epochs are published by 0x/)
    const count = Number(await scene.read('EpochLog', 'epochCount'))
    const next = Number(await scene.read('EpochLog', 'nextEpoch'))
    const rows = await scene.sql<{ epoch: number; hash: Hex }[]>`
      select epoch, hash from galx.epochs where epoch < ${next} order by epoch`
    expect(rows).toHaveLength(count)
    const last = rows.at(-1)!
    expect(await scene.read('EpochLog', 'epochAt', [BigInt(last.epoch)])).toMatchObject({ hash: last.hash })
    // Nothing is sent twice: a second call may publish only epochs that were closed meanwhile.
    const again = await operator(['publish'], publisher)
    expect(again.out).not.toContain(`epoch ${last.epoch} `)
  }, 120_000)

  it('continues after a false hash, and names the hash', async () => {
    const [last] = await scene.sql<{ epoch: number; hash: Hex; block: number }[]>`
      select epoch, hash, block_number as block from galx.epochs
      where epoch < ${Number(await scene.read('EpochLog', 'nextEpoch'))} order by epoch desc limit 1`
    const timelock = scene.world.deployment.contracts.Timelock.address as Address
    await rpc(scene.world.rpcUrl, 'anvil_impersonateAccount', timelock)
    await rpc(scene.world.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
    for (const hash of [`0x${'cd'.repeat(32)}`, last!.hash])
      await scene.write(timelock, 'EpochLog', 'replace', [BigInt(last!.epoch), hash, BigInt(last!.block)])
    const { epoch } = await scene.passEpochs(1)
    const { code, complaint } = await publishOnceCompared(['--confirm'])
    expect({ code, complaint }).toEqual({
      code: 0,
      complaint: `wrong: epoch ${last!.epoch}, hash in EpochLog: is 0x${'cd'.repeat(32)}, computed ${last!.hash}\n`,
    })
    expect(await scene.read('EpochLog', 'epochAt', [BigInt(epoch)])).not.toMatchObject({
      hash: `0x${'00'.repeat(32)}`,
    })
  }, 120_000)
})

describe('doctor', () => {
  it('reports the state of each part and the remedy', async () => {
    const { rpcUrl } = scene.world
    const { code, out } = await operator(['doctor', '--json'], { RPC_URL: `${rpcUrl},http://127.0.0.1:9` })
    const findings = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { area: string; state: string; text: string; todo?: string })
    expect(code).toBe(1)
    const has = (area: string, state: string, text: RegExp) =>
      expect(
        findings.filter((one) => one.area === area && one.state === state && text.test(one.text)),
        `${area} ${text}`,
      ).not.toEqual([])
    has(
      'nodes',
      'ok',
      /block \d+, final \d+, logs of \d+ or more blocks a request, from block \d+ on, 10 or more calls a POST/,
    )
    has('nodes', 'wrong', /127\.0\.0\.1:9: it does not answer/)
    has('deployment', 'ok', /every contract/)
    has('budgets', 'ok', /pool galx lasts \d+ days/)
    has('pauses', 'ok', /nothing is paused/)
    has('signer', 'ok', /vouchers of 0x/)
    has('database', 'ok', /PostgreSQL 1\d/)
    has('database', 'ok', /the schema is version \d+/)
    has('indexer', 'ok', /one indexer leads/)
    has('indexer', 'ok', /not halted/)
    has('limits', 'ok', /counts for itself/)
    has('backups', 'warning', /not checked/)
    for (const { state, todo } of findings) expect(todo === undefined).toBe(state === 'ok')
  }, 60_000)

  it('reports a node’s refusal, and a wrong key, in the node’s words', async () => {
    const { rpcUrl } = scene.world
    const refusing = (methods: RegExp, error: { code: number; message: string }) =>
      startRefusingNode(rpcUrl, (calls) => (calls.some(({ method }) => methods.test(method)) ? error : null))
    const seed = await refusing(/getLogs/, { code: -32601, message: 'Method not found' })
    const keyless = await refusing(/./, { code: -32000, message: 'API key not found' })
    try {
      const { code, out } = await operator(['doctor'], {
        RPC_URL: [rpcUrl, seed.url, keyless.url].join(','),
      })
      expect(code).toBe(1)
      const lines = out.split('\n')
      // Leave out the lines about missing state: the embedded chain keeps the state of only 50 blocks, whatever the other two nodes do.
      const about = (url: string) =>
        lines.filter(
          (line) => line.startsWith('wrong') && line.includes(url) && !line.includes('serves no state of'),
        )
      expect(about(seed.url)).toEqual([
        expect.stringMatching(
          /serves no logs: it does not serve the method \("Method not found"\) → replace it/,
        ),
      ])
      expect(about(keyless.url)).toEqual([
        expect.stringMatching(
          /does not accept the key, .*\("API key not found"\) → correct the key in RPC_URL/,
        ),
      ])
      expect(about(rpcUrl)).toEqual([])
    } finally {
      seed.stop()
      keyless.stop()
    }
  }, 60_000)

  it('reports a database, an API and a Prometheus that do not answer', async () => {
    const away = await operator(
      ['doctor', '--api', 'http://127.0.0.1:9', '--prometheus', 'http://127.0.0.1:9'],
      {
        DATABASE_URL: 'postgres://galx@127.0.0.1:9/galx',
      },
    )
    expect(away.code).toBe(1)
    expect(away.out).toMatch(/^wrong +apis +http:\/\/127\.0\.0\.1:9 does not answer/m)
    expect(away.out).toMatch(/^wrong +alerts +Prometheus: /m)
    expect(away.out).toMatch(/^wrong +database +DATABASE_URL: /m)
    expect(away.out).toMatch(/^\d+ ok, \d+ warnings, \d+ wrong\n$/m)
    expect((await operator(['doctor', '--api', 'moon'])).complaint).toBe(
      '--api: address 1 is not an http or https URL\n',
    )
  }, 60_000)
})

describe('reindex', () => {
  it('shows the present tables, and with --confirm reads the chain again while a signer runs', async () => {
    const signer = scene.startSigner()
    await signer.saw('leads', (output) => output.includes('publishing and signing'))
    const dry = await operator(['reindex'])
    expect(dry).toMatchObject({ code: 0, complaint: '' })
    expect(dry.out).toMatch(
      /^the tables use \d+ \w+ and are complete up to block \d+; the chain is at block \d+\n[^]*nothing was written: add --confirm\n$/,
    )
    const before = await scene.sql`select epoch, hash from galx.epochs order by epoch`
    const done = await operator(['reindex', '--confirm'], { LOG_LEVEL: 'silent' })
    expect(done).toMatchObject({ code: 0, complaint: '' })
    expect(done.out).toMatch(/the chain was read again, and the tables are exchanged\n$/)
    expect([...(await scene.sql`select epoch, hash from galx.epochs order by epoch`)]).toEqual([...before])
  }, 120_000)
})
