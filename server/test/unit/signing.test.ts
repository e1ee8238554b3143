/** Hashing and reading without a chain. For the permission to sign see maySign.test.ts. */
import { hashTypedData, recoverTypedDataAddress, type Hex } from 'viem'
import { voucherTypedData } from '@galx/protocol/voucher'
import { expect, test } from 'vitest'
import { areaOf, segmentsFrom, segmentsOf } from '../../src/rewards/calculation/segments.ts'
import { liveIntervals } from '../../src/rewards/calculation/node.ts'
import { deadlineOf, renewedBefore } from '../../src/signer/decide.ts'
import { addressOfKey, signDigest } from '../../src/signer/signing/localSigner.ts'
import { voucherDigest } from '../../src/signer/signing/voucherDigest.ts'
import { readVerdict } from '../../src/signer/verdictsCommand.ts'

const KEY = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'
const SIGNER = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65'
const HASH: Hex = `0x${'ab'.repeat(32)}`

test('a voucher is valid for a year from its epoch’s end, and is signed again 90 days before its expiry', () => {
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
      signersNonce: cumulative % 7n,
    } as const
    const typed = voucherTypedData(56, contract, voucher)
    const digest = voucherDigest(56, contract)(voucher)
    expect(digest).toBe(hashTypedData(typed))
    const signature = signDigest(Buffer.from(KEY.slice(2), 'hex'), digest)
    expect((await recoverTypedDataAddress({ ...typed, signature })).toLowerCase()).toBe(SIGNER)
  }
  expect(addressOfKey(KEY)).toBe(SIGNER)
})

test('a verdict is a line with epoch and hash; a line about a difference is not a verdict; anything else is refused', () => {
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

test('a live pass counts from the first live pass until there is none', () => {
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
