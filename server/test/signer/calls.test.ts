/** The calls about bonuses, from a closed, published and signed epoch to the claim. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  encodeFunctionData,
  erc20Abi,
  keccak256,
  recoverTypedDataAddress,
  stringToBytes,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { signedVoucher, voucherTypedData } from '@galx/protocol/voucher'
import { rpc } from '@galx/stack/chain/rpc'
import { runOperatorProgram } from '@galx/stack/testing/operatorProgram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readApiConfiguration, type ApiName } from '../../src/api/configuration.ts'
import type { RateLimits } from '../../src/http/limits.ts'
import { startApi, type RunningApi } from '../../src/api/startApi.ts'
import { answerCheckOf } from '../api/openApiCheck.ts'
import { clientOf, ORIGIN, SECRET, signIn, type SignedIn } from '../api/world.ts'
import { ETHER } from '../support/chainWorld.ts'
import { waitFor } from '../support/wait.ts'
import { byHand } from '../../../packages/protocol/test/byHand.ts'
import { startSignerScene, type Epoch, type SignerScene } from './signerScene.ts'

type Client = ReturnType<typeof clientOf>

let scene: SignerScene
let main: Client
let btc: Client
let inviter: SignedIn
const account = privateKeyToAccount(generatePrivateKey())
const inviterAddress = account.address.toLowerCase() as Address
let member: Address
let last: Epoch
const running: RunningApi[] = []

/** @param now milliseconds since 1970 */
async function startClient(name: ApiName, now = Date.now, limits: Partial<RateLimits> = {}): Promise<Client> {
  const configuration = await readApiConfiguration(name, {
    ...scene.environment,
    API_PORT: '0',
    BTC_API_PORT: '0',
    APP_DOMAIN: 'galx.example',
    APP_ORIGINS: ORIGIN,
    SESSION_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    SHUTDOWN_SERVE_SECONDS: '0',
  })
  const api = await startApi(configuration, { now, limits })
  running.push(api)
  const document = await (await fetch(`${api.url}/docs/json`)).text()
  return clientOf(api.url, answerCheckOf(document))
}

beforeAll(async () => {
  scene = await startSignerScene(2)
  scene.start()
  const { world } = scene
  member = world.people[0]!
  await world.equip([inviterAddress])
  await world.stake(inviterAddress, 'galx', 1n * ETHER)
  await world.stake(member, 'galx', 7n * ETHER, inviterAddress)
  await world.mine()
  await scene.passEpochs(1)
  last = await scene.passEpochs(1)
  ;[main, btc] = await Promise.all([startClient('api'), startClient('btc-api')])
  inviter = await signIn(main, account)
}, 240_000)
afterAll(async () => {
  await Promise.all(running.map((api) => api.stop()))
  await scene?.stop()
})

async function ended(): Promise<void> {
  await scene.giveVerdicts()
  await scene.signedUpTo(last.epoch)
}

test('before anything is signed, the calls return no voucher', async () => {
  const { deployment } = scene.world
  const { data } = await btc.post('/api/getGalxSign', {}, inviter.token)
  expect(data).toEqual({
    program: 'galx',
    programId: deployment.programs.galx!.id,
    token: deployment.programs.galx!.token,
    account: inviter.address,
    cumulative: '0',
    claimed: '0',
    claimable: '0',
    deadline: null,
    signersNonce: null,
    signature: null,
    coSignature: null,
    contract: deployment.contracts.RewardVouchers.address,
  })
  expect((await main.get(`/api/epochs/${last.epoch}/header`)).headers.get('cache-control')).toBe('no-store')
  expect(await main.get('/api/epochs/99999999/header')).toMatchObject({ status: 404, code: 1401 })
  expect(await main.get(`/api/epochs/${last.epoch}/parts/zz`)).toMatchObject({ status: 400 })
})

