/** Published vouchers compared with the computed grants, in worlds written by hand: the accounts and programs that need a voucher. */
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { voucherTypedData } from '@galx/protocol/voucher'
import { NOBODY } from '../../../packages/protocol/test/rewards/randomWorld.ts'
import {
  ANN,
  BOB,
  DAN,
  EVE,
  FAY,
  programId,
  Story,
  storyRuleset,
  type StoryProgram,
} from '../../../packages/protocol/test/rewards/story.ts'
import type { PublishedVoucher } from '../../src/audit/compareFiles.ts'
import { compareVouchers } from '../../src/audit/compareVouchers.ts'
import { differenceText } from '../../src/audit/differences.ts'
import { DueVouchers } from '../../src/audit/dueVouchers.ts'
import type { World } from '../../src/audit/world.ts'
import { closeEpochs } from './rawEvents.ts'

const SIGNER = privateKeyToAccount(`0x${'42'.repeat(32)}`)
const CO_SIGNER = privateKeyToAccount(`0x${'43'.repeat(32)}`)

/** The ruleset from epoch 1002 on does not have the program `zn`. Ann and Eve have a grant at the end of each epoch. */
const story = new Story('vouchers', [
  storyRuleset(['btc', 'zn']),
  storyRuleset(['btc'], { number: 2, firstEpoch: '1002' }),
])
  .at(0)
  .stake(ANN, { amount: 90n })
  .stake(BOB, { amount: 100n, inviter: ANN })
  .stake(EVE, { amount: 10n })
  .stake(FAY, { amount: 500n, inviter: EVE })
  .shares(NOBODY, ANN, 10n ** 16n)
  .shares(NOBODY, DAN, 10n ** 16n)
  .nameInviter(DAN, ANN)
  .at(4 * 60)
  .world()

async function voucherOf(
  world: World,
  epoch: bigint,
  program: StoryProgram,
  account: Address,
): Promise<PublishedVoucher> {
  const id = programId(program)
  const cumulative = world.grantsOf(id).cumulative.get(world.accounts.indexOf(account)) ?? 0n
  const deadline = (epoch + 1n) * 60n + 31_536_000n
  const signersNonce = 1n
  const voucher = { program: id, account, cumulative, deadline, signersNonce }
  const typed = voucherTypedData(story.chainId, story.contracts.RewardVouchers, voucher)
  const signature = await SIGNER.signTypedData(typed)
  const coSignature = await CO_SIGNER.signTypedData(typed)
  return { program, account, cumulative, deadline, signersNonce, signature, coSignature }
}

/**
 * @param of the accounts and programs of an epoch's vouchers; null: the epoch has no file of vouchers
 * @param lastPublished the last epoch in EpochLog
 * @returns the differences
 */
async function findings(
  of: (epoch: bigint) => readonly (readonly [StoryProgram, Address])[] | null,
  lastPublished = 1_003n,
): Promise<string[]> {
  const wrong: string[] = []
  const differ = (difference: Parameters<typeof differenceText>[0]) =>
    void wrong.push(differenceText(difference))
  const due = new DueVouchers()
  let last: World
  await closeEpochs(story, async (world, closed) => {
    const named = of(closed.epoch)
    const vouchers =
      named &&
      (await Promise.all(named.map(([program, account]) => voucherOf(world, closed.epoch, program, account))))
    const place = { world, rewardVouchers: story.contracts.RewardVouchers }
    const found = await compareVouchers(vouchers ?? [], closed, place, differ)
    const expected = {
      signer: SIGNER.address.toLowerCase(),
      coSigner: CO_SIGNER.address.toLowerCase(),
      nonce: 1n,
    }
    for (const { signers } of found) expect(signers).toEqual(expected)
    due.close(closed, world, vouchers)
    return (last = world)
  })
  due.finish(last!, (epoch) => epoch <= lastPublished, differ)
  return wrong
}

/** The signed vouchers. The program `zn` grants Ann something at the first two ends. */
function signed(epoch: bigint): [StoryProgram, Address][] {
  return epoch < 1_002n
    ? [
        ['btc', ANN],
        ['zn', ANN],
        ['btc', EVE],
      ]
    : [
        ['btc', ANN],
        ['btc', EVE],
      ]
}

it('each grant has its voucher, and nothing is wrong', async () => {
  expect(await findings(signed)).toEqual([])
  // The API lists a voucher only at the close at which it was signed last.
  expect(
    await findings((epoch) => (epoch === 1_001n ? [['zn', ANN]] : epoch < 1_003n ? [] : signed(epoch))),
  ).toEqual([])
})

it('a voucher that is signed again after the end of its program still belongs to a program', async () => {
  const renewed = await findings((epoch) =>
    epoch === 1_003n ? [...signed(epoch), ['zn', ANN]] : signed(epoch),
  )
  expect(renewed).toEqual([])
  const unknown = await findings((epoch) =>
    epoch === 1_003n ? [...signed(epoch), ['node', ANN]] : signed(epoch),
  )
  expect(unknown).toHaveLength(1)
  expect(unknown[0]).toContain(
    'epoch 1003, program node, account 0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1, program of the voucher: is node, computed none of the rulesets',
  )
})

it('a grant without a voucher is named with its epoch, even after the program has ended', async () => {
  expect(await findings((epoch) => signed(epoch).filter(([program]) => program !== 'zn'))).toEqual([
    expect.stringMatching(
      /^wrong: epoch 1001, program zn, account 0xa1\w+, voucher: is missing, computed \d+$/,
    ),
  ])
  expect(await findings((epoch) => signed(epoch).filter(([, account]) => account !== EVE))).toEqual([
    expect.stringMatching(
      /^wrong: epoch 1003, program btc, account 0xe1\w+, voucher: is missing, computed \d+$/,
    ),
  ])
})

it('a voucher of an epoch without signatures so far is not missing', async () => {
  expect(await findings((epoch) => (epoch > 1_001n ? [] : signed(epoch)))).toEqual([])
  expect(await findings(() => [])).toEqual([])
  expect(await findings((epoch) => (epoch > 1_001n ? null : signed(epoch)), 1_001n)).toEqual([])
})

it('a published epoch with grants and without a file of vouchers is named, but no voucher that the missing file may contain', async () => {
  const missing = (epoch: number, grants: number) =>
    `wrong: epoch ${epoch}, file of vouchers: is missing, computed ${grants} bonuses above 0`
  expect(await findings((epoch) => (epoch < 1_003n ? null : signed(epoch)))).toEqual([
    missing(1_000, 3),
    missing(1_001, 3),
    missing(1_002, 2),
  ])
  // No file has a voucher of Eve, but the missing file of 1002 may have had one.
  const without = (epoch: bigint) => signed(epoch).filter(([, account]) => account !== EVE)
  expect(await findings((epoch) => (epoch === 1_002n ? null : epoch < 1_002n ? without(epoch) : []))).toEqual(
    [missing(1_002, 2)],
  )
  expect(await findings(() => null, 999n)).toEqual([])
})

it('an unpublished epoch without a file hides no earlier missing voucher', async () => {
  const without = (epoch: bigint) => signed(epoch).filter(([, account]) => account !== EVE)
  expect(await findings((epoch) => (epoch < 1_003n ? without(epoch) : null), 1_002n)).toEqual([
    expect.stringMatching(
      /^wrong: epoch 1002, program btc, account 0xe1\w+, voucher: is missing, computed \d+$/,
    ),
  ])
})
