/** Each reason against signing alone: without its condition in `maySign`, the case of that reason would be permitted. */
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
/** The same facts about an epoch with another header, which EpochLog and both engines have. */
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

test('without a reason against it, these vouchers are permitted, to both keys, for a year from the epoch’s end', () => {
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
  // Exactly the vested amount.
  const exactly = { programs: [{ key: 'galx' as const, owed: TOTAL, vested: TOTAL }] }
  expect(maySign(reading({ ...exactly, vestedOf: new Map([[11n, TOTAL]]) })).ok).toBe(true)
})

test('a list of vouchers is the same in lots', () => {
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
  ['the tables have not been compared since its end', { compared: false }, 'unconfirmed', true],
  ['the second engine has said nothing', { audited: null }, 'unconfirmed', true],
  ['the engines differ', { audited: OTHER }, 'disagreement', true],
  ['nothing is published', { published: null }, 'unpublished', false],
  ['another hash is published', { published: OTHER }, 'disagreement', false],
])('nothing of an epoch is signed, and nothing more is read, if %s', (_what, change, reason, publishing) => {
  for (const { read } of [GOOD, { read: null }])
    expect(maySign({ ...GOOD, ...change, read })).toMatchObject({ ok: false, reason })
  const publication = mayPublish({ ...GOOD, ...GOOD.read, ...change })
  expect(publication).toMatchObject(publishing ? { ok: false, reason } : { ok: true })
})

test.each<[string, Partial<ReadFacts>, string, boolean]>([
  [
    'the owed amount exceeds the vested amount by a wei',
    { programs: [{ key: 'galx', owed: 6n, vested: 5n }] },
    'unfunded',
    true,
  ],
  ['a grant is below its voucher', { fallen: { program: 'galx', account: SIGNER } }, 'unfunded', true],
  [
    'the file’s grants exceed the vested amount by a wei',
    { vestedOf: new Map([[11n, TOTAL - 1n]]) },
    'unfunded',
    false,
  ],
  ['the contract knows nothing of the program', { vestedOf: new Map() }, 'unfunded', false],
  ['the contract’s signer is off', { signers: signers({ signer: NOBODY }) }, 'signer', false],
  ['the contract’s co-signer is off', { signers: signers({ coSigner: NOBODY }) }, 'coSigner', false],
  [
    'neither key nor contract has a signer',
    { signers: signers({ signer: NOBODY }), keys: keys({ signer: NOBODY }) },
    'signer',
    false,
  ],
  [
    'neither key nor contract has a co-signer',
    { signers: signers({ coSigner: NOBODY }), keys: keys({ coSigner: NOBODY }) },
    'coSigner',
    false,
  ],
  ['the key is not the contract’s', { keys: keys({ signer: STRANGER }) }, 'signer', false],
  ['the co-signer’s key is not the contract’s', { keys: keys({ coSigner: STRANGER }) }, 'coSigner', false],
  ['the keys are exchanged', { keys: { signer: PAPER_COSIGNER, coSigner: SIGNER } }, 'signer', false],
  ['the remote signer is away', { keys: keys({ signer: null }) }, 'signer', false],
  ['the co-signer is away', { keys: keys({ coSigner: null }) }, 'coSigner', false],
  ['the tables have no header', { header: null }, 'disagreement', false],
  [
    'the header is another one',
    { header: FILE.header.replace('chain 56', 'chain 57') },
    'disagreement',
    false,
  ],
])('nothing is signed if %s', (_what, change, reason, publishing) => {
  expect(maySign(reading(change))).toMatchObject({ ok: false, reason })
  // Even if no voucher is requested: the epoch is not done.
  expect(maySign(reading({ ...change, grants: [] }))).toMatchObject({ ok: false, reason })
  const publication = mayPublish({ ...GOOD, ...GOOD.read, ...change })
  expect(publication).toMatchObject(publishing ? { ok: false, reason } : { ok: true })
})

test('a signing key that does not answer is reported as away, not as another key', () => {
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
    'EpochLog has nothing of the epoch that granted it',
    { file: { ...EARLIER, published: null } },
    /has no final hash of epoch 5$/,
  ],
  [
    'EpochLog has another hash of that epoch',
    { file: { ...EARLIER, published: OTHER } },
    /the header of epoch 5 does not have the hash 0xcd/,
  ],
  [
    'that epoch has no header',
    { file: { ...EARLIER, header: null } },
    /the header of epoch 5 does not have the hash/,
  ],
  [
    'a part of it has other rows',
    { file: { ...EARLIER, parts: new Map([[annsPart, annsText.replaceAll(' 3', ' 4')]]) } },
    /the rows of part a1 of epoch 5 do not match its header/,
  ],
  [
    'a part of it is one that the header does not name',
    { file: { ...EARLIER, parts: new Map([[0xc3, annsText]]) } },
    /the rows of part c3 of epoch 5 do not match its header/,
  ],
  [
    'its file is a later one, about which the engines may still differ',
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
  ['a wei less', [grant(ANN!, 2n)], EARLIER.parts, 3n],
  [
    'what its account’s part would say, and that part was not read',
    [grant(ANN!, 3n)],
    new Map([[bobsPart, bobsText]]),
    0n,
  ],
  ['something of an account that has no row', [grant(`0x${'a1'.repeat(19)}a2`, 3n)], EARLIER.parts, 0n],
  ['nothing of an account that has no row', [grant(`0x${'a1'.repeat(19)}a2`, 0n)], EARLIER.parts, 0n],
  ['another program', [{ ...grant(ANN!, 3n), program: 'aaa' }], EARLIER.parts, 0n],
])(
  'a voucher that says %s is refused by name, and the others are permitted',
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

test('a row of a program that the header lacks has no voucher', () => {
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
    detail: 'the file grants 1000 wei of aaa and 999 have vested',
  })
})

test('rows that grant a wei more than their header are not signed', () => {
  const file = paperFile(EPOCH, GRANTS, TOTAL - 1n)
  expect(maySign(withFile(file))).toMatchObject({
    ok: false,
    reason: 'disagreement',
    detail: expect.stringContaining(
      'rows of epoch 7 grant 13 wei of galx, but its header grants only 12',
    ) as string,
  })
  // Some parts alone do not show it.
  const [[part, text]] = [...file.parts] as [[number, string]]
  const some = withFile({ ...file, parts: new Map([[part, text]]) }, [grant(ANN!, 5n)])
  expect(maySign(some)).toMatchObject({ ok: true, refused: null, permission: { grants: [grant(ANN!, 5n)] } })
})

test('rows without a bonus grant nothing', () => {
  const part = `GALX epoch part 1\nepoch 7\npart a1\n${ANN} galx 9 0 5\n${ANN} aaa 9 1 6\n`
  expect(grantsIn(part)).toEqual([{ program: 'aaa', account: ANN, cumulative: 6n }])
})

test('a key signs only what maySign has permitted to that key', async () => {
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
