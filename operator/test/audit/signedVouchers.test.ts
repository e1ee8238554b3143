/** Vouchers that are signed again, and their signers: an honest signer that is late, stopped or replaced, and the omissions of a dishonest signer. */
import { zeroAddress, type Address } from 'viem'
import { expect, it } from 'vitest'
import type { RawWorld } from '../../../packages/protocol/test/rewards/rawWorld.ts'
import {
  ANN,
  BOB,
  EVE,
  FAY,
  programId,
  Story,
  storyRuleset,
} from '../../../packages/protocol/test/rewards/story.ts'
import type { SignedVoucher } from '../../src/audit/compareVouchers.ts'
import { differenceText } from '../../src/audit/differences.ts'
import { SignedVouchers } from '../../src/audit/signedVouchers.ts'
import { SignerHistory, type Signers } from '../../src/audit/signerHistory.ts'
import type { World } from '../../src/audit/world.ts'
import { closeEpochs } from './rawEvents.ts'

const DAY = 86_400
/** An epoch lasts 30 days: its voucher is due again at the close of the tenth epoch after it. */
const DURATION = 30 * DAY
const EPOCHS = 16
const ID = programId('btc')
function addressOf(byte: string): Address {
  return `0x${byte.repeat(20)}`
}
const OLD: Signers = { signer: addressOf('01'), coSigner: addressOf('0c'), nonce: 1n }
const NEW: Signers = { ...OLD, signer: addressOf('02'), nonce: 2n }
/** The signers after the co-signer was replaced, too. */
const THIRD: Signers = { ...NEW, coSigner: addressOf('0d'), nonce: 3n }
/** The addresses of the first pair again, with a higher nonce. */
const OLD_AGAIN: Signers = { ...OLD, nonce: 4n }
const SIGNER_OFF: Signers = { ...OLD, signer: zeroAddress }
const CO_SIGNER_OFF: Signers = { ...OLD, coSigner: zeroAddress }

/** Stretches a short story over months. In `worldOf`, Ann has a grant only at the end of the first epoch. */
function slowly({ epochDuration, blocks, ...raw }: RawWorld): RawWorld {
  const times = DURATION / epochDuration
  return {
    ...raw,
    epochDuration: DURATION,
    blocks: blocks.map((block) => ({ ...block, timestamp: block.timestamp * times })),
  }
}
function worldOf(eveIsGranted: boolean, epochs = EPOCHS): RawWorld {
  const story = new Story('renewals', [storyRuleset(['btc'])])
    .at(0)
    .stake(ANN, { amount: 90n })
    .stake(BOB, { amount: 100n, inviter: ANN })
    .stake(EVE, { amount: 10n })
  if (eveIsGranted) story.stake(FAY, { amount: 500n, inviter: EVE })
  story.at(60).unstake(BOB, 0n, 100n)
  return slowly(story.at(epochs * 60).world())
}
const together = worldOf(true)
const annAlone = worldOf(false)

/** The events in the epoch after a close, in this order. Epochs count from 0. */
type Moment = {
  /** one of the signers is named or switched off */
  signers?: Signers
  /** EpochLog has all epochs up to this epoch */
  published?: number
  /** the account that draws its whole bonus */
  drawn?: Address
  /** the server signs all epochs up to this epoch */
  signed?: number
}
type Course = (moment: number) => readonly Moment[]

type Signs = { refuses?: (epoch: bigint, account: Address) => boolean }

/** The server's tables after the story: each account's last signed voucher. */
async function serverAfter(raw: RawWorld, course: Course, { refuses }: Signs): Promise<SignedVoucher[]> {
  const table = new Map<Address, SignedVoucher>()
  const drawn = new Map<Address, bigint>()
  const granted: Map<Address, bigint>[] = []
  let signers = OLD
  let next = 0
  const sign = (place: number) => {
    const epoch = 1_000n + BigInt(place)
    const end = (epoch + 1n) * BigInt(DURATION)
    for (const [account, cumulative] of granted[place]!) {
      const rose = cumulative > (granted[place - 1]?.get(account) ?? 0n)
      const known = table.get(account)
      const unpaid = known !== undefined && (drawn.get(account) ?? 0n) < known.cumulative
      const due = unpaid && (known.deadline < end + BigInt(90 * DAY) || known.signers.nonce !== signers.nonce)
      if (!(rose || due) || refuses?.(epoch, account)) continue
      const deadline = end + BigInt(365 * DAY)
      table.set(account, { epoch, program: 'btc', id: ID, account, cumulative, deadline, signers })
    }
  }
  await closeEpochs(raw, (world, { epoch }) => {
    const { cumulative } = world.grantsOf(ID)
    granted.push(
      new Map([...cumulative].map(([index, wei]) => [world.accounts.addressOf(index) as Address, wei])),
    )
    for (const moment of course(Number(epoch - 1_000n))) {
      if (moment.signers) signers = moment.signers
      if (moment.drawn) drawn.set(moment.drawn, granted.at(-1)!.get(moment.drawn)!)
      for (; next <= (moment.signed ?? -1); next++) sign(next)
    }
    return world
  })
  return [...table.values()]
}

