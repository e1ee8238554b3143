/** The signer with a real chain and database: its publications and signatures, and the reasons why it stops. */
import { toFunctionSelector, type Address, type Hex } from 'viem'
import { signedVoucher } from '@galx/protocol/voucher'
import { rpc } from '@galx/stack/chain/rpc'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { IndexerProcess } from '../support/indexerProcess.ts'
import { ETHER } from '../support/chainWorld.ts'
import { holdWrites } from '../support/heldStatement.ts'
import { startHoldingNode } from '../support/holdingNode.ts'
import { startRefusingNode } from '../support/refusingNode.ts'
import { waitFor } from '../support/wait.ts'
import { PUBLISHER_KEY, SIGNER_KEY, signedByBoth, startSignerScene, type SignerScene } from './signerScene.ts'

type Stored = {
  program: string
  account: Address
  cumulative: bigint
  deadline: number
  signature: Hex
  coSignature: Hex
  epoch: number
}

let scene: SignerScene
let inviter: Address
let signers: IndexerProcess[] = []

function startSigner(overrides: Record<string, string> = {}): IndexerProcess {
  const signer = scene.startSigner(overrides)
  signers.push(signer)
  return signer
}
function vouchers() {
  return scene.sql<Stored[]>`
    select program_key as program, account, cumulative, deadline, signature, co_signature as "coSignature", epoch from galx.vouchers order by 1, 2`
}
function totals() {
  return scene.sql<{ program: string; account: Address; cumulative: bigint }[]>`
    select program_key as program, address as account, cumulative
    from galx.bonus_totals join galx.accounts on id = account_id order by 1, 2`
}
/** Every voucher has the amount that its account was granted. */
async function expectAllSigned(): Promise<void> {
  const signed = await vouchers()
  expect(signed.map(({ program, account, cumulative }) => ({ program, account, cumulative }))).toEqual([
    ...(await totals()),
  ])
}

/** Somebody with both keys draws the whole vested amount that is not granted. */
async function drawAllOf(program: 'galx', account: Address): Promise<void> {
  const { programs } = scene.world.deployment
  const id = BigInt(programs[program]!.id)
  const all = (await scene.read('RewardVouchers', 'programs')) as { id: bigint; vested: bigint }[]
  const [row] = await scene.sql<{ granted: bigint }[]>`
    select sum(cumulative) as granted from galx.bonus_totals where program_key = ${program}`
  const cumulative = all.find((one) => one.id === id)!.vested - row!.granted
  const signersNonce = (await scene.read('RewardVouchers', 'signersNonce')) as bigint
  const voucher = { program: id, account, cumulative, deadline: 2n ** 40n, signersNonce }
  const signed = await signedByBoth(scene.world.deployment, voucher)
  await scene.write(account, 'RewardVouchers', 'claimMany', [[signed]])
  await scene.world.mine(3)
}

beforeAll(async () => {
  scene = await startSignerScene(4)
  scene.start()
  const [first, second, third] = scene.world.people as [Address, Address, Address]
  inviter = first
  await scene.world.stake(first, 'galx', 10n * ETHER)
  await scene.world.stake(second, 'galx', 7n * ETHER, first)
  await scene.world.stake(third, 'mcm', 5n * ETHER, first)
  await scene.world.stake(first, 'mcm', 5n * ETHER)
  await scene.world.mine()
  await scene.passEpochs(3)
}, 240_000)
afterEach(async () => {
  await Promise.all(signers.map((one) => one.kill()))
  signers = []
})
afterAll(() => scene?.stop())

test('publishes and signs epochs on which both engines agree, and anyone can submit the vouchers', async () => {
  startSigner()
  await scene.stopped('unconfirmed', /second engine has given no verdict/)
  expect(await scene.read('EpochLog', 'epochCount')).toBe(0n)
  expect(await vouchers()).toEqual([])

  await scene.giveVerdicts()
  const [last] = await scene.sql<
    { epoch: number; hash: Hex }[]
  >`select epoch, hash from galx.epochs order by epoch desc limit 1`
  await scene.signedUpTo(last!.epoch)
  expect(await scene.read('EpochLog', 'epochAt', [BigInt(last!.epoch)])).toMatchObject({ hash: last!.hash })
  await expectAllSigned()

  const signed = await vouchers()
  expect(signed.map(({ program, account }) => [program, account])).toEqual([
    ['galx', inviter],
    ['mcm', inviter],
  ])
  const { epochDuration, programs } = scene.world.deployment
  for (const one of signed) expect(one.deadline).toBe((one.epoch + 1) * epochDuration + 31_536_000)
  const stranger = scene.world.people[3]!
  const full = signed.map(({ program, account, cumulative, deadline, signature, coSignature }) => {
    const id = BigInt(programs[program as 'galx']!.id)
    const voucher = { program: id, account, cumulative, deadline: BigInt(deadline), signersNonce: 1n }
    return signedVoucher(voucher, signature, coSignature)
  })
  await scene.write(stranger, 'RewardVouchers', 'claimMany', [full])
  for (const one of full)
    expect(await scene.read('RewardVouchers', 'drawn', [one.program, inviter])).toBe(one.cumulative)
})

