/** Each case has a single reason against signing. If `maySign` lacked the check for that reason, it would permit the case. */
import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { keccak } from '../../src/chain/rpc/keccak.ts'
import { grantsIn, type Grant } from '../../src/signer/fileText.ts'
import { mayPublish } from '../../src/signer/decide.ts'
import { maySign, type MaySign, type ReadFacts, type SigningFacts } from '../../src/signer/maySign.ts'
import { remoteSigner } from '../../src/signer/signing/remoteSigner.ts'
import { addressOfKey } from '../../src/signer/signing/localSigner.ts'
import { signingThreads } from '../../src/signer/signing/signingThreads.ts'
import { PAPER_COSIGNER, paperFacts, paperFile, permissionFor } from '../support/paperFile.ts'

const KEY = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'
const SIGNER = addressOfKey(KEY)
const OTHER: Hex = `0x${'cd'.repeat(32)}`
const [ANN, BOB]: Address[] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
const EPOCH = 7

function grant(account: Address, cumulative: bigint): Grant {
  return { program: 'galx', account, cumulative }
}

const GRANTS = [grant(ANN!, 5n), grant(BOB!, 8n)]
const FILE = paperFile(EPOCH, GRANTS)
const GOOD = paperFacts(FILE, GRANTS, SIGNER)
const TOTAL = 13n

function reading(change: Partial<ReadFacts>): SigningFacts {
  return { ...GOOD, read: { ...GOOD.read, ...change } }
}
/** The same facts, but for a file with another header. EpochLog and both engines have the hash of that header. */
function withFile(file: typeof FILE, grants: readonly Grant[] = GRANTS): SigningFacts {
  return paperFacts(file, grants, SIGNER)
}

const NOBODY: Address = `0x${'0'.repeat(40)}`
const STRANGER: Address = `0x${'1'.repeat(40)}`

function signers(change: Partial<ReadFacts['signers']>): ReadFacts['signers'] {
  return { ...GOOD.read.signers, ...change }
}
function keys(change: Partial<ReadFacts['keys']>): ReadFacts['keys'] {
  return { ...GOOD.read.keys, ...change }
}

test('if there is no reason against signing, both keys may sign these vouchers, which are valid until a year after the epoch’s end', () => {
  const permission = permissionFor(GOOD)
  const deadline = (EPOCH + 1) * 60 + 31_536_000
  expect(permission).toMatchObject({ epoch: EPOCH, signers: GOOD.read.signers, deadline, grants: GRANTS })
  expect(permission.vouchers).toEqual(
    GRANTS.map(({ account, cumulative }) => ({
      program: 11n,
      account,
      cumulative,
      deadline: BigInt(deadline),
      signersNonce: 3n,
    })),
  )
  expect(maySign({ ...GOOD, read: null })).toEqual({ ok: null })
  // A grant of exactly the vested amount is permitted.
  const exactly = { programs: [{ key: 'galx' as const, owed: TOTAL, vested: TOTAL }] }
  expect(maySign(reading({ ...exactly, vestedOf: new Map([[11n, TOTAL]]) })).ok).toBe(true)
})

test('a permission that is split into batches still permits the same vouchers', () => {
  const lots = permissionFor(GOOD).inBatches(1)
  expect(lots.map(({ grants }) => grants)).toEqual(GRANTS.map((one) => [one]))
  expect(lots.map(({ vouchers }) => vouchers).flat()).toEqual(permissionFor(GOOD).vouchers)
  for (const lot of lots) expect(lot).toMatchObject({ epoch: EPOCH, signers: GOOD.read.signers })
  expect(permissionFor(GOOD).inBatches(2)).toHaveLength(1)
})

