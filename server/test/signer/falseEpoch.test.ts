/**
 * Somebody changes the database and the second engine's verdicts so that they agree: false epochs are published, and the signer signs them. The
 * co-signer does not. If the co-signer's key is also stolen, the contract pays the vested amount and no more. An audit of the logs names the epochs.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { encodeFunctionData, erc20Abi, type Address, type Hex } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { signedVoucher } from '@galx/protocol/voucher'
import { rpc } from '@galx/stack/chain/rpc'
import { spawnOperator } from '@galx/stack/testing/operatorProgram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPart } from '../../src/ledger/epochFile.ts'
import { keccak } from '../../src/chain/rpc/keccak.ts'
import { ETHER } from '../support/chainWorld.ts'
import type { IndexerProcess } from '../support/indexerProcess.ts'
import { COSIGNER_KEY, startSignerScene, type SignerScene } from './signerScene.ts'

type Stored = { account: Address; cumulative: bigint; deadline: number; signature: Hex; coSignature: Hex }

/** Seconds after which no stake is locked any more. */
const LONG = 400 * 86_400

let scene: SignerScene
let indexer: IndexerProcess
let ann: Address
let thief: Address
let accomplice: Address

beforeAll(async () => {
  scene = await startSignerScene(5)
  indexer = scene.start()
  const [first, member, third, fourth] = scene.world.people as [Address, Address, Address, Address]
  ;[ann, thief, accomplice] = [first, third, fourth]
  await scene.world.stake(ann, 'galx', 10n * ETHER)
  await scene.world.stake(member, 'galx', 7n * ETHER, ann)
  await scene.world.stake(thief, 'galx', ETHER)
  await scene.world.stake(accomplice, 'galx', ETHER)
  await scene.world.mine()
}, 240_000)
afterAll(() => scene?.stop())

function galxId(): bigint {
  return BigInt(scene.world.deployment.programs.galx!.id)
}

/** The vested and the paid amount of the program in the contract, wei. */
async function money(): Promise<{ vested: bigint; paid: bigint }> {
  const all = await scene.read('RewardVouchers', 'programs')
  return (all as { id: bigint; vested: bigint; paid: bigint }[]).find(({ id }) => id === galxId())!
}

/** Gives the epoch's file a single row, which grants the account the whole vested amount. Header, sum and hash are correct for this row. */
async function forge(epoch: number, account: Address): Promise<{ hash: Hex; cumulative: bigint }> {
  const { sql } = scene
  const { vested } = await money()
  const byte = Number.parseInt(account.slice(2, 4), 16)
  await sql`delete from galx.epoch_rows where epoch = ${epoch}`
  const { count } = await sql`
    insert into galx.epoch_rows (epoch, account_id, program_key, points, bonus, cumulative, part)
    select ${epoch}, id, 'galx', 1, ${vested.toString()}, ${vested.toString()}, ${byte}
    from galx.accounts where address = ${account}`
  expect(count).toBe(1)
  const { text } = (await readPart(sql, epoch, ['galx'], byte))!
  const [row] = await sql<{ header: string }[]>`
    select convert_from(header, 'UTF8') as header from galx.epochs where epoch = ${epoch}`
  const header = `${row!.header
    .replace(/^part .*\n/gm, '')
    .replace(
      /^(program galx \d+) .*$/m,
      `$1 ${vested} 1 ${vested} ${vested} 1`,
    )}part ${account.slice(2, 4)} 1 ${keccak(Buffer.from(text))}\n`
  const hash = keccak(Buffer.from(header))
  await sql`
    update galx.epochs set header = ${`0x${Buffer.from(header).toString('hex')}`}, hash = ${hash} where epoch = ${epoch}`
  return { hash, cumulative: vested }
}

function vouchersOf(account: Address) {
  return scene.sql<Stored[]>`
    select account, cumulative, deadline, signature, co_signature as "coSignature" from galx.vouchers where account = ${account} and program_key = 'galx'`
}

/** Submits the vouchers, one transaction each. A voucher that the contract does not pay is refused and changes nothing. */
async function draw(vouchers: readonly Stored[]): Promise<void> {
  for (const { account, cumulative, deadline, signature, coSignature } of vouchers) {
    const voucher = { program: galxId(), account, cumulative, deadline: BigInt(deadline), signersNonce: 1n }
    const data = encodeFunctionData({
      abi: rewardVouchersAbi,
      functionName: 'claim',
      args: [signedVoucher(voucher, signature, coSignature)],
    })
    const contract = scene.world.deployment.contracts.RewardVouchers.address as Address
    await scene.world.send(scene.world.people[4]!, contract, data)
  }
  await scene.world.mine()
}

async function balances(of: readonly Address[]): Promise<bigint[]> {
  const to = scene.world.deployment.tokens.GALX.address
  const ask = (account: Address) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    return rpc<Hex>(scene.world.rpcUrl, 'eth_call', { to, data }, 'latest')
  }
  return (await Promise.all(of.map(ask))).map(BigInt)
}

/** Runs `work`, and then rolls the chain back. @returns the result of `work` */
async function tryOut<Result>(work: () => Promise<Result>): Promise<Result> {
  const snapshot = await rpc<Hex>(scene.world.rpcUrl, 'evm_snapshot')
  const result = await work()
  await rpc(scene.world.rpcUrl, 'evm_revert', snapshot)
  return result
}