test('two signers, one of them active, repeat nothing after a kill at any moment', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [one] = [startSigner(), startSigner()]
    const { epoch } = await scene.passEpochs(1)
    await scene.giveVerdicts()
    // The signer is killed between the publication and the last voucher.
    await scene.until('something to be sent or signed', async () => {
      const [row] = await scene.sql`select from galx.published_epochs where epoch = ${epoch}`
      return (
        row !== undefined ||
        (await rpc<{ pending: Hex }>(scene.world.rpcUrl, 'txpool_status')).pending !== '0x0'
      )
    })
    await one.kill()
    await scene.signedUpTo(epoch)
  }
  await expectAllSigned()
  const topic = await rpc<{ topics: Hex[] }[]>(scene.world.rpcUrl, 'eth_getLogs', {
    address: scene.world.deployment.contracts.EpochLog.address,
    fromBlock: '0x0',
  })
  const published = topic.filter(({ topics }) => topics.length === 2).map(({ topics }) => topics[1])
  expect(new Set(published).size).toBe(published.length)
  // Six processes start, one after another. On a busy machine that takes more than a minute.
}, 180_000)

test('publishes and signs with a remote signer over JSON-RPC', async () => {
  const url = scene.world.rpcUrl
  startSigner({ SIGNER_PRIVATE_KEY: '', PUBLISHER_PRIVATE_KEY: '', SIGNER_URL: url, PUBLISHER_URL: url })
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  await scene.signedUpTo(epoch)
  await expectAllSigned()
  const [voucher] = await vouchers()
  expect(voucher!.epoch).toBe(epoch)
})

test('signs unpaid vouchers again before they expire, and when the signer has changed', async () => {
  const before = await vouchers()
  await scene.sql`update galx.vouchers set deadline = deadline - 31536000 + 80 * 86400 where program_key = 'mcm'`
  await scene.sql`update galx.vouchers set signers_nonce = signers_nonce + 1 where program_key = 'galx'`
  startSigner()
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  await scene.signedUpTo(epoch)
  const after = await vouchers()
  for (const [index, one] of after.entries()) {
    expect(one.epoch).toBe(epoch)
    expect(one.deadline).toBeGreaterThan(before[index]!.deadline)
  }
  await expectAllSigned()
})

test('does not sign a voucher again that no published file grants, and names the voucher', async () => {
  const stranger = scene.world.people[2]!
  const forged = 1_000n
  // Somebody who can write to the database inserts a voucher and a total. No epoch's file has such a row.
  const [last] = await scene.sql<{ epoch: number }[]>`select max(epoch) as epoch from galx.published_epochs`
  const total = await scene.sql`
    insert into galx.bonus_totals (account_id, program_key, cumulative, epoch)
    select id, 'aaa', ${forged.toString()}::numeric, ${last!.epoch} from galx.accounts where address = ${stranger}`
  expect(total.count).toBe(1)
  await scene.sql`
    insert into galx.vouchers (program_key, account, cumulative, deadline, signers_nonce, signature, co_signature, epoch)
    select 'aaa', ${stranger}::bytea, ${forged.toString()}::numeric, 0, signers_nonce, ${`0x${'00'.repeat(65)}`}::bytea, co_signature, epoch
    from galx.vouchers where program_key = 'mcm'`
  await scene.sql`update galx.vouchers set deadline = deadline - 31536000 where program_key = 'mcm'`
  startSigner()
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  await scene.stopped('disagreement', new RegExp(`voucher of ${stranger} in aaa is not signed`))
  const [mine, theirs] = await Promise.all(
    ['mcm', 'aaa'].map(async (key) => (await vouchers()).find(({ program }) => program === key)!),
  )
  expect(theirs).toMatchObject({ deadline: 0, signature: `0x${'00'.repeat(65)}` })
  // The other vouchers are still signed.
  expect(mine).toMatchObject({ epoch })
  await scene.sql`delete from galx.vouchers where program_key = 'aaa'`
  await scene.sql`delete from galx.bonus_totals where program_key = 'aaa'`
  await scene.signedUpTo(epoch)
  await expectAllSigned()
})

