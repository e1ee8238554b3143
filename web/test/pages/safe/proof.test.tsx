/** The proofs on /safe: the reason for which the light client stays off, the proven figures, and a node's false figures. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Checkpoint } from '@galx/protocol/release'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../../src/core/config/configStore.ts'
import type { ProvenAccount } from '../../../src/core/lightclient/prove.ts'
import { ProofError, runProof } from '../../../src/core/lightclient/runProof.ts'
import type { ReleaseFound } from '../../../src/core/release/readRelease.ts'
import { useRelease } from '../../../src/core/release/useRelease.ts'
import { askedOf } from '../../../src/pages/safe/proof/figures.ts'
import { ProofSection } from '../../../src/pages/safe/proof/ProofSection.tsx'
import chinese from '../../../src/pages/safe/texts.zh.ts'
import { read } from '../../staking/fixtures.ts'
import { config, safety } from './fixtures.ts'

vi.mock('../../../src/core/lightclient/runProof.ts', async (original) => ({
  ...(await original<object>()),
  runProof: vi.fn(),
}))
vi.mock('../../../src/core/release/useRelease.ts', () => ({ useRelease: vi.fn() }))

const { proof: texts } = chinese
const MAINNET = '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b'
const now = Math.floor(Date.now() / 1000)
const checkpoint: Checkpoint = { number: 116_664_000, hash: `0x${'ab'.repeat(32)}`, time: now - 86_400 }

function found(one?: Checkpoint): ReleaseFound {
  const hash = `0x${'ab'.repeat(32)}` as const
  const release = {
    version: '1.0.0',
    chainId: 56,
    hash,
    cid: 'b',
    leastSafe: '1.0.0',
    signedAt: now,
    signature: hash,
    ...(one !== undefined && { checkpoint: one }),
  }
  return { status: 'signed', release }
}

function show(release: ReleaseFound = found(checkpoint), genesisHash = MAINNET) {
  useConfigStore.setState({ state: { status: 'ready', config: { ...config, genesisHash } as typeof config } })
  vi.mocked(useRelease).mockReturnValue(release)
  render(<ProofSection safety={read(safety())} />)
}

/** A worker that proves the page's figures, except for one value. */
function proveAll(other?: bigint) {
  vi.mocked(runProof).mockImplementation(async ({ next, progress }) => {
    progress(1, 2)
    const { block } = await next()
    const now = safety()
    const shown = new Map<string, bigint[]>()
    const word = (value: string | bigint) => BigInt(value)
    const { owners, guardians, held, mints } = now
    const of = (name: keyof typeof owners) => [word(owners[name]!.owner), word(owners[name]!.pending)]
    shown.set('StakingPools', [...of('StakingPools'), word(guardians.StakingPools!)])
    shown.set('ZnVault', [...of('ZnVault'), word(guardians.ZnVault!)])
    shown.set('EpochLog', [...of('EpochLog'), word(now.publisher!)])
    shown.set('Timelock', [other ?? BigInt(now.minDelay!)])
    shown.set('RewardVouchers', [
      ...of('RewardVouchers'),
      ...[guardians.RewardVouchers!, now.signer!, now.coSigner!, now.signersNonce!].map(word),
    ])
    for (const token of ['AAA', 'MCM', 'GALX'] as const) {
      const balances = Object.values(held).map((one) => one[token]!)
      shown.set(token, token === 'AAA' ? balances : [word(mints[token]!.minter), ...balances])
    }
    const nameOf = new Map([
      ...Object.entries(config.contracts).map(([name, address]) => [address, name] as const),
      ...Object.entries(config.tokens).map(([name, { address }]) => [address, name] as const),
    ])
    const accounts: ProvenAccount[] = askedOf(now, config).map(({ address }) => ({
      codeHash: '0x',
      code: '0x6001',
      values: shown.get(nameOf.get(address)!) ?? [],
    }))
    return { number: block, hash: '0x', time: now.time, voters: 20, validators: 21, accounts }
  })
}

vi.mock('../../../src/pages/safe/readers.ts', () => ({ stateOf: () => 'same' }))

beforeEach(() => {
  vi.mocked(runProof).mockReset()
})
afterEach(cleanup)

it('stays off on a chain without validators, without a checkpoint, and with a checkpoint that is too old', () => {
  show(found(checkpoint), `0x${'12'.repeat(32)}`)
  expect(screen.getByText(texts.off.own)).toBeTruthy()
  cleanup()
  show({ status: 'none' })
  expect(screen.getByText(texts.off.unsigned)).toBeTruthy()
  cleanup()
  show(found())
  expect(screen.getByText(texts.off.none)).toBeTruthy()
  cleanup()
  show(found({ ...checkpoint, time: 1_787_000_000 - 8 * 86_400 }))
  expect(screen.getByText(/2026-08-0/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(runProof).not.toHaveBeenCalled()
})

it('shows the proven figures of the page’s own block', async () => {
  proveAll()
  show()
  fireEvent.click(screen.getByRole('button', { name: texts.button }))
  expect(await screen.findByText(texts.proven)).toBeTruthy()
  for (const count of ['18 / 18', '12 / 12', '11 / 11', '20 / 21'])
    expect(screen.getByText(count)).toBeTruthy()
  expect(screen.getByText('4,918')).toBeTruthy()
})

it('names a false figure of the node', async () => {
  proveAll(60n)
  show()
  fireEvent.click(screen.getByRole('button', { name: texts.button }))
  expect(await screen.findByText(texts.different)).toBeTruthy()
  const what = `Timelock · ${texts.figures.delay}`
  expect(screen.getByText(texts.differs(what, '172800', '60'))).toBeTruthy()
})

it.each([
  ['noProofs', texts.nothing.noProofs],
  ['unreachable', texts.nothing.unreachable],
  ['votes', texts.refused(texts.falseParts.votes)],
] as const)('says in a line that nothing was proven: %s', async (trouble, words) => {
  vi.mocked(runProof).mockRejectedValue(new ProofError(trouble))
  show()
  fireEvent.click(screen.getByRole('button', { name: texts.button }))
  expect(await screen.findByText(words)).toBeTruthy()
})
