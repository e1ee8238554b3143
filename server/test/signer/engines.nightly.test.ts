/** Both engines and the signer as processes, killed and restarted against each other: only results that both computed are signed. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '@galx/stack/chain/rpc'
import { spawnOperator } from '@galx/stack/testing/operatorProgram'
import { ETHER } from '../support/chainWorld.ts'
import { holdWrites } from '../support/heldStatement.ts'
import { spawnServer } from '../support/serverProgram.ts'
import { chance } from '../support/wait.ts'
import { signedByBoth, startSignerScene, type SignerScene } from './signerScene.ts'

let scene: SignerScene
const PARTS = ['indexer', 'second engine', 'verdicts', 'signer'] as const
type Part = (typeof PARTS)[number]

/** The running processes, and their output. */
const running = new Map<Part, { child: ChildProcess; output(): string }>()

function start(part: Part): void {
  if (part === 'indexer') running.set(part, scene.start())
  else if (part === 'signer') running.set(part, scene.startSigner())
  else startSecondEngine()
}

/** `operator audit --follow | main verdicts`, started like in the stack. */
function startSecondEngine(): void {
  const verdicts = spawnServer('verdicts', scene.environment, ['pipe', 'pipe', 'pipe'])
  const engine = spawnOperator(
    [
      'audit',
      '--follow',
      '--headers',
      'needed',
      '--rpc',
      scene.world.rpcUrl,
      '--deployment',
      scene.environment.DEPLOYMENT_FILE!,
    ],
    ['ignore', 'pipe', 'pipe'],
  )
  // Whichever of the two is killed, the other sees a broken pipe.
  verdicts.stdin!.on('error', () => {})
  engine.stdout!.pipe(verdicts.stdin!)
  note('second engine', engine, [engine.stderr!])
  note('verdicts', verdicts, [verdicts.stdout!, verdicts.stderr!])
}

function note(part: Part, child: ChildProcess, streams: readonly Readable[]): void {
  let output = ''
  for (const stream of streams) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  running.set(part, { child, output: () => output })
}

async function kill(part: Part): Promise<void> {
  const child = running.get(part)?.child
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Kills all these processes at once, and starts them again. Each of them must have been alive before. */
async function killAndStart(...parts: Part[]): Promise<void> {
  for (const part of parts) {
    const { child, output } = running.get(part)!
    expect([child.exitCode, child.signalCode], `${part}\n${output().slice(-2_000)}`).toEqual([null, null])
  }
  // The second engine and the reader of its verdicts end together. The second engine then starts from the beginning, with the same verdicts.
  const pair = parts.some((part) => part === 'second engine' || part === 'verdicts')
  await Promise.all(parts.map(kill))
  if (pair) await Promise.all([kill('second engine'), kill('verdicts')])
  for (const part of parts) if (part === 'indexer' || part === 'signer') start(part)
  if (pair) startSecondEngine()
}

function vouchersOf(account: Address) {
  return scene.sql`select program_key from galx.vouchers where account = ${account}`
}

beforeAll(async () => {
  scene = await startSignerScene(9)
  const { people, stake, mine } = scene.world
  const [ann, bob, cid, dan, eve, fay, gus, hal] = people as Address[]
  // Three inviters in a line and one beside them, in two programs.
  await stake(ann!, 'galx', 10n * ETHER)
  await stake(bob!, 'galx', 7n * ETHER, ann)
  await stake(cid!, 'galx', 3n * ETHER, bob)
  await stake(dan!, 'galx', 2n * ETHER, cid)
  await stake(eve!, 'galx', 1n * ETHER)
  await stake(fay!, 'galx', 50n * ETHER, eve)
  await stake(ann!, 'mcm', 5n * ETHER)
  await stake(gus!, 'mcm', 4n * ETHER, ann)
  await stake(eve!, 'mcm', 6n * ETHER)
  await stake(hal!, 'mcm', 5n * ETHER, eve)
  await mine()
  for (const part of ['indexer', 'signer', 'second engine'] as const) start(part)
}, 240_000)
afterAll(async () => {
  await Promise.all(PARTS.map(kill))
  await scene?.stop()
})

const SEED = Number(process.env.SEED ?? 1)
const ROUNDS = 40

/** The stages of an epoch from its closing to its vouchers. Processes are killed at one of them. */
const MOMENTS = ['closed', 'judged', 'published', 'signed'] as const

async function has(moment: (typeof MOMENTS)[number], epoch: number): Promise<boolean> {
  const { sql } = scene
  const [row] = await {
    closed: () => sql`select from galx.epochs where epoch = ${epoch}`,
    judged: () => sql`select from galx.engine_verdicts where epoch = ${epoch}`,
    published: () => sql`select from galx.published_epochs where epoch = ${epoch}`,
    signed: () => sql`select from galx.vouchers where epoch = ${epoch}`,
  }[moment]()
  return row !== undefined
}

test('each engine is killed while an epoch is closed and signed, and both still compute the same, and every grant is signed', async () => {
  const dice = chance(SEED)
  const killed = new Set<Part>()
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each round kills one process in turn, and random others at the same time.
      const parts = PARTS.filter((_part, place) => place === round % PARTS.length || dice.below(3) === 0)
      const moment = round % 2 === 0 ? null : dice.pick(MOMENTS)
      const held = moment === null ? await holdWrites(scene.database.url, 'epoch_programs') : null
      const epoch = await scene.passEnds(1)
      try {
        await held?.reached()
        if (moment !== null) await scene.until(`epoch ${epoch} to be ${moment}`, () => has(moment, epoch))
        for (const part of parts) killed.add(part)
        await killAndStart(...parts)
      } finally {
        await held?.release()
      }
    }
    expect(killed.size).toBe(PARTS.length)
    await scene.signedUpTo((await scene.passEpochs(1)).epoch)
  } catch (error) {
    const said = [...running].map(([part, { output }]) => `${part}:\n${output().slice(-1_500)}`)
    throw new Error(`seed ${SEED}: ${String(error)}\n${said.join('\n')}`, { cause: error })
  }
  const epochs = await scene.sql<{ epoch: number; hash: Hex; verdict: Hex | null; published: Hex | null }[]>`
    select e.epoch, e.hash, v.hash as verdict, p.hash as published from galx.epochs e
      left join galx.engine_verdicts v using (epoch) left join galx.published_epochs p using (epoch) order by 1`
  expect(epochs.length).toBeGreaterThan(ROUNDS)
  for (const [index, { epoch, hash, verdict, published }] of epochs.entries()) {
    expect(epoch).toBe(epochs[0]!.epoch + index)
    expect({ epoch, verdict, published }).toEqual({ epoch, verdict: hash, published: hash })
  }
  const [differing] = await scene.sql<{ count: number }[]>`
    select count(*) as count from galx.bonus_totals t join galx.accounts a on a.id = t.account_id
      left join galx.vouchers v on v.account = a.address and v.program_key = t.program_key
    where v.cumulative is distinct from t.cumulative`
  expect(differing).toEqual({ count: 0 })
  const signed = await scene.sql<{ program: string; account: Address }[]>`
    select program_key as program, account from galx.vouchers`
  const [ann, bob, cid, , eve] = scene.world.people
  expect(new Set(signed.map(({ program, account }) => `${program} ${account}`))).toEqual(
    new Set([
      ...[ann, bob, cid, eve].map((account) => `galx ${account}`),
      ...[ann, eve].map((account) => `mcm ${account}`),
    ]),
  )
}, 480_000)