test('stops if the engines differ, and continues when they agree', async () => {
  startSigner()
  const { epoch } = await scene.passEpochs(1)
  const signed = await vouchers()
  await scene.giveVerdicts((one) => (one.epoch === epoch ? `0x${'ab'.repeat(32)}` : one.hash))
  await scene.stopped('disagreement', /the second engine computed 0x(ab){32}/)
  expect(await scene.read('EpochLog', 'nextEpoch')).toBe(BigInt(epoch))
  expect(await vouchers()).toEqual(signed)
  await scene.giveVerdicts()
  await scene.signedUpTo(epoch)
})

test('ends in the stated time while somebody locks the table that it writes; another signer continues', async () => {
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  const held = await holdWrites(scene.database.url, 'vouchers')
  const waiting = startSigner({ SHUTDOWN_DRAIN_SECONDS: '1' })
  await scene.until('the signer to wait for the table', held.isReached)
  const since = performance.now()
  expect(await waiting.stop()).toBe(0)
  // Without the stated time the signer would wait ten seconds for the lock.
  expect(performance.now() - since).toBeLessThan(10_000)
  await held.release()
  startSigner()
  await scene.signedUpTo(epoch)
  await expectAllSigned()
})

test('stops while the indexer has halted', async () => {
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  await scene.sql`insert into galx.indexer_halt (at, reason, block_number) values (0, 'a test', 1)`
  startSigner()
  await scene.stopped('halted', /halted/)
  expect(await scene.read('EpochLog', 'nextEpoch')).toBe(BigInt(epoch))
  await scene.sql`delete from galx.indexer_halt`
  await scene.signedUpTo(epoch)
})

test('stops while blocks up to the one after the epoch came from one node alone; later blocks delay nothing', async () => {
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  const [closed] = await scene.sql<{ block: number }[]>`
    select block_number as block from galx.epochs where epoch = ${epoch}`
  // The indexer here has one node, so that no other node confirms the range.
  const takeFromOne = (from: number) => scene.sql`
    insert into galx.unconfirmed_ranges (from_block, to_block, node, digest)
    values (${from}, ${from + 9}, 'a test', ${`0x${'ab'.repeat(32)}`})`
  await takeFromOne(closed!.block)
  startSigner()
  await scene.stopped('unconfirmed', new RegExp(`blocks of epoch ${epoch} came from one node alone`))
  expect(await scene.read('EpochLog', 'nextEpoch')).toBe(BigInt(epoch))
  await scene.sql`delete from galx.unconfirmed_ranges`
  await takeFromOne(closed!.block + 2)
  await scene.signedUpTo(epoch)
  await scene.sql`delete from galx.unconfirmed_ranges`
})

test('stops if a grant is below its voucher, or if all grants exceed the vested amount', async () => {
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  const signed = await vouchers()
  await scene.sql`update galx.vouchers set cumulative = cumulative + 1000000000000000000 where program_key = 'mcm'`
  startSigner()
  await scene.stopped('unfunded', /less than an earlier voucher/)
  expect(await scene.read('EpochLog', 'nextEpoch')).toBe(BigInt(epoch))
  await scene.sql`update galx.vouchers set cumulative = cumulative - 1000000000000000000 where program_key = 'mcm'`
  await scene.signedUpTo(epoch)
  expect((await vouchers()).length).toBe(signed.length)

  const next = await scene.passEpochs(1)
  await scene.sql`update galx.bonus_totals set cumulative = cumulative + 1000000000000000000000000 where program_key = 'galx'`
  await scene.giveVerdicts()
  await scene.stopped('unfunded', /owes \d+ wei, but only \d+ have vested/)
  expect(await scene.read('EpochLog', 'nextEpoch')).toBe(BigInt(next.epoch))
  await scene.sql`update galx.bonus_totals set cumulative = cumulative - 1000000000000000000000000 where program_key = 'galx'`
  await scene.signedUpTo(next.epoch)
})