test('each sign call returns its program’s voucher, signed by the contract’s signer, and the drawn amount from the contract', async () => {
  scene.startSigner()
  await ended()
  const { deployment } = scene.world
  const { data } = await btc.post('/api/getGalxSign', {}, inviter.token)
  expect(BigInt(data.cumulative)).toBeGreaterThan(0n)
  expect(data.claimable).toBe(data.cumulative)
  const voucher = {
    program: BigInt(data.programId),
    account: inviter.address,
    cumulative: BigInt(data.cumulative),
    deadline: BigInt(data.deadline),
    signersNonce: BigInt(data.signersNonce),
  }
  const typed = voucherTypedData(deployment.chainId, data.contract, voucher)
  const { voucherSigner, voucherCoSigner } = deployment.roles
  for (const [signature, role] of [
    [data.signature, voucherSigner],
    [data.coSignature, voucherCoSigner],
  ] as const)
    expect((await recoverTypedDataAddress({ ...typed, signature })).toLowerCase()).toBe(role)

  await scene.write(inviter.address, 'RewardVouchers', 'claimMany', [
    [signedVoucher(voucher, data.signature, data.coSignature)],
  ])
  // The draw is not indexed yet, so it comes only from the contract.
  const after = await btc.post('/api/getGalxSign', {}, inviter.token)
  expect(after.data).toMatchObject({ claimed: data.cumulative, claimable: '0', cumulative: data.cumulative })

  for (const [path, program] of [
    ['/api/getSign', 'btc'],
    ['/api/getSign?program=promotion', 'promotion'],
    ['/api/getASign', 'aaa'],
    ['/api/getMcfSign', 'mcf'],
    ['/api/getznSign', 'zn'],
  ] as const)
    expect((await btc.get(path, inviter.token)).data).toMatchObject({
      program,
      cumulative: '0',
      signature: null,
    })
  for (const program of ['mcm', 'node'])
    expect((await btc.post('/api/getMcmSign', { program }, inviter.token)).data).toMatchObject({ program })
  expect(await btc.post('/api/getMcmSign', { program: 'galx' }, inviter.token)).toMatchObject({ status: 400 })
  expect(await btc.get('/api/getSign')).toMatchObject({ status: 401 })
})

test('an epoch’s header and parts are the bytes of the published hash, and may be cached forever', async () => {
  const { data } = await main.get('/api/epochs?limit=1')
  expect(data.list[0]).toMatchObject({ epoch: last.epoch, hash: last.hash, published: true })
  expect(data.next).toBe(last.epoch)
  const header = await main.get(`/api/epochs/${last.epoch}/header`)
  expect(header.headers.get('cache-control')).toContain('immutable')
  const log = (await scene.read('EpochLog', 'epochAt', [BigInt(last.epoch)])) as { hash: Hex }
  expect(keccak256(stringToBytes(header.text))).toBe(log.hash)
  const part = inviter.address.slice(2, 4)
  const text = (await main.get(`/api/epochs/${last.epoch}/parts/${part}`)).text
  expect(header.text).toContain(`part ${part} 1 ${keccak256(stringToBytes(text))}`)
  expect(text).toContain(`${inviter.address} galx `)
  const other = (Number.parseInt(part, 16) ^ 1).toString(16).padStart(2, '0')
  expect(await main.get(`/api/epochs/${last.epoch}/parts/${other}`)).toMatchObject({
    status: 404,
    code: 1401,
  })
})

test('an account’s calculation contains everything that its points depend on', async () => {
  const { data } = await main.get(`/api/epochs/${last.epoch}/account/${inviter.address}`)
  const galx = data.programs.find(({ program }: { program: string }) => program === 'galx')
  const { own, members, memberCount } = galx.calculation
  expect(memberCount).toBe(1)
  expect(members[0]).toMatchObject({ address: member, latest: (7n * ETHER).toString() })
  // The member's weight of seven counts only up to five times the inviter's own weight, for the whole epoch.
  const [weight, cap] = [BigInt(members[0].segments[0].weight), 5n * BigInt(own[0].weight)]
  expect([members[0].segments.length, own.length]).toEqual([1, 1])
  expect(galx.points).toBe(((weight < cap ? weight : cap) * BigInt(data.to - data.from)).toString())
  expect(galx.bonus).toBe(
    ((BigInt(galx.grantable) * BigInt(galx.points)) / BigInt(galx.allPoints)).toString(),
  )
  const promotion = data.programs.find(({ program }: { program: string }) => program === 'promotion')
  expect(promotion.calculation).toMatchObject({ rule: 'promotion', qualified: 0, memberCount: 1 })
  expect(promotion.calculation.members).toMatchObject([{ address: member, qualified: false }])
  // For an earlier epoch the number of qualified members comes from the members’ positions at its end. The highest number was not stored.
  const before = await main.get(`/api/epochs/${last.epoch - 1}/account/${inviter.address}`)
  const earlier = before.data.programs.find(({ program }: { program: string }) => program === 'promotion')
  expect(earlier.calculation).toMatchObject({ qualified: 0, highest: null, memberCount: 1 })
  expect(earlier.calculation.members).toMatchObject([{ address: member, qualified: false }])
  const stranger = await main.get(`/api/epochs/${last.epoch}/account/0x${'12'.repeat(20)}`)
  expect(stranger.data.programs[0].points).toBe('0')
})

