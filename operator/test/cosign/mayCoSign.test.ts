/** The vouchers that the co-signer may sign, and each field that must not change. */
import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { VOUCHER_TYPES, voucherDomain, type Voucher } from '@galx/protocol/voucher'
import { refusalOf, type CoSignFacts, type LedgerStatus } from '../../src/cosign/mayCoSign.ts'
import { readVoucherRequest } from '../../src/cosign/voucherRequest.ts'

const [ANN, EVE] = ['a1', 'e1'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address]
const CONTRACT: Address = `0x${'c0'.repeat(20)}`
const [BTC, ZN] = [(1n << 160n) | 5n, (2n << 160n) | 7n]
const HASH = `0x${'ab'.repeat(32)}`
const END = 1_800_000_000n

const GRANTED: ReadonlyMap<string, { settled: bigint; closed: bigint }> = new Map([
  [`${BTC} ${ANN}`, { settled: 100n, closed: 100n }],
  [`${BTC} ${EVE}`, { settled: 30n, closed: 70n }],
  [`${ZN} ${ANN}`, { settled: 9n, closed: 9n }],
])
const STATUS: LedgerStatus = { signersNonce: 3n, settled: { epoch: 7n, end: END }, waits: null, fault: null }
const UNPUBLISHED: LedgerStatus = { ...STATUS, waits: 'EpochLog has no final hash of epoch 8' }

function facts(status: LedgerStatus | null = STATUS): CoSignFacts {
  return {
    status,
    granted: (program, account) =>
      program === BTC || program === ZN
        ? (GRANTED.get(`${program} ${account}`) ?? { settled: 0n, closed: 0n })
        : null,
  }
}

const VOUCHER: Voucher = {
  program: BTC,
  account: ANN,
  cumulative: 100n,
  deadline: END + 31_536_000n,
  signersNonce: 3n,
}

describe('a voucher', () => {
  it('is signed if it grants the computed amount or less', () => {
    for (const changed of [
      {},
      { cumulative: 99n },
      { deadline: END },
      { program: ZN, cumulative: 9n },
      { account: EVE, cumulative: 30n },
    ])
      expect(refusalOf({ ...VOUCHER, ...changed }, facts())).toBeNull()
    expect(refusalOf({ ...VOUCHER, account: EVE, cumulative: 30n }, facts(UNPUBLISHED))).toBeNull()
  })

  it.each([
    ['one more wei', { cumulative: 101n }, `${ANN} was granted 100 wei in all, not 101`],
    ['another account', { account: CONTRACT }, `${CONTRACT} was granted 0 wei in all, not 100`],
    ['another program', { program: ZN }, `${ANN} was granted 9 wei in all, not 100`],
    ['an unknown program', { program: BTC + 1n }, `no ruleset has the program ${BTC + 1n}`],
    [
      'one more second',
      { deadline: VOUCHER.deadline + 1n },
      `a voucher of epoch 7 is good until ${VOUCHER.deadline}, not until ${VOUCHER.deadline + 1n}`,
    ],
    ['an old nonce', { signersNonce: 2n }, "the nonce of the contract's signers is 3, the voucher's is 2"],
    ['a later nonce', { signersNonce: 4n }, "the nonce of the contract's signers is 3, the voucher's is 4"],
  ] as const)('is refused with %s', (_, changed, reason) => {
    expect(refusalOf({ ...VOUCHER, ...changed }, facts())).toBe(reason)
  })

  it('is refused for the grants of an epoch that EpochLog does not have yet, or that differs in EpochLog', () => {
    const ofEve = { ...VOUCHER, account: EVE, cumulative: 31n }
    expect(refusalOf(ofEve, facts(UNPUBLISHED))).toBe(
      `EpochLog has no final hash of epoch 8: ${EVE} was granted 30 wei up to epoch 7`,
    )
    const waits = `EpochLog has ${HASH} for epoch 8, computed 0x12`
    expect(refusalOf(ofEve, facts({ ...STATUS, waits }))).toBe(
      `${waits}: ${EVE} was granted 30 wei up to epoch 7`,
    )
    expect(refusalOf({ ...ofEve, cumulative: 71n }, facts(UNPUBLISHED))).toBe(
      `${EVE} was granted 70 wei in all, not 71`,
    )
    expect(refusalOf({ ...VOUCHER, deadline: VOUCHER.deadline + 60n }, facts(UNPUBLISHED))).toBe(
      `EpochLog has no final hash of epoch 8: a voucher of epoch 7 is good until ${VOUCHER.deadline}, not until ${VOUCHER.deadline + 60n}`,
    )
  })

  it('is refused while nothing is computed, nothing is settled, or the contracts differ from the logs', () => {
    expect(refusalOf(VOUCHER, facts(null))).toMatch(/^not computed yet/)
    expect(refusalOf(VOUCHER, facts({ ...UNPUBLISHED, settled: null }))).toBe(
      'not computed yet: EpochLog has no final hash of epoch 8',
    )
    expect(refusalOf(VOUCHER, facts({ ...STATUS, settled: null }))).toBe(
      'not computed yet: no epoch has ended',
    )
    const fault = 'EpochLog does not have ruleset 1 as the deployment file has it'
    expect(refusalOf(VOUCHER, facts({ ...STATUS, fault }))).toBe(fault)
  })
})

