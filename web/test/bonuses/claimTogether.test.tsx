/** Base reward and bonus in one transaction: on every page that has a claim card, so that no page can lose the claim unnoticed. */
import type { BonusesData } from '@galx/protocol/http/bonuses'
import { POOL_KEYS, PRODUCTS, PROGRAM_KEYS, type PoolKey, type ProgramKey } from '@galx/protocol/products'
import type { WebPool } from '@galx/protocol/webConfig'
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { drawnBonuses } from '../../src/bonuses/bonusReads.ts'
import { useBonusStore } from '../../src/bonuses/bonusStore.ts'
import { getBonuses } from '../../src/core/api/bonusApi.ts'
import { initialChainState, setReading, useChainStore } from '../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { LOADING } from '../../src/core/state/reading.ts'
import { runTransaction } from '../../src/core/transactions/runTransaction.ts'
import { loadOverlay } from '../../src/design/overlay/Overlay.tsx'
import {
  ACCOUNT,
  accountState,
  btc,
  config,
  INVITER,
  ONE,
  pair,
  poolSnapshot,
  position,
  read,
  showChain,
  single,
  terms,
} from '../staking/fixtures.ts'

vi.mock('../../src/core/transactions/runTransaction.ts', () => ({
  runTransaction: vi.fn(() => Promise.resolve(null)),
}))
vi.mock('../../src/core/api/bonusApi.ts', () => ({
  getBonuses: vi.fn(),
  getBonusHistory: vi.fn(() => new Promise(() => {})),
  getAccountEpoch: vi.fn(() => new Promise(() => {})),
}))

type Claimed = { pools: readonly PoolKey[]; programs: readonly ProgramKey[] }

/** The pools and programs that one button of each page claims. The vault has no pool, and the promotion has no own pool, so they have no claim card. */
const PAGES: Readonly<Record<string, Claimed>> = {
  galx: PRODUCTS.galx,
  // The promotion's bonus, which the same call signs, is on the community's page.
  btc: { pools: PRODUCTS.btc.pools, programs: ['btc'] },
  mcm: PRODUCTS.mcm,
  mcmEarn: PRODUCTS.mcm,
  mcf: PRODUCTS.mcf,
  aaaJiJin: PRODUCTS.aaa,
  earn: { pools: POOL_KEYS, programs: PROGRAM_KEYS },
}

const pages = import.meta.glob<ComponentType>(
  ['../../src/products/*/*.page.tsx', '../../src/pages/*/*.page.tsx'],
  { import: 'default' },
)
const sources = import.meta.glob<string>(
  ['../../src/products/*/*.page.tsx', '../../src/pages/*/*.page.tsx'],
  { import: 'default', query: '?raw' },
)
function nameOf(path: string): string {
  return path.replace(/^.*\/|\.page\.tsx$/g, '')
}

const POOLS: Record<PoolKey, WebPool> = {
  galx: single,
  galxMcm: pair,
  btc,
  mcf: terms,
  mcm: { ...single, id: '4', stakeToken: 'MCM' },
  aaa: { ...single, id: '6', stakeToken: 'AAA', rewardToken: 'AAA' },
}
const BONUS = 3n * ONE

/** Every program has granted something, and every pool owes something. */
function show() {
  const timestamp = Math.floor(Date.now() / 1_000)
  const each = <T,>(value: (key: PoolKey) => T) =>
    Object.fromEntries(POOL_KEYS.map((key) => [key, read(value(key))]))
  showChain({
    head: { number: 9n, timestamp, readAt: performance.now() },
    connection: 'up',
    pools: each(() => poolSnapshot({ rewardRate: 0n, rewardEnd: timestamp })),
    accounts: each(() => accountState({ timestamp })),
    positions: each((pool) => [position({ pool })]),
    balances: {},
  })
  const available = Object.fromEntries(PROGRAM_KEYS.map((key) => [key, 100n * ONE]))
  const keys = { signer: INVITER, coSigner: ACCOUNT, signersNonce: 1 } as const
  setReading(drawnBonuses, read({ drawn: {}, available, pausedUntil: 0, ...keys }))
}

function granted(): BonusesData {
  return {
    address: ACCOUNT,
    settled: null,
    late: null,
    asOf: null,
    programs: PROGRAM_KEYS.map((program) => ({
      program,
      programId: config.programs[program]!,
      cumulative: BONUS.toString(),
      epoch: 1,
      voucher: {
        cumulative: BONUS.toString(),
        deadline: 4_000_000_000,
        signersNonce: 1,
        signature: `0x${'1'.repeat(64)}${'2'.repeat(64)}1b`,
        coSignature: `0x${'4'.repeat(64)}${'5'.repeat(64)}1c`,
      },
    })),
  }
}

beforeAll(() => loadOverlay())
beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config: { ...config, pools: POOLS } } })
  useAppStore.setState({ address: ACCOUNT, connection: 'connected' })
  vi.mocked(getBonuses).mockResolvedValue(granted())
  // The node simulates every call; no server answers.
  vi.stubGlobal('fetch', (_: string, { body }: { body?: string }) =>
    body?.includes('"eth_call"') ? Promise.resolve(Response.json({ result: '0x' })) : new Promise(() => {}),
  )
  show()
})
afterEach(() => {
  cleanup()
  window.localStorage.clear()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useBonusStore.setState({ address: null, reading: LOADING })
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

/** Finds an element by its words: a search by role takes long on a whole page. */
function claimButton(): HTMLElement {
  const buttons = [...document.querySelectorAll<HTMLElement>('section[aria-labelledby=claimable] button')]
  const [found] = buttons.filter(({ textContent }) => textContent.includes('领取'))
  if (found === undefined) throw new Error('there is no claim button yet')
  return found
}

it('every page with a claim card is listed here', async () => {
  const texts = await Promise.all(
    Object.entries(sources).map(async ([path, load]) => [nameOf(path), await load()] as const),
  )
  const withCard = texts.filter(([, text]) => /<(StakingSections|ClaimCard)\b/.test(text))
  expect(withCard.map(([name]) => name).sort()).toEqual(Object.keys(PAGES).sort())
})

it.each(Object.entries(PAGES))(
  '/%s claims base rewards and bonuses in one transaction',
  async (name, { pools: keys, programs }) => {
    const [, load] = Object.entries(pages).find(([path]) => nameOf(path) === name)!
    const Page = await load()
    render(<Page />)
    await waitFor(
      async () => {
        fireEvent.click(claimButton())
        const intent = vi.mocked(runTransaction).mock.calls.at(-1)?.[0]
        expect((await intent?.prepare(ACCOUNT))?.call).toEqual({
          name: 'claimWithBonuses',
          account: ACCOUNT,
          pools: keys,
          vouchers: programs.map((program) =>
            expect.objectContaining({
              program: BigInt(config.programs[program]!),
              account: ACCOUNT,
              cumulative: BONUS,
            }),
          ),
        })
      },
      { timeout: 15_000 },
    )
  },
  20_000,
)