test('a calculation belongs to one block, whatever the indexer writes meanwhile', async () => {
  const url = `/api/epochs/${last.epoch}/account/${inviter.address}`
  const latestOf = ({ data }: Awaited<ReturnType<Client['get']>>) => {
    const galx = data.programs.find(({ program }: { program: string }) => program === 'galx')
    return [galx.calculation.ownLatest, galx.calculation.members[0].latest, data.asOf]
  }
  const before = latestOf(await main.get(url))
  let asked: ReturnType<Client['get']> | undefined
  await scene.sql.begin(async (sql) => {
    // The call has read its block, and waits for the rest.
    await sql`lock table galx.epoch_rows in access exclusive mode`
    asked = main.get(url)
    await waitFor('the call to wait', async () => {
      const waiting = await scene.sql`
        select from pg_locks where not granted and relation = 'galx.epoch_rows'::regclass
          and database = (select oid from pg_database where datname = current_database())`
      return waiting.length > 0
    })
    await sql`update galx.pool_accounts set weight = weight + 1`
  })
  try {
    expect(latestOf(await asked!)).toEqual(before)
  } finally {
    await scene.sql`update galx.pool_accounts set weight = weight - 1`
  }
})

test('an expired voucher is not returned, unless nothing is left to draw', async () => {
  const ask = () => btc.post('/api/getGalxSign', {}, inviter.token)
  const { data } = await ask()
  const past = Math.floor(Date.now() / 1000) - 1
  await scene.sql`update galx.vouchers set deadline = ${past}`
  try {
    expect((await ask()).data).toMatchObject({ claimable: '0', deadline: past })
    await scene.sql`update galx.vouchers set cumulative = cumulative + 1`
    expect(await ask()).toMatchObject({ status: 200, code: 1406, data: null })
  } finally {
    await scene.sql`
      update galx.vouchers set deadline = ${data.deadline}, cumulative = ${data.cumulative}::numeric
      where account = ${inviterAddress}`
  }
})

test('bonuses, their history and all vouchers are public', async () => {
  const { data } = await main.get(`/api/bonuses?address=${inviter.address}`)
  const galx = data.programs.find(({ program }: { program: string }) => program === 'galx')
  const sign = (await btc.post('/api/getGalxSign', {}, inviter.token)).data
  expect(galx).toMatchObject({ cumulative: sign.cumulative, epoch: last.epoch })
  expect(galx.voucher).toEqual({
    cumulative: sign.cumulative,
    deadline: sign.deadline,
    signersNonce: 1,
    signature: sign.signature,
    coSignature: sign.coSignature,
  })
  expect(data.settled).toEqual({
    epoch: last.epoch,
    until: (last.epoch + 1) * scene.world.deployment.epochDuration,
  })
  expect(data.asOf.at).toBeGreaterThanOrEqual(data.settled.until)

  const first = (await main.get(`/api/bonusHistory?address=${inviter.address}&program=galx&limit=1`)).data
  expect(first.list[0]).toMatchObject({ epoch: last.epoch, published: true, cumulative: sign.cumulative })
  expect(first.asOf.block).toBeGreaterThanOrEqual(data.asOf.block)
  const rest = (
    await main.get(`/api/bonusHistory?address=${inviter.address}&program=galx&before=${first.next}`)
  ).data
  expect(rest.list[0].epoch).toBeLessThan(last.epoch)

  const vouchers = (await main.get(`/api/vouchers/${last.epoch}`)).data
  expect(vouchers.nextCursor).toBeNull()
  expect(vouchers.list).toHaveLength(1)
  expect(vouchers.list[0]).toMatchObject({
    program: 'galx',
    account: inviter.address,
    signature: sign.signature,
  })
})