describe('typed data', () => {
  const message = {
    program: `${VOUCHER.program}`,
    account: ANN,
    cumulative: '100',
    deadline: `${VOUCHER.deadline}`,
    signersNonce: '3',
  }
  const right = {
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Voucher: [...VOUCHER_TYPES.Voucher] as { name: string; type: string }[],
    },
    domain: { ...voucherDomain(56, CONTRACT) } as Record<string, unknown>,
    primaryType: 'Voucher',
    message: message as Record<string, unknown>,
  }
  const read = (typed: unknown) =>
    readVoucherRequest(typeof typed === 'string' ? typed : JSON.stringify(typed), 56, CONTRACT)
  const domain = (changed: object) => ({ ...right, domain: { ...right.domain, ...changed } })
  const said = (changed: object) => ({ ...right, message: { ...message, ...changed } })
  const typed = (Voucher: unknown) => ({ ...right, types: { ...right.types, Voucher } })
  const [first, second, ...others] = right.types.Voucher

  it('of a voucher of this deployment is read', () => {
    expect(read(right)).toEqual(VOUCHER)
    expect(read(domain({ chainId: '56' }))).toEqual(VOUCHER)
    expect(read(said({ account: `0x${'A1'.repeat(20)}` }))).toEqual(VOUCHER)
  })

  it.each([
    ['no text', 7, /not JSON text/],
    ['no JSON', '{', /not JSON text/],
    ['null', 'null', /exactly the fields/],
    ['one more field', { ...right, extra: 1 }, /the typed data does not have exactly/],
    ['another primary type', { ...right, primaryType: 'EIP712Domain' }, /not a Voucher/],
    ['an additional type', { ...right, types: { ...right.types, Permit: [] } }, /the list of types/],
    [
      'a missing type of the domain',
      { ...right, types: { Voucher: right.types.Voucher } },
      /the list of types/,
    ],
    [
      'another type of the domain',
      { ...right, types: { ...right.types, EIP712Domain: right.types.EIP712Domain.slice(1) } },
      /the type EIP712Domain does not have the fields of the contract's type/,
    ],
    [
      'a missing field in the type',
      typed(others),
      /the type Voucher does not have the fields of the contract's type/,
    ],
    [
      'fields in another order',
      typed([second, first, ...others]),
      /the type Voucher does not have the fields of the contract's type/,
    ],
    [
      'a field of another type',
      typed([{ ...first!, type: 'int256' }, second, ...others]),
      /does not have the fields/,
    ],
    ['another chain', domain({ chainId: 97 }), /chain is not 56/],
    ['another contract', domain({ verifyingContract: EVE }), /contract is not/],
    ['another name', domain({ name: 'GALX' }), /name or version is not/],
    ['another version', domain({ version: '2' }), /name or version is not/],
    ['a salt', domain({ salt: HASH }), /the domain does not have exactly/],
    ['an additional field in the voucher', said({ nonce: '1' }), /the voucher does not have exactly/],
    ['an amount as a number', said({ cumulative: 100 }), /cumulative is not a whole number/],
    ['an amount below zero', said({ cumulative: '-1' }), /cumulative is not a whole number/],
    ['an amount in hex', said({ program: '0x10' }), /program is not a whole number/],
    ['an amount above 256 bits', said({ deadline: `${2n ** 256n}` }), /deadline is not a whole number/],
    ['no address', said({ account: '0x12' }), /account is not an address/],
  ] as const)('with %s is refused', (_, asked, reason) => {
    expect(() =>
      readVoucherRequest(typeof asked === 'object' ? JSON.stringify(asked) : asked, 56, CONTRACT),
    ).toThrow(reason)
  })
})
