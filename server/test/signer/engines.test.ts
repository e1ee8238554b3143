/** Both engines and the signer as processes, killed and started again against each other: what is signed is what both computed. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedVoucher, voucherTypedData } from '@galx/protocol/voucher'
import { rpc } from '@galx/stack/chain/rpc'
import { spawnOperator } from '@galx/stack/testing/operatorProgram'
import { ETHER } from '../support/chainWorld.ts'
import type { IndexerProcess } from '../support/indexerProcess.ts'
import { spawnServer } from '../support/serverProgram.ts'
import { SIGNER_KEY, startSignerScene, type SignerScene } from './signerScene.ts'

let scene: SignerScene
const parts = new Map<Part, () => Promise<void>>()

const PARTS = ['indexer', 'second engine', 'verdicts', 'signer'] as const
type Part = (typeof PARTS)[number]

/** `operator audit --follow | main verdicts`, as the stack starts them. */
function startSecondEngine(): void {
  const verdicts = spawnServer('verdicts', scene.environment, ['pipe', 'inherit', 'inherit'])
  const engine = spawnOperator(
    [
      ...['audit', '--follow', '--headers', 'needed'],
      ...['--rpc', scene.world.rpcUrl, '--deployment', scene.environment.DEPLOYMENT_FILE!],
    ],
    ['ignore', 'pipe', 'inherit'],
  )
  // Whichever of the two is killed, a pipe that breaks is what the other one sees.
  verdicts.stdin!.on('error', () => {})
  engine.stdout!.pipe(verdicts.stdin!)
  parts.set('second engine', () => kill(engine))
  parts.set('verdicts', () => kill(verdicts))
}

function keep(part: Part, process: IndexerProcess): void {
  parts.set(part, () => process.kill())
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function killAndStart(part: Part): Promise<void> {
  if (part === 'indexer' || part === 'signer') {
    await parts.get(part)?.()
    keep(part, part === 'indexer' ? scene.start() : scene.startSigner())
    return
  }
  // Either ends the pair: the second engine begins with the chain again, and its verdicts are the same.
  await parts.get(part)?.()
  await Promise.all([parts.get('second engine')?.(), parts.get('verdicts')?.()])
  startSecondEngine()
}

function vouchersOf(account: Address) {
  return scene.sql`select program_key from galx.vouchers where account = ${account}`
}

beforeAll(async () => {
  scene = await startSignerScene(3)
  const [first, second, third] = scene.world.people as [Address, Address, Address]
  await scene.world.stake(first, 'galx', 10n * ETHER)
  await scene.world.stake(second, 'galx', 7n * ETHER, first)
  await scene.world.stake(third, 'mcm', 5n * ETHER, first)
  await scene.world.stake(first, 'mcm', 5n * ETHER)
  await scene.world.mine()
  keep('indexer', scene.start())
  keep('signer', scene.startSigner())
  startSecondEngine()
}, 240_000)
afterAll(async () => {
  await Promise.all([...parts.values()].map((end) => end()))
  await scene?.stop()
})

test('each of them is killed while an epoch is closed and signed; both come to the same, and every grant is signed', async () => {
  let last = 0
  for (const part of PARTS) {
    const passing = scene.passEpochs(1)
    await killAndStart(part)
    last = (await passing).epoch
  }
  await scene.signedUpTo(last)
  const epochs = await scene.sql<{ epoch: number; hash: Hex; verdict: Hex | null; published: Hex | null }[]>`
    select e.epoch, e.hash, v.hash as verdict, p.hash as published from galx.epochs e
      left join galx.engine_verdicts v using (epoch) left join galx.published_epochs p using (epoch) order by 1`
  expect(epochs.length).toBeGreaterThanOrEqual(PARTS.length)
  for (const { epoch, hash, verdict, published } of epochs)
    expect({ epoch, verdict, published }).toEqual({ epoch, verdict: hash, published: hash })
  const [differing] = await scene.sql<{ count: number }[]>`
    select count(*) as count from galx.bonus_totals t join galx.accounts a on a.id = t.account_id
      left join galx.vouchers v on v.account = a.address and v.program_key = t.program_key
    where v.cumulative is distinct from t.cumulative`
  expect(differing).toEqual({ count: 0 })
  expect((await scene.sql`select from galx.vouchers`).length).toBe(2)
}, 240_000)

test('a false hash of a stolen publisher, which the timelock replaces, delays no later epoch', async () => {
  await parts.get('signer')!()
  const { epoch, hash } = await scene.passEpochs(1)
  const { roles, contracts } = scene.world.deployment
  const [row] = await scene.sql<{ block: number }[]>`
    select block_number as block from galx.epochs where epoch = ${epoch}`
  const block = BigInt(row!.block)
  const publisher = roles.epochPublisher as Address
  await scene.write(publisher, 'EpochLog', 'publish', [BigInt(epoch), [`0x${'cd'.repeat(32)}`], [block]])
  await scene.world.mine(3)
  keep('signer', scene.startSigner())
  await scene.stopped('disagreement', /EpochLog holds 0x(cd){32}/)

  const timelock = contracts.Timelock.address as Address
  await rpc(scene.world.rpcUrl, 'anvil_impersonateAccount', timelock)
  await rpc(scene.world.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
  await scene.write(timelock, 'EpochLog', 'replace', [BigInt(epoch), hash, block])
  await scene.world.mine(3)
  await scene.signedUpTo(epoch)
  // The log of the false hash lies in the epoch that ends next.
  await scene.signedUpTo((await scene.passEpochs(1)).epoch)
  // An engine that begins again reads that log again.
  await killAndStart('second engine')
  await scene.signedUpTo((await scene.passEpochs(1)).epoch)
}, 240_000)

test('what a thief has drawn beyond every grant delays no later epoch', async () => {
  const { chainId, contracts, programs } = scene.world.deployment
  const thief = scene.world.people[2]!
  const voucher = {
    program: BigInt(programs.galx!.id),
    account: thief,
    cumulative: 5n,
    deadline: 2n ** 40n,
  } as const
  const address = contracts.RewardVouchers.address as Address
  const signature = await privateKeyToAccount(SIGNER_KEY).signTypedData(
    voucherTypedData(chainId, address, voucher),
  )
  await scene.write(thief, 'RewardVouchers', 'claimMany', [[signedVoucher(voucher, signature)]])
  expect(await scene.read('RewardVouchers', 'drawn', [voucher.program, thief])).toBe(5n)
  await scene.world.mine(3)
  const { epoch } = await scene.passEpochs(1)
  await scene.signedUpTo(epoch)
  expect(await vouchersOf(thief)).toEqual([])
}, 240_000)