/** @returns the amount that each staker gets by an exit at this second: stake and base reward, wei */
function leavingAt(time: number): Promise<bigint[]> {
  const stakers = scene.world.people.slice(0, 4)
  const { pools, contracts } = scene.world.deployment
  return tryOut(async () => {
    const before = await balances(stakers)
    for (const person of stakers) {
      const args = [BigInt(pools.galx!.id), 0n, person] as const
      const data = encodeFunctionData({ abi: stakingPoolsAbi, functionName: 'exit', args })
      await scene.world.send(person, contracts.StakingPools.address as Address, data)
    }
    await rpc(scene.world.rpcUrl, 'evm_setNextBlockTimestamp', time)
    await scene.world.mine()
    return (await balances(stakers)).map((balance, index) => balance - before[index]!)
  })
}

/** `operator audit`, which knows only logs. */
async function audit(): Promise<{ code: number; wrong: string[] }> {
  const { rpcUrl } = scene.world
  const child = spawnOperator(
    ['audit', '--headers', 'needed', '--rpc', rpcUrl, '--deployment', scene.environment.DEPLOYMENT_FILE!],
    ['ignore', 'pipe', 'inherit'],
  )
  let output = ''
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, wrong: output.split('\n').filter((line) => line.startsWith('wrong:')) }
}

/** `operator cosign`, which knows only logs. */
async function startCoSigner(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { DEPLOYMENT_FILE } = scene.environment
  const child = spawnOperator(
    ['cosign', '--rpc', scene.world.rpcUrl, '--deployment', DEPLOYMENT_FILE!, '--listen', '127.0.0.1:0'],
    ['ignore', 'inherit', 'pipe'],
    { COSIGNER_PRIVATE_KEY: COSIGNER_KEY },
  )
  const stop = async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'close')
  }
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr! }).on('line', (line) => {
      const [, named] = /^co-signs at (http\S+)$/.exec(line) ?? []
      if (named !== undefined) resolve(named)
    })
    child.once('close', () => reject(new Error('the co-signer has ended')))
  })
  return { url, stop }
}

test('false epochs with the hashes of both engines get no signature of the co-signer; with its stolen key they draw at most the vested amount, and an audit names them', async () => {
  const coSigner = await startCoSigner()
  const coSigned = scene.startSigner({ COSIGNER_URL: coSigner.url })
  const honest = await scene.passEpochs(3)
  await scene.giveVerdicts()
  await scene.signedUpTo(honest.epoch)
  expect(await audit()).toEqual({ code: 0, wrong: [] })

  const first = await scene.passEpochs(1)
  const firstFalse = await forge(first.epoch, thief)
  await scene.giveVerdicts()
  await scene.stopped(
    'coSigner',
    /the co-signer: the remote signer refuses: 0x\w+ was granted \d+ wei in all, not \d+/,
  )
  expect(await vouchersOf(thief)).toEqual([])
  await Promise.all([coSigned.kill(), coSigner.stop()])

  // From here on the thief has the co-signer's key.
  const signer = scene.startSigner()
  await scene.signedUpTo(first.epoch)
  // The voucher is deleted from the tables. The signer then signs a grant of the same amount to the accomplice.
  const stolen = await vouchersOf(thief)
  await scene.sql`delete from galx.vouchers where account = ${thief}`
  const second = await scene.passEpochs(1)
  const secondFalse = await forge(second.epoch, accomplice)
  await scene.giveVerdicts()
  await scene.signedUpTo(second.epoch)
  await Promise.all([signer.kill(), indexer.kill()])

  const vouchers = [...(await vouchersOf(accomplice)), ...stolen, ...(await vouchersOf(ann))]
  expect(vouchers.map(({ account }) => account)).toEqual([accomplice, thief, ann])
  expect(vouchers.map(({ cumulative }) => cumulative).slice(0, 2)).toEqual([
    secondFalse.cumulative,
    firstFalse.cumulative,
  ])
  // Each file alone stays within the vested amount. All vouchers together exceed it.
  const { vested, paid } = await money()
  expect(paid).toBe(0n)
  expect(vouchers.reduce((sum, { cumulative }) => sum + cumulative, 0n)).toBeGreaterThan((vested * 5n) / 4n)

  const tip = await rpc<{ timestamp: Hex }>(scene.world.rpcUrl, 'eth_getBlockByNumber', 'latest', false)
  const later = Number(tip.timestamp) + LONG
  const untouched = await leavingAt(later)
  for (const [index, stake] of [10n, 7n, 1n, 1n].entries())
    expect(untouched[index]).toBeGreaterThan(stake * ETHER)

  const contract = scene.world.deployment.contracts.RewardVouchers.address as Address
  /** The payments for the vouchers in that order, wei. */
  const drawn = async (order: readonly number[]) => {
    const [before] = await balances([contract])
    await draw(order.map((index) => vouchers[index]!))
    const [after] = await balances([contract])
    const now = await money()
    expect(before! - after!).toBe(now.paid)
    expect(now.paid, order.join()).toBeLessThanOrEqual(now.vested)
    return now.paid
  }
  for (const order of [
    [0, 1, 2],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ])
    expect(await tryOut(() => drawn(order)), order.join()).toBeGreaterThan(0n)
  expect(await drawn([0, 2, 1])).toBeGreaterThanOrEqual(secondFalse.cumulative)
  expect(await leavingAt(later)).toEqual(untouched)

  await scene.world.mine(3)
  const { code, wrong } = await audit()
  expect(code).toBe(1)
  expect(wrong).toEqual([
    `wrong: epoch ${first.epoch}, hash in EpochLog: is ${firstFalse.hash}, computed ${first.hash}`,
    expect.stringContaining(
      `wrong: epoch ${second.epoch}, hash in EpochLog: is ${secondFalse.hash}, computed 0x`,
    ),
    expect.stringContaining(
      `, program galx, account ${accomplice}, drawn by Claimed logs: is ${secondFalse.cumulative}, computed 0 granted`,
    ),
  ])
})