test.each<[string, Partial<SigningFacts>, string, boolean]>([
  ['the indexer has halted', { halted: true }, 'halted', true],
  ['the epoch is not closed', { hash: null }, 'indexing', true],
  ['blocks came from one node alone', { alone: true }, 'unconfirmed', true],
  ['the tables differ from the contracts', { differs: true }, 'disagreement', true],
  [
    'the tables have not matched the contracts since the epoch’s end',
    { compared: false },
    'unconfirmed',
    true,
  ],
  ['the second engine has given no verdict', { audited: null }, 'unconfirmed', true],
  ['the engines have different hashes', { audited: OTHER }, 'disagreement', true],
  ['the epoch is not published', { published: null }, 'unpublished', false],
  ['a different hash is published', { published: OTHER }, 'disagreement', false],
])(
  'no voucher of an epoch is signed, and no further fact is read, if %s',
  (_what, change, reason, publishing) => {
    for (const { read } of [GOOD, { read: null }])
      expect(maySign({ ...GOOD, ...change, read })).toMatchObject({ ok: false, reason })
    const publication = mayPublish({ ...GOOD, ...GOOD.read, ...change })
    expect(publication).toMatchObject(publishing ? { ok: false, reason } : { ok: true })
  },
)

test.each<[string, Partial<ReadFacts>, string, boolean]>([
  [
    'the owed amount exceeds the vested amount by a wei',
    { programs: [{ key: 'galx', owed: 6n, vested: 5n }] },
    'unfunded',
    true,
  ],
  [
    'a grant is below an earlier voucher of its account',
    { fallen: { program: 'galx', account: SIGNER } },
    'unfunded',
    true,
  ],
  [
    'the file’s grants exceed the vested amount by a wei',
    { vestedOf: new Map([[11n, TOTAL - 1n]]) },
    'unfunded',
    false,
  ],
  ['the contract does not know the program', { vestedOf: new Map() }, 'unfunded', false],
  ['the contract’s signer is switched off', { signers: signers({ signer: NOBODY }) }, 'signer', false],
  ['the contract’s co-signer is switched off', { signers: signers({ coSigner: NOBODY }) }, 'coSigner', false],
  [
    'the contract’s signer is switched off, and the signer’s key has the zero address, too',
    { signers: signers({ signer: NOBODY }), keys: keys({ signer: NOBODY }) },
    'signer',
    false,
  ],
  [
    'the contract’s co-signer is switched off, and the co-signer’s key has the zero address, too',
    { signers: signers({ coSigner: NOBODY }), keys: keys({ coSigner: NOBODY }) },
    'coSigner',
    false,
  ],
  ['the signer’s key is not the contract’s', { keys: keys({ signer: STRANGER }) }, 'signer', false],
  ['the co-signer’s key is not the contract’s', { keys: keys({ coSigner: STRANGER }) }, 'coSigner', false],
  ['the two keys are swapped', { keys: { signer: PAPER_COSIGNER, coSigner: SIGNER } }, 'signer', false],
  ['the signer’s key does not answer', { keys: keys({ signer: null }) }, 'signer', false],
  ['the co-signer’s key does not answer', { keys: keys({ coSigner: null }) }, 'coSigner', false],
  ['the tables have no header', { header: null }, 'disagreement', false],
  [
    'the header is not the published header',
    { header: FILE.header.replace('chain 56', 'chain 57') },
    'disagreement',
    false,
  ],
])('nothing is signed if %s', (_what, change, reason, publishing) => {
  expect(maySign(reading(change))).toMatchObject({ ok: false, reason })
  // An empty list of grants is refused for the same reason. Otherwise an epoch without grants would count as done.
  expect(maySign(reading({ ...change, grants: [] }))).toMatchObject({ ok: false, reason })
  const publication = mayPublish({ ...GOOD, ...GOOD.read, ...change })
  expect(publication).toMatchObject(publishing ? { ok: false, reason } : { ok: true })
})