test('the operator’s export contains the API’s files in a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'galx-export-'))
  const parameters = ['export', '--api', main.url, '--out', folder, '--from', String(last.epoch)]
  try {
    const { code, lines: said } = await runOperatorProgram(...parameters)
    expect(code).toBe(0)
    const read = (name: string) => readFileSync(join(folder, String(last.epoch), name), 'utf8')
    expect(keccak256(stringToBytes(read('header.txt')))).toBe(last.hash)
    expect(read(`parts/${inviter.address.slice(2, 4)}.txt`)).toContain(inviter.address)
    const listed = (await main.get(`/api/vouchers/${last.epoch}`)).data.list
    expect(JSON.parse(read('vouchers.json'))).toEqual(listed)
    expect(said[0]).toContain(read('cid.txt').trim())
    expect(said.at(-1)).toBe(`1 epochs in ${folder}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an audit of the API’s files finds no fault, and finds a changed wei in a row or a voucher', async () => {
  const audit = async () => {
    const { code, lines } = await runOperatorProgram(
      'audit',
      '--rpc',
      scene.world.rpcUrl,
      '--deployment',
      scene.environment.DEPLOYMENT_FILE!,
      '--api',
      main.url,
      '--headers',
      'needed',
    )
    return { code, wrong: lines.filter((line) => line.startsWith('wrong:')), summary: lines.at(-1) }
  }
  const before = await audit()
  expect(before).toMatchObject({ code: 0, wrong: [] })
  expect(before.summary).toMatch(
    / epochs computed, [1-9]\d* of them in EpochLog, [1-9]\d* vouchers compared, 0 differences$/,
  )
  const { epoch } = last
  await scene.sql`update galx.epoch_rows set bonus = bonus + 1 where epoch = ${epoch}`
  await scene.sql`update galx.vouchers set cumulative = cumulative + 1`
  try {
    const { code, wrong } = await audit()
    expect(code).toBe(1)
    const place = `wrong: epoch ${epoch}, program galx, account ${inviterAddress}`
    expect(wrong.filter((line) => line.startsWith(`${place}, row of part `))).toHaveLength(1)
    expect(wrong.filter((line) => line.startsWith(`${place}, amount of the voucher: is `))).toHaveLength(1)
  } finally {
    await scene.sql`update galx.epoch_rows set bonus = bonus - 1 where epoch = ${epoch}`
    await scene.sql`update galx.vouchers set cumulative = cumulative - 1`
  }
})

test('vouchers.json is enough: a stranger submits a voucher by the runbook, and its account is paid', async () => {
  last = await scene.passEpochs(1)
  await ended()
  const folder = mkdtempSync(join(tmpdir(), 'galx-export-'))
  let file: string
  try {
    const parameters = ['export', '--api', main.url, '--out', folder, '--from', String(last.epoch)]
    expect((await runOperatorProgram(...parameters)).code).toBe(0)
    file = readFileSync(join(folder, String(last.epoch), 'vouchers.json'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
  // From here on the test uses only the file, the runbook, the contract's address and a node.
  const line = (JSON.parse(file) as Record<string, string | number>[]).find(
    (one) => one.account === inviterAddress,
  )!
  const { rpcUrl, people, deployment } = scene.world
  const { RewardVouchers } = deployment.contracts
  const { GALX } = deployment.tokens
  const stranger = people[1]!
  const holds = async (who: Address) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [who] })
    return BigInt(await rpc<Hex>(rpcUrl, 'eth_call', { to: GALX.address, data }, 'latest'))
  }
  const drawn = () => scene.read('RewardVouchers', 'drawn', [BigInt(line.programId!), inviterAddress])
  const [before, paidBefore, others] = await Promise.all([holds(inviterAddress), drawn(), holds(stranger)])
  const { abi, value } = byHand(line)
  for (const v of ['1b', '1c']) {
    const signature = `${String(line.signature).slice(0, -2)}${v}` as Hex
    const of = { program: 0n, account: inviterAddress, cumulative: 0n, deadline: 0n, signersNonce: 0n }
    const both = signedVoucher(of, signature, line.coSignature as Hex)
    const [first, second] = [both.signature, both.coSignature].map(({ r, vs }) => [r, vs])
    expect(byHand({ ...line, signature }).value).toEqual([
      [[line.programId, inviterAddress, line.cumulative, line.deadline, line.signersNonce, first, second]],
    ])
  }
  const data = encodeFunctionData({ abi, functionName: 'claimMany', args: value })
  const hash = await scene.world.send(stranger, RewardVouchers.address as Address, data)
  await scene.world.mine()
  expect(await rpc(rpcUrl, 'eth_getTransactionReceipt', hash)).toMatchObject({
    status: '0x1',
    from: stranger,
  })
  const rest = BigInt(line.cumulative!) - (paidBefore as bigint)
  expect(rest).toBeGreaterThan(0n)
  expect(await drawn()).toBe(BigInt(line.cumulative!))
  expect(await holds(inviterAddress)).toBe(before + rest)
  expect(await holds(stranger)).toBe(others)
})

test('a revoked session gets no voucher, even without a message', async () => {
  const other = await signIn(main, privateKeyToAccount(generatePrivateKey()))
  expect((await btc.get('/api/getSign', other.token)).code).toBe(200)
  // Without the trigger that announces the revocation, a process still takes the session for live.
  await scene.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`update galx.sessions set revoked_at = created_at
      where account_id = (select id from galx.accounts where address = ${other.address})`
  })
  expect((await btc.get('/api/getBtcLevel', other.token)).status).toBe(200)
  expect(await btc.get('/api/getSign', other.token)).toMatchObject({ status: 401 })
  expect(await btc.post('/api/getGalxSign', {}, other.token)).toMatchObject({ status: 401 })
})

test('a voucher costs its account one request to a node', async () => {
  const strict = await startClient('btc-api', Date.now, { nodeCallsPerCaller: 3 })
  const answers: number[] = []
  for (let asked = 0; asked < 4; asked += 1)
    answers.push((await strict.post('/api/getGalxSign', {}, inviter.token)).status)
  expect(answers).toEqual([200, 200, 200, 429])
})

test('a delay has a reason: the epoch is not closed, or the signer is away', async () => {
  const { epochDuration } = scene.world.deployment
  const end = (last.epoch + 2) * epochDuration
  const lateAt = async (now: number) => {
    const client = await startClient('api', () => now * 1000)
    return (await client.get('/api/epochs?limit=1')).data.late
  }
  expect(await lateAt(end + 600)).toBeNull()
  expect(await lateAt(end + 601)).toEqual({ since: end, reason: 'indexing' })
  await scene.passEpochs(1)
  expect(await lateAt(end + 100_000)).toEqual({ since: end, reason: 'signer' })
})

test('paused claims and a disabled signer are reported, and no voucher is returned', async () => {
  const { guardian } = scene.world.deployment.roles
  await scene.write(guardian as Address, 'RewardVouchers', 'pause', [])
  // A process may use the contract's answer of the last second. An account may ask only a limited number of times.
  const ask = () => btc.post('/api/getGalxSign', {}, inviter.token)
  const saying = (code: number) =>
    waitFor(
      `the answer ${code}`,
      async () => {
        const answer = await ask()
        return answer.code === code && answer
      },
      30_000,
      250,
    )
  const paused = await saying(1402)
  expect(paused.data).toBeNull()
  expect(paused.message).toMatch(/ends by itself at \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  const timelock = scene.world.deployment.contracts.Timelock.address as Address
  await rpc(scene.world.rpcUrl, 'anvil_impersonateAccount', timelock)
  await rpc(scene.world.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
  await scene.write(timelock, 'RewardVouchers', 'unpause', [])
  await scene.write(timelock, 'RewardVouchers', 'setSigner', [`0x${'77'.repeat(20)}`])
  // The vouchers of the old key are fully drawn, so nothing is held back. A grant that is not drawn would be held back.
  expect((await saying(200)).data.claimable).toBe('0')
  await scene.write(guardian as Address, 'RewardVouchers', 'disableSigner', [])
  expect((await saying(1403)).data).toBeNull()
})