test('publishes only the epoch’s last block: from the header, or from the chain’s times if the epoch has no block', async () => {
  const { epoch: empty } = await scene.passEpochs(2)
  const full = empty - 1
  const [header] = await scene.sql<{ last: number | null; previous: number | null }[]>`
    select e.last_block as last, p.last_block as previous from galx.epochs e join galx.epochs p on p.epoch = ${full}
    where e.epoch = ${empty}`
  expect(header).toEqual({ last: null, previous: expect.any(Number) as number })
  await scene.giveVerdicts()
  for (const [epoch, by, words] of [
    [full, 1, /epoch \d+ ends with block \d+ in the tables and with block \d+ in its header/],
    [full, -1, /epoch \d+ ends with block \d+ in the tables and with block \d+ in its header/],
    [empty, 1, /block \d+ is not the last block before the end of epoch \d+/],
    [empty, -1, /block \d+ is not the last block before the end of epoch \d+/],
  ] as const) {
    await scene.sql`update galx.epochs set block_number = block_number + ${by} where epoch = ${epoch}`
    startSigner()
    await scene.stopped('disagreement', words)
    expect(await scene.read('EpochLog', 'nextEpoch')).toBe(BigInt(epoch))
    await signers.pop()!.kill()
    await scene.sql`update galx.epochs set block_number = block_number - ${by} where epoch = ${epoch}`
  }
  startSigner()
  await scene.signedUpTo(empty)
  for (const epoch of [full, empty])
    expect(await scene.read('EpochLog', 'epochAt', [BigInt(epoch)])).toMatchObject({
      blockNumber: BigInt(header!.previous!),
    })
}, 180_000)

test('signs nothing from rows that do not have the published hash', async () => {
  const { epoch } = await scene.passEpochs(1)
  await scene.sql`update galx.epoch_rows set bonus = bonus + 1 where epoch = ${epoch} and program_key = 'galx'`
  await scene.giveVerdicts()
  const signed = await vouchers()
  startSigner()
  await scene.stopped('disagreement', /rows of part .. of epoch \d+ do not match its header/)
  const forged = (await vouchers()).filter((one) => one.program === 'galx')
  expect(forged).toEqual(signed.filter((one) => one.program === 'galx'))
  await scene.sql`update galx.epoch_rows set bonus = bonus - 1 where epoch = ${epoch} and program_key = 'galx'`
  await scene.signedUpTo(epoch)
})

