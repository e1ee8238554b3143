/** Deciding, hashing and reading without a chain. */
import { hashTypedData, recoverTypedDataAddress, type Hex } from 'viem'
import { voucherTypedData } from '@galx/protocol/voucher'
import { expect, test } from 'vitest'
import { areaOf, segmentsFrom, segmentsOf } from '../../src/rewards/calculation/segments.ts'
import { liveIntervals } from '../../src/rewards/calculation/node.ts'
import {
  deadlineOf,
  fileCovered,
  mayPublish,
  maySign,
  renewedBefore,
  type SigningFacts,
} from '../../src/signer/decide.ts'
import { grantedInAll } from '../../src/signer/epochFile.ts'
import { addressOfKey, signDigest } from '../../src/signer/signing/localSigner.ts'
import { voucherDigest } from '../../src/signer/signing/voucherDigest.ts'
import { readVerdict } from '../../src/signer/verdictsCommand.ts'

const KEY = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'
const SIGNER = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'
const HASH: Hex = `0x${'ab'.repeat(32)}`
const OTHER: Hex = `0x${'cd'.repeat(32)}`

const GOOD: SigningFacts = {
  epoch: 7,
  halted: false,
  alone: false,
  hash: HASH,
  audited: HASH,
  published: HASH,
  programs: [{ key: 'galx', owed: 5n, vested: 5n }],
  fallen: null,
  payable: SIGNER,
  signer: SIGNER,
}

test('an epoch with nothing against it is published and signed', () => {
  expect(mayPublish({ ...GOOD, published: null })).toEqual({ ok: true })
  expect(maySign(GOOD)).toEqual({ ok: true })
})

test.each<[string, Partial<SigningFacts>, string, boolean]>([
  ['the indexer has halted', { halted: true }, 'halted', true],
  ['the epoch is not closed', { hash: null }, 'indexing', true],
  ['blocks came from one node alone', { alone: true }, 'unconfirmed', true],
  ['the second engine has said nothing', { audited: null }, 'unconfirmed', true],
  ['the engines differ', { audited: OTHER }, 'disagreement', true],
  [
    'a wei more is owed than has vested',
    { programs: [{ key: 'galx', owed: 6n, vested: 5n }] },
    'unfunded',
    true,
  ],
  ['a grant is below its voucher', { fallen: { program: 'galx', account: SIGNER } }, 'unfunded', true],
  ['nothing is published', { published: null }, 'unpublished', false],
  ['another hash is published', { published: OTHER }, 'disagreement', false],
  ['the contract’s signer is off', { payable: `0x${'0'.repeat(40)}` }, 'signer', false],
  ['the key is not the contract’s', { signer: `0x${'1'.repeat(40)}` }, 'signer', false],
  ['the remote signer is away', { signer: null }, 'signer', false],
])('stops where %s', (_what, change, reason, publishing) => {
  const facts = { ...GOOD, ...change }
  expect(maySign(facts)).toMatchObject({ ok: false, reason })
  expect(mayPublish(facts)).toMatchObject(publishing ? { ok: false, reason } : { ok: true })
})

test('no more is signed than has vested by the contract’s word, whatever the tables add up to', () => {
  const header = ['GALX epoch 1', 'program galx 11 5 7 5 100 2', 'program aaa 12 0 0 0 0 0', ''].join('\n')
  const granted = grantedInAll(header)
  expect(granted).toEqual([
    { key: 'galx', id: 11n, cumulative: 100n },
    { key: 'aaa', id: 12n, cumulative: 0n },
  ])
  expect(fileCovered(granted, new Map([[11n, 100n]]))).toEqual({ ok: true })
  expect(fileCovered(granted, new Map([[11n, 99n]]))).toMatchObject({ ok: false, reason: 'unfunded' })
  expect(fileCovered(granted, new Map())).toMatchObject({ ok: false, reason: 'unfunded' })
})

test('a voucher is good for a year from its epoch’s end, and is signed again 90 days before that', () => {
  expect(deadlineOf(1_000)).toBe(1_000 + 31_536_000)
  expect(renewedBefore(1_000)).toBe(1_000 + 90 * 86_400)
})

test('a voucher’s hash and signature are those of the typed data', async () => {
  const contract = '0x1234567890123456789012345678901234567890'
  for (const cumulative of [1n, 10n ** 18n, 2n ** 256n - 1n]) {
    const voucher = {
      program: (3n << 160n) + 0xffn,
      account: contract,
      cumulative,
      deadline: 1_800_000_000n,
    } as const
    const typed = voucherTypedData(56, contract, voucher)
    const digest = voucherDigest(56, contract)(voucher)
    expect(digest).toBe(hashTypedData(typed))
    const signature = signDigest(Buffer.from(KEY.slice(2), 'hex'), digest)
    expect((await recoverTypedDataAddress({ ...typed, signature })).toLowerCase()).toBe(SIGNER)
  }
  expect(addressOfKey(KEY)).toBe(SIGNER)
})

test('a verdict is a line of epoch and hash; a line about a difference is none; anything else is refused', () => {
  expect(readVerdict(`{"epoch":"12","hash":"${HASH}","blockNumber":"3"}`)).toEqual({
    epoch: 12,
    hash: HASH,
  })
  expect(readVerdict(`{"epoch":12,"hash":"${HASH}"}`)).toEqual({ epoch: 12, hash: HASH })
  expect(readVerdict('{"difference":"wrong: epoch 12, hash in EpochLog"}')).toBeNull()
  for (const line of [
    '',
    '{',
    'null',
    '{"epoch":"-1","hash":"0x"}',
    `{"epoch":"1.5","hash":"${HASH}"}`,
    '{"epoch":"12"}',
  ])
    expect(() => readVerdict(line)).toThrow('verdict')
})

test('weights of several pools become segments of their sum, without gaps', () => {
  const segments = segmentsOf(
    [
      { source: 1, at: 100, weight: 5n },
      { source: 2, at: 110, weight: 2n },
      { source: 1, at: 130, weight: 0n },
      { source: 2, at: 130, weight: 7n },
      { source: 1, at: 140, weight: 1n },
      { source: 2, at: 140, weight: 6n },
    ],
    100,
    160,
  )
  expect(segments).toEqual([
    { from: 100, to: 110, weight: 5n },
    { from: 110, to: 160, weight: 7n },
  ])
  expect(areaOf(segments)).toBe(50n + 350n)
  expect(segmentsFrom(segments, 105)).toEqual([
    { from: 105, to: 110, weight: 5n },
    { from: 110, to: 160, weight: 7n },
  ])
})

test('a live pass counts from when it is held until none is', () => {
  const changes = [
    { pass: 1n, at: 50, live: true },
    { pass: 2n, at: 120, live: true },
    { pass: 1n, at: 130, live: false },
    { pass: 2n, at: 140, live: false },
    { pass: 2n, at: 155, live: true },
  ]
  expect(liveIntervals(changes, 100, 160)).toEqual([
    { from: 100, to: 140 },
    { from: 155, to: 160 },
  ])
})