test('a false hash from a stolen publisher’s key, which the timelock replaces, delays no later epoch', async () => {
  await kill('signer')
  const { epoch, hash } = await scene.passEpochs(1)
  const { roles, contracts } = scene.world.deployment
  const [row] = await scene.sql<{ block: number }[]>`
    select block_number as block from galx.epochs where epoch = ${epoch}`
  const block = BigInt(row!.block)
  const publisher = roles.epochPublisher as Address
  await scene.write(publisher, 'EpochLog', 'publish', [BigInt(epoch), [`0x${'cd'.repeat(32)}`], [block]])
  await scene.world.mine(3)
  start('signer')
  await scene.stopped('disagreement', /EpochLog holds 0x(cd){32}/)

  const timelock = contracts.Timelock.address as Address
  await rpc(scene.world.rpcUrl, 'anvil_impersonateAccount', timelock)
  await rpc(scene.world.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
  await scene.write(timelock, 'EpochLog', 'replace', [BigInt(epoch), hash, block])
  await scene.world.mine(3)
  await scene.signedUpTo(epoch)
  // The log of the false hash lies in the epoch that ends next.
  await scene.signedUpTo((await scene.passEpochs(1)).epoch)
  // A restarted engine reads that log again.
  await killAndStart('second engine')
  await scene.signedUpTo((await scene.passEpochs(1)).epoch)
}, 240_000)

test('a thief’s draws beyond every grant delay no later epoch', async () => {
  const { programs } = scene.world.deployment
  const thief = scene.world.people[8]!
  const voucher = {
    program: BigInt(programs.galx!.id),
    account: thief,
    cumulative: 5n,
    deadline: 2n ** 40n,
    signersNonce: 1n,
  } as const
  const signed = await signedByBoth(scene.world.deployment, voucher)
  await scene.write(thief, 'RewardVouchers', 'claimMany', [[signed]])
  expect(await scene.read('RewardVouchers', 'drawn', [voucher.program, thief])).toBe(5n)
  await scene.world.mine(3)
  const { epoch } = await scene.passEpochs(1)
  await scene.signedUpTo(epoch)
  expect(await vouchersOf(thief)).toEqual([])
}, 240_000)
