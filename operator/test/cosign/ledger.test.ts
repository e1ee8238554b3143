/** The grants that count for the co-signer, in worlds written by hand: EpochLog must have the computed hash of their epochs. */
import type { Hex } from 'viem'
import { beforeEach, expect, it } from 'vitest'
import {
  ANN,
  BOB,
  EVE,
  FAY,
  programId,
  Story,
  storyRuleset,
} from '../../../packages/protocol/test/rewards/story.ts'
import { EpochRecord, stolenKey } from '../../src/audit/epochRecord.ts'
import { hashOf, rulesetBytes } from '../../src/audit/epochBytes.ts'
import type { ClosedEpoch, World } from '../../src/audit/world.ts'
import { CoSignLedger } from '../../src/cosign/ledger.ts'
import { closeEpochs } from '../audit/rawEvents.ts'

const ID = programId('btc')
const NOBODY = { settled: 0n, closed: 0n }
/** Ann and Eve have a grant at the ends of 1000 to 1003. */
const story = new Story('co-signer', [storyRuleset(['btc'])])
  .at(0)
  .stake(ANN, { amount: 90n })
  .stake(BOB, { amount: 100n, inviter: ANN })
  .stake(EVE, { amount: 10n })
  .stake(FAY, { amount: 500n, inviter: EVE })
  .at(4 * 60)
  .world()

let world: World
let record: EpochRecord
let ledger: CoSignLedger
/** Ann's total grants at each end */
let sums: bigint[]
let closed: ClosedEpoch[]

/** @param stolen in the format of `--stolen` @param from the first epoch that the ledger gets, as after a start from a saved state */
async function closeAll(stolen = new Map<string, bigint>(), from = 0n): Promise<void> {
  sums = []
  const hashes: [bigint, Hex][] = []
  const pending: ClosedEpoch[] = []
  closed = await closeEpochs(story, (open, epoch) => {
    world = open
    hashes.push([epoch.epoch, epoch.hash])
    if (epoch.epoch >= from) pending.push(epoch)
    sums.push(open.grantsOf(ID).cumulative.get(open.accounts.indexOf(ANN))!)
    return open
  })
  record = new EpochRecord(world, () => {}, stolen)
  for (const [epoch, hash] of hashes) record.computed.set(epoch, { hash, blockNumber: 1n })
  const [ruleset] = world.terms.rulesets
  record.apply({
    ...nextPlace(),
    kind: 'rulesetAdded',
    index: 0n,
    hash: hashOf(rulesetBytes(ruleset!)),
    firstEpoch: 1_000n,
  })
  record.apply({ ...nextPlace(), kind: 'signersSet', signer: EVE, coSigner: FAY, nonce: 5n })
  ledger = new CoSignLedger({ world, record })
  for (const epoch of pending) ledger.close(epoch)
}

function nextPlace() {
  return { block: 1_000n, logIndex: 0, time: Number(world.epochStart) }
}

function publish(
  epoch: bigint,
  hash = record.computed.get(epoch)!.hash,
  kind: 'epochPublished' | 'epochReplaced' = 'epochPublished',
): void {
  record.apply({ ...nextPlace(), kind, epoch, hash, blockNumber: 1n })
}

const WRONG: Hex = `0x${'ab'.repeat(32)}`

beforeEach(() => closeAll())

it('nothing counts before the contracts were compared, nor before EpochLog has an epoch', () => {
  expect(sums).toHaveLength(4)
  expect(ledger.status).toBeNull()
  ledger.settle()
  expect(ledger.status).toEqual({
    signersNonce: 5n,
    settled: null,
    waits: 'EpochLog has no final hash of epoch 1000',
    fault: null,
  })
})

it('grants count up to the last epoch that EpochLog has as computed, and no wei of the next epoch', () => {
  for (const [index, { epoch }] of closed.entries()) {
    publish(epoch)
    // The grants of a published epoch count only once the contracts have been compared.
    expect(ledger.granted(ID, ANN)!.settled).toBe(index === 0 ? 0n : sums[index - 1])
    ledger.settle()
    expect(ledger.granted(ID, ANN)).toEqual({ settled: sums[index], closed: sums[3] })
    expect(ledger.status!.settled).toEqual({ epoch, end: (epoch + 1n) * 60n })
  }
  expect(ledger.status!.waits).toBeNull()
  expect(ledger.granted(ID, `0x${'99'.repeat(20)}`)).toEqual(NOBODY)
  expect(ledger.granted(ID, BOB)).toEqual(NOBODY)
  expect(ledger.granted(ID + 1n, ANN)).toBeNull()
})

it('a question about an account that no log names adds no account', () => {
  const { count } = world.accounts
  ledger.granted(ID, `0x${'99'.repeat(20)}`)
  expect(world.accounts.count).toBe(count)
})

it('an epoch that differs in EpochLog, and all later epochs, do not count until the timelock has replaced its hash', () => {
  publish(1_000n)
  publish(1_001n, WRONG)
  publish(1_002n)
  ledger.settle()
  expect(ledger.status).toMatchObject({
    settled: { epoch: 1_000n },
    waits: `EpochLog has ${WRONG} for epoch 1001, computed ${closed[1]!.hash}`,
  })
  expect(ledger.granted(ID, ANN)).toEqual({ settled: sums[0], closed: sums[3] })
  publish(1_001n, closed[1]!.hash, 'epochReplaced')
  ledger.settle()
  expect(ledger.granted(ID, ANN)).toEqual({ settled: sums[2], closed: sums[3] })
})

it('nothing counts any more once a counted epoch’s hash has been replaced', () => {
  for (const { epoch } of closed) publish(epoch)
  ledger.settle()
  publish(1_001n, WRONG, 'epochReplaced')
  ledger.settle()
  expect(ledger.status).toMatchObject({ settled: null })
  expect(ledger.status!.waits).toMatch(/^EpochLog has 0xabab\w+ for epoch 1001/)
})

it('after a saved state nothing counts until EpochLog has all of its epochs', async () => {
  await closeAll(undefined, 1_002n)
  publish(1_000n)
  ledger.settle()
  expect(ledger.status).toMatchObject({ settled: null, waits: 'EpochLog has no final hash of epoch 1001' })
  publish(1_001n)
  ledger.settle()
  expect(ledger.status!.settled).toMatchObject({ epoch: 1_001n })
  expect(ledger.granted(ID, ANN)).toEqual({ settled: sums[1], closed: sums[3] })
})

it('a draw beyond the grants is a fault, unless it is known to be stolen', async () => {
  const draw = () => {
    record.apply({ ...nextPlace(), kind: 'claimed', program: ID, account: ANN, amount: sums[3]! + 1n })
    ledger.settle()
    return ledger.status!.fault
  }
  expect(draw()).toBe(`${ANN} has drawn more of program btc than it was granted`)
  await closeAll(new Map([[stolenKey(ID, ANN), 1n]]))
  expect(draw()).toBeNull()
})

it('a ruleset that is missing or differs in EpochLog is a fault', () => {
  record.rulesets = 0
  ledger.settle()
  const fault = 'EpochLog does not have ruleset 1 as the deployment file has it'
  expect(ledger.status!.fault).toBe(fault)
  record.rulesets = 1
  record.disputedRulesets.add(1)
  ledger.settle()
  expect(ledger.status!.fault).toBe(fault)
})