test('a refusal says whether a key does not answer or the contract’s signer is switched off', () => {
  for (const [role, name] of [
    ['signer', 'signer'],
    ['coSigner', 'co-signer'],
  ] as const) {
    const away = maySign(reading({ keys: keys({ [role]: null }) }))
    expect(away).toMatchObject({ detail: `the key of the ${name} does not answer` })
    const off = maySign(reading({ signers: signers({ [role]: NOBODY }) }))
    expect(off).toMatchObject({ detail: `the contract’s ${name} is switched off` })
  }
})

const EARLIER = paperFile(EPOCH - 2, [grant(ANN!, 3n), grant(BOB!, 8n)])
const [[annsPart, annsText], [bobsPart, bobsText]] = [...EARLIER.parts] as [
  [number, string],
  [number, string],
]

test.each<[string, Partial<ReadFacts>, RegExp]>([
  ['no epoch has granted it', { file: null }, /no epoch has granted it$/],
  [
    'EpochLog has no hash of the epoch that granted it',
    { file: { ...EARLIER, published: null } },
    /has no final hash of epoch 5$/,
  ],
  [
    'EpochLog has a different hash of that epoch',
    { file: { ...EARLIER, published: OTHER } },
    /the header of epoch 5 does not have the hash 0xcd/,
  ],
  [
    'that epoch has no header',
    { file: { ...EARLIER, header: null } },
    /the header of epoch 5 does not have the hash/,
  ],
  [
    'a part of that epoch’s file does not match its hash in the header',
    { file: { ...EARLIER, parts: new Map([[annsPart, annsText.replaceAll(' 3', ' 4')]]) } },
    /the rows of part a1 of epoch 5 do not match its header/,
  ],
  [
    'that epoch’s file has a part that the header does not name',
    { file: { ...EARLIER, parts: new Map([[0xc3, annsText]]) } },
    /the rows of part c3 of epoch 5 do not match its header/,
  ],
  [
    'the file that grants it is of a later epoch, about which the engines may still disagree',
    { file: paperFile(EPOCH + 1, [grant(ANN!, 4n)]) },
    /epoch 8 comes after epoch 7/,
  ],
])('no voucher is signed if %s', (_what, change, words) => {
  const answer = maySign(reading({ ...change, grants: [grant(ANN!, 4n)] }))
  expect(answer).toMatchObject({
    ok: false,
    reason: 'disagreement',
    detail: expect.stringMatching(words) as string,
  })
  expect(answer).toMatchObject({ detail: expect.stringContaining(`the voucher of ${ANN} in galx`) as string })
  expect(maySign(reading({ ...change, grants: [] }))).toMatchObject({
    ok: false,
    detail: expect.stringMatching(words) as string,
  })
})

test.each<[string, Grant[], ReadonlyMap<number, string>, bigint]>([
  ['a wei more than the file', [grant(ANN!, 4n)], EARLIER.parts, 3n],
  ['a wei less than the file', [grant(ANN!, 2n)], EARLIER.parts, 3n],
  ['the amount in a part that was not read', [grant(ANN!, 3n)], new Map([[bobsPart, bobsText]]), 0n],
  [
    'an amount above 0 for an account without a row',
    [grant(`0x${'a1'.repeat(19)}a2`, 3n)],
    EARLIER.parts,
    0n,
  ],
  ['the amount 0 for an account without a row', [grant(`0x${'a1'.repeat(19)}a2`, 0n)], EARLIER.parts, 0n],
  ['the right amount in another program', [{ ...grant(ANN!, 3n), program: 'aaa' }], EARLIER.parts, 0n],
])(
  'a voucher that says %s is refused, the refusal names it, and the others are permitted',
  (_what, wrong, parts, amount) => {
    const answer = maySign(reading({ file: { ...EARLIER, parts }, grants: [...wrong, grant(BOB!, 8n)] }))
    const [{ account, program, cumulative }] = wrong as [Grant]
    expect(answer).toMatchObject({
      ok: true,
      permission: { grants: [grant(BOB!, 8n)] },
      refused: `the voucher of ${account} in ${program} is not signed: it says ${cumulative} wei, and the file of epoch 5 grants ${amount} wei in total`,
    })
  },
)