/** The result of an audit of the whole story, with the chain's signers, publications and draws. */
async function findings(raw: RawWorld, course: Course, signs: Signs = {}): Promise<string[]> {
  const table = await serverAfter(raw, course, signs)
  const history = new SignerHistory()
  history.name(OLD)
  let vouchers: SignedVouchers | undefined
  let last: World
  await closeEpochs(raw, (world, { epoch }) => {
    vouchers ??= new SignedVouchers(world, history)
    vouchers.close(
      epoch,
      table.filter((voucher) => voucher.epoch === epoch),
    )
    for (const { signers, published = -1, drawn } of course(Number(epoch - 1_000n))) {
      if (signers) history.name(signers)
      for (let place = 0; place <= published; place++)
        history.publish(1_000n + BigInt(place), world.epochStart + 1n)
      if (!drawn) continue
      const index = world.accounts.indexOf(drawn)
      const grants = world.grantsOf(ID)
      grants.draw(index, grants.cumulative.get(index)! - (grants.drawn.get(index) ?? 0n))
    }
    return (last = world)
  })
  const wrong: string[] = []
  vouchers!.compareSigners((difference) => void wrong.push(differenceText(difference)))
  const overdue = vouchers!.overdue(last!.epochStart, (epoch) => history.published.has(epoch))
  return [...wrong, ...overdue.map(({ difference }) => differenceText(difference))]
}

/** Each epoch is published and signed as soon as it has ended. */
const prompt: Course = (moment) => [{ published: moment, signed: moment }]
function after(...changes: [at: number, ...moments: Moment[]][]): Course {
  return (moment) =>
    (changes.find(([at]) => at === moment)?.slice(1) as Moment[] | undefined) ?? prompt(moment)
}

it('an honest signer has no fault, whether prompt, late, stopped, switched off or replaced, or with many epochs at once', async () => {
  const none: Moment[] = []
  const courses: Record<string, Course> = {
    prompt,
    'drawn when it was due, before it was signed': after([10, { published: 10, drawn: ANN, signed: 10 }]),
    'all at the end': after(...Array.from({ length: 15 }, (_, at): [number] => [at]), [
      15,
      { published: 15, signed: 15 },
    ]),
    'published in time, signed late': (moment) => [
      { published: moment, ...(moment % 5 === 0 && { signed: moment }) },
    ],
    'replaced between publication and signing': after([4, { published: 4, signers: NEW, signed: 4 }]),
    'replaced while epochs were late': after([4], [5], [6, { published: 6, signers: NEW, signed: 6 }]),
    'replaced in the middle of late epochs': after(
      [4],
      [5, { published: 5, signed: 4 }, { signers: NEW, signed: 5 }],
    ),
    'replaced twice, and back again': after(
      [3, { signers: NEW, published: 3, signed: 3 }],
      [6, { published: 6, signers: THIRD }, { signers: OLD_AGAIN, signed: 6 }],
    ),
    'replaced when nothing is signed yet': after([15, { signers: NEW, published: 15 }]),
    'switched off for a while': after(
      [7, { signers: SIGNER_OFF, published: 7 }],
      ...[8, 9, 10, 11, 12].map((at): [number, Moment] => [at, { published: at }]),
      [13, { signers: NEW, published: 13, signed: 13 }],
    ),
    'switched off until all is expired': (moment) =>
      moment < 2
        ? prompt(moment)
        : moment === 2
          ? [{ signers: CO_SIGNER_OFF, published: 2 }]
          : [{ published: moment }],
    'signs no more, nor publishes': (moment) => (moment < 2 ? prompt(moment) : none),
  }
  for (const [name, course] of Object.entries(courses))
    for (const raw of [together, annAlone]) expect(await findings(raw, course), name).toEqual([])
})

function place(epoch: number): string {
  return `wrong: epoch ${epoch}, program btc, account ${ANN}, voucher that is to be signed again: is`
}
function endOf(epoch: number): number {
  return (epoch + 1) * DURATION
}

it('an unpaid voucher with less than 90 days left that was not signed again is named, until the voucher is drawn', async () => {
  const refuses = (epoch: bigint, account: Address) => epoch > 1_000n && account === ANN
  expect(await findings(together, prompt, { refuses })).toEqual([
    `${place(1_014)} good until ${endOf(1_000) + 365 * DAY}, computed until ${endOf(1_014) + 90 * DAY} at least`,
  ])
  const drawn = after([15, { published: 15, signed: 15, drawn: ANN }])
  expect(await findings(together, drawn, { refuses })).toEqual([])
  // The voucher is due again at the close of 1010. Only once 1011 has vouchers is it known that the server has signed all vouchers of 1010.
  expect(await findings(worldOf(true, 11), prompt, { refuses })).toEqual([])
  expect(await findings(worldOf(true, 12), prompt, { refuses })).toEqual([
    expect.stringContaining(`${place(1_010)} good until`),
  ])
})