test('signs nothing of a stolen publisher’s hash, until the timelock replaces it', async () => {
  const { epoch, hash } = await scene.passEpochs(1)
  const block = await scene.lastBlockOf(epoch)
  const { roles, contracts } = scene.world.deployment
  const signed = await vouchers()
  const publisher = roles.epochPublisher as Address
  await scene.write(publisher, 'EpochLog', 'publish', [BigInt(epoch), [`0x${'cd'.repeat(32)}`], [block]])
  await scene.world.mine(3)
  await scene.giveVerdicts()
  startSigner()
  await scene.stopped('disagreement', /EpochLog holds 0x(cd){32}/)
  expect(await vouchers()).toEqual(signed)

  const timelock = contracts.Timelock.address as Address
  await rpc(scene.world.rpcUrl, 'anvil_impersonateAccount', timelock)
  await rpc(scene.world.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
  await scene.write(timelock, 'EpochLog', 'replace', [BigInt(epoch), hash, block])
  await scene.world.mine(3)
  await scene.signedUpTo(epoch)
  await expectAllSigned()
})

test('treats a signed epoch as unpublished after the timelock has replaced its hash', async () => {
  const { epoch, hash } = await scene.passEpochs(1)
  const block = await scene.lastBlockOf(epoch)
  await scene.giveVerdicts()
  startSigner()
  await scene.signedUpTo(epoch)
  const timelock = scene.world.deployment.contracts.Timelock.address as Address
  await rpc(scene.world.rpcUrl, 'anvil_impersonateAccount', timelock)
  await rpc(scene.world.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
  const other: Hex = `0x${'ef'.repeat(32)}`
  for (const replaced of [other, hash]) {
    await scene.write(timelock, 'EpochLog', 'replace', [BigInt(epoch), replaced, block])
    await scene.world.mine(3)
    const { epoch: next } = await scene.passEpochs(1)
    await scene.giveVerdicts()
    await scene.signedUpTo(next)
    const rows = await scene.sql`select hash from galx.published_epochs where epoch = ${epoch}`
    expect(rows).toEqual([{ hash: replaced }])
  }
})

test('signs nothing with a key that the contract does not pay', async () => {
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  startSigner({ SIGNER_PRIVATE_KEY: PUBLISHER_KEY })
  await scene.stopped('signer', /the contract’s signer is 0x15d3/)
  const [row] =
    await scene.sql`select from galx.published_epochs where epoch = ${epoch} and signed_at is not null`
  expect(row).toBeUndefined()
})

test('signs nothing while the co-signer is away or has another key, and reports that; it continues when the co-signer is back', async () => {
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  const before = await vouchers()
  const away = startSigner({ COSIGNER_URL: 'http://127.0.0.1:1' })
  await scene.stopped('coSigner', /the key of the co-signer does not answer/)
  // The publication does not wait for the co-signer. An earlier epoch may wait for the co-signer before the publication has a block.
  await scene.until(
    'the epoch to be published',
    async () => (await scene.read('EpochLog', 'nextEpoch')) === BigInt(epoch + 1),
  )
  expect(await vouchers()).toEqual(before)
  await away.kill()
  startSigner()
  await scene.signedUpTo(epoch)
  await expectAllSigned()
})

test('signs every unpaid voucher again after a signer or co-signer is named, with the new nonce', async () => {
  const { roles, contracts } = scene.world.deployment
  const timelock = contracts.Timelock.address as Address
  await rpc(scene.world.rpcUrl, 'anvil_impersonateAccount', timelock)
  await rpc(scene.world.rpcUrl, 'anvil_setBalance', timelock, '0xde0b6b3a7640000')
  const nonce = (await scene.read('RewardVouchers', 'signersNonce')) as bigint
  await scene.write(timelock, 'RewardVouchers', 'setCoSigner', [roles.voucherCoSigner])
  await scene.world.mine(3)
  await scene.world.stake(inviter, 'galx', ETHER)
  startSigner()
  const { epoch } = await scene.passEpochs(1)
  await scene.giveVerdicts()
  await scene.signedUpTo(epoch)
  // No voucher was drawn, so every voucher has the new nonce.
  expect(await scene.sql`select distinct signers_nonce from galx.vouchers`).toEqual([
    { signers_nonce: Number(nonce) + 1 },
  ])
})

test('refuses published test keys on any chain except a development node’s, and names the wrong variable', async () => {
  const publicNode = await startRefusingNode(scene.world.rpcUrl, (calls) =>
    calls.some(({ method }) => method === 'anvil_nodeInfo')
      ? { code: -32601, message: 'the method anvil_nodeInfo does not exist' }
      : null,
  )
  const cases: [Record<string, string>, string][] = [
    [{ SIGNER_PRIVATE_KEY: '' }, 'SIGNER_PRIVATE_KEY or SIGNER_URL is missing'],
    [{ SIGNER_PRIVATE_KEY: '0x12' }, 'SIGNER_PRIVATE_KEY must be 0x and 64 hex digits'],
    [{ SIGNER_URL: 'http://127.0.0.1:1' }, 'SIGNER_PRIVATE_KEY and SIGNER_URL are both set'],
    [{ COSIGNER_URL: '' }, 'COSIGNER_URL is missing'],
    [{ COSIGNER_URL: 'http://127.0.0.1:1,http://127.0.0.1:2' }, 'COSIGNER_URL must be one address'],
    [
      { RPC_URL: publicNode.url, SIGNER_PRIVATE_KEY: SIGNER_KEY },
      'SIGNER_PRIVATE_KEY is a published test key',
    ],
    // A node that does not answer says nothing about the key.
    [
      { RPC_URL: 'http://127.0.0.1:1', SIGNER_PRIVATE_KEY: SIGNER_KEY },
      'signer: http://127.0.0.1:1: the connection failed',
    ],
  ]
  for (const [overrides, words] of cases) {
    const signer = startSigner(overrides)
    expect(await signer.exited).toBe(1)
    await waitFor('its words', async () => signer.output().includes(words))
    expect(signer.output()).not.toContain(SIGNER_KEY.slice(2))
  }
  publicNode.stop()
})

test('does not compare the grants of an epoch that closes during the check with the earlier vested amount', async () => {
  await scene.passEpochs(1)
  await drawAllOf('galx', scene.world.people[3]!)
  // From here on everything that vests is granted.
  await scene.passEpochs(1)
  await scene.giveVerdicts()
  const asks = toFunctionSelector('nextEpoch()').slice(2)
  let closed: Promise<{ epoch: number }> | null = null
  const node = await startHoldingNode(scene.world.rpcUrl, async (request) => {
    if (request.includes(asks)) await (closed ??= scene.passEpochs(1))
  })
  try {
    const signer = startSigner({ RPC_URL: node.url })
    await waitFor('the signer to ask', () => Promise.resolve(closed !== null))
    const { epoch } = await closed!
    await scene.giveVerdicts()
    await scene.signedUpTo(epoch)
    expect(signer.output()).toContain('final block is before the end of epoch')
    expect(signer.output()).not.toContain('unfunded')
  } finally {
    await node.stop()
  }
})