test('no voucher is signed for a row if the header does not list its program', () => {
  const foreign: Grant = { ...grant(ANN!, 5n), program: 'aaa' }
  const file = paperFile(EPOCH, [foreign], 0n)
  const answer = maySign(withFile(file, [foreign]))
  expect(answer).toMatchObject({ ok: true, permission: { grants: [], vouchers: [] } })
  expect(answer).toMatchObject({ refused: expect.stringContaining(`the voucher of ${ANN} in aaa`) as string })
})

test('the first of several refused vouchers is named', () => {
  const grants = [grant(ANN!, 6n), grant(BOB!, 9n)]
  const { refused } = maySign(reading({ grants })) as { refused: string }
  expect(refused).toContain(`the voucher of ${ANN}`)
})

test('the grants of a header are checked for each of its programs', () => {
  const header = FILE.header.replace(/^program galx .*$/m, '$&\nprogram aaa 12 1 1 1 1000 1')
  const file = { ...FILE, header, published: keccak(Buffer.from(header)) }
  const known = new Map([...GOOD.read.vestedOf, [12n, 999n]])
  const facts = withFile(file)
  expect(maySign({ ...facts, read: { ...facts.read!, vestedOf: known } })).toMatchObject({
    ok: false,
    reason: 'unfunded',
    detail: 'the file grants 1000 wei of aaa, but only 999 have vested',
  })
})

test('rows whose grants exceed their header’s sum by a wei are not signed', () => {
  const file = paperFile(EPOCH, GRANTS, TOTAL - 1n)
  expect(maySign(withFile(file))).toMatchObject({
    ok: false,
    reason: 'disagreement',
    detail: expect.stringContaining(
      'rows of epoch 7 grant 13 wei of galx, but its header grants only 12',
    ) as string,
  })
  // A part alone does not show the fault.
  const [[part, text]] = [...file.parts] as [[number, string]]
  const some = withFile({ ...file, parts: new Map([[part, text]]) }, [grant(ANN!, 5n)])
  expect(maySign(some)).toMatchObject({ ok: true, refused: null, permission: { grants: [grant(ANN!, 5n)] } })
})

test('rows without a bonus grant nothing', () => {
  const part = `GALX epoch part 1\nepoch 7\npart a1\n${ANN} galx 9 0 5\n${ANN} aaa 9 1 6\n`
  expect(grantsIn(part)).toEqual([{ program: 'aaa', account: ANN, cumulative: 6n }])
})

test('a key signs only vouchers that maySign permits to that key', async () => {
  const permission = permissionFor(GOOD)
  const thread = new URL('data:text/javascript,')
  const keys = (key: Hex) => [
    signingThreads({ key, chainId: 56, contract: SIGNER }, 1, thread),
    remoteSigner('http://127.0.0.1:1', 56, SIGNER),
  ]
  const alike = [
    { ...permission },
    Object.create(permission) as object,
    Object.assign(Object.create(Object.getPrototypeOf(permission) as object) as object, { ...permission }),
  ]
  for (const signer of keys(KEY)) {
    for (const forged of alike)
      await expect(signer.sign(forged as MaySign)).rejects.toThrow('vouchers that maySign has not permitted')
    await signer.stop()
  }
  const [other] = keys(`0x${'42'.repeat(32)}`)
  await expect(other!.sign(permission)).rejects.toThrow(`permits only to ${SIGNER} and ${PAPER_COSIGNER}`)
  await other!.stop()
  // A permission cannot be changed afterwards either.
  expect(() => (permission.vouchers as unknown[]).push(permission.vouchers[0])).toThrow(TypeError)
  expect(() => Object.assign(permission, { vouchers: [] })).toThrow(TypeError)
})