it('a voucher that expired unpaid is named, even if no other voucher had to be signed', async () => {
  const refuses = (epoch: bigint) => epoch > 1_000n
  expect(await findings(annAlone, prompt, { refuses })).toEqual([
    `${place(1_010)} expired at ${endOf(1_000) + 365 * DAY}, computed signed again before`,
  ])
})

it('after another signer was named, each voucher of the old signer that was not signed again is named', async () => {
  const refuses = (epoch: bigint, account: Address) => epoch > 1_000n && account === ANN
  const replaced =
    (until: number): Course =>
    (moment) =>
      moment === 3 ? [{ signers: NEW, published: 3, signed: 3 }] : moment > until ? [] : prompt(moment)
  expect(await findings(together, replaced(3), { refuses })).toEqual([])
  expect(await findings(together, replaced(4), { refuses })).toEqual([
    `${place(1_003)} signed with nonce 1, computed with nonce 2`,
  ])
})

it('a new voucher is named if one of its signers was replaced before the epoch was published', async () => {
  const history = new SignerHistory()
  history.name(OLD)
  let vouchers: SignedVouchers | undefined
  await closeEpochs(together, (world, { epoch }) => {
    vouchers ??= new SignedVouchers(world, history)
    const { cumulative } = world.grantsOf(ID)
    const eve = cumulative.get(world.accounts.indexOf(EVE))!
    const by = (signers: Signers): SignedVoucher => ({
      epoch,
      program: 'btc',
      id: ID,
      account: EVE,
      cumulative: eve,
      deadline: world.epochStart + BigInt(365 * DAY),
      signers,
    })
    vouchers.close(epoch, [by(epoch === 1_002n ? NEW : OLD)])
    // The new signer is named after the end of 1003, but before 1003 is published.
    if (epoch === 1_003n) history.name(NEW)
    history.publish(epoch, world.epochStart)
    return world
  })
  const wrong: string[] = []
  vouchers!.compareSigners((difference) => void wrong.push(differenceText(difference)))
  expect(wrong).toEqual(
    [1_003, ...Array.from({ length: 12 }, (_, index) => 1_004 + index)].map(
      (epoch) => `wrong: epoch ${epoch}, program btc, account ${EVE}, nonce of the voucher: is 1, computed 2`,
    ),
  )
})

it('a voucher that is signed again during the first read of the files is found by the second read', async () => {
  const history = new SignerHistory()
  history.name(OLD)
  let vouchers: SignedVouchers | undefined
  let last: World
  let first: SignedVoucher | undefined
  await closeEpochs(together, (world, { epoch }) => {
    vouchers ??= new SignedVouchers(world, history)
    const voucherOf = (account: Address): SignedVoucher => ({
      epoch,
      program: 'btc',
      id: ID,
      account,
      signers: OLD,
      cumulative: world.grantsOf(ID).cumulative.get(world.accounts.indexOf(account))!,
      deadline: world.epochStart + BigInt(365 * DAY),
    })
    first ??= voucherOf(ANN)
    vouchers.close(epoch, [voucherOf(EVE), ...(epoch === 1_000n ? [first] : [])])
    return (last = world)
  })
  const overdue = () => vouchers!.overdue(last!.epochStart, () => true)
  expect(overdue()).toHaveLength(1)
  const epoch = vouchers!.signedUpTo!
  const deadline = (epoch + 1n) * BigInt(DURATION + 365 * DAY)
  vouchers!.addRenewal({ ...first!, epoch, deadline, cumulative: first!.cumulative - 1n })
  expect(overdue()).toHaveLength(1)
  vouchers!.addRenewal({ ...first!, epoch, deadline })
  expect(overdue()).toEqual([])
})

it('both signers of the voucher’s nonce must have signed, each in its own field', () => {
  const history = new SignerHistory()
  for (const signers of [OLD, NEW, THIRD]) history.name(signers)
  const { signer, coSigner, nonce } = NEW
  expect(history.wrongSince(1, NEW)).toEqual([])
  expect(history.wrongSince(0, { ...OLD, nonce })).toEqual([
    { what: 'signer of the voucher', found: OLD.signer, computed: signer },
  ])
  expect(history.wrongSince(0, { ...NEW, coSigner: THIRD.coSigner })).toEqual([
    { what: 'co-signer of the voucher', found: THIRD.coSigner, computed: coSigner },
  ])
  expect(history.wrongSince(0, { signer: coSigner, coSigner: signer, nonce })).toEqual([
    { what: 'signer of the voucher', found: coSigner, computed: signer },
    { what: 'co-signer of the voucher', found: signer, computed: coSigner },
  ])
  const wrongNonce = (found: bigint, computed: string) => [
    { what: 'nonce of the voucher', found: `${found}`, computed },
  ]
  expect(history.wrongSince(1, OLD)).toEqual(wrongNonce(1n, '2 or 3'))
  expect(history.wrongSince(2, NEW)).toEqual(wrongNonce(2n, '3'))
  history.name({ ...THIRD, coSigner: zeroAddress })
  expect(history.wrongSince(3, THIRD)).toEqual(wrongNonce(3n, 'none'))
})
