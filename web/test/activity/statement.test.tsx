import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { makeStatement } from '../../src/activity/statement/makeStatement.ts'
import StatementSheet from '../../src/activity/statement/StatementSheet.tsx'
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { loadLanguage } from '../../src/i18n/texts.ts'
import { ACCOUNT, config, ONE } from '../staking/fixtures.ts'

const HASH = `0x${'b2'.repeat(32)}`
const YEAR = new Date().getUTCFullYear()
const NOON = Date.UTC(YEAR, 5, 1, 12) / 1_000

function step(blockNumber: number, more: object = {}) {
  return {
    id: String(blockNumber),
    kind: 'claim',
    product: 'galx',
    pool: 'galx',
    subject: null,
    position: null,
    token: 'GALX',
    amount: ONE.toString(),
    pairToken: null,
    pairAmount: null,
    penalty: null,
    rewardToken: null,
    reward: null,
    status: 'confirmed',
    reason: null,
    txHash: `0x${String(blockNumber).padStart(64, '0')}`,
    blockNumber,
    at: NOON + blockNumber,
    ...more,
  }
}

/** The server's pages by their cursors, newest first, and the server's block. */
let pages: Record<string, { list: object[]; nextCursor: string | null }>
let asOf: { block: number; at: number } | null
let asked: string[]
let saved: { text: Promise<string>; name: string }[]

beforeAll(() => loadLanguage('en_US'))
beforeEach(() => {
  asked = []
  saved = []
  asOf = { block: 9, at: NOON }
  useChainStore.setState(initialChainState, true)
  useConfigStore.setState({ state: { status: 'ready', config } })
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (body !== undefined) {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }
      asked.push(`${method} ${String(params[0])}`)
      return Response.json({ jsonrpc: '2.0', id, result: { hash: HASH } })
    }
    const query = new URL(url, 'http://localhost').searchParams
    asked.push(`${query.get('address')} ${query.get('limit')} ${query.get('cursor') ?? ''}`.trim())
    const page = pages[query.get('cursor') ?? '']!
    return Response.json({ code: 200, message: 'ok', data: { total: 3, asOf, ...page } })
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.at(-1)!.name = this.download
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push({ text: (file as Blob).text(), name: '' })
    return 'blob:'
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function save(): Promise<string> {
  render(<StatementSheet account={ACCOUNT} open onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Save the file' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  return saved[0]!.text
}

it('saves every movement of the year up to the server’s block, oldest first, with the block’s hash', async () => {
  pages = {
    // Block 10 came after the first answer.
    '': { list: [step(10), step(9), step(8, { kind: 'stake' })], nextCursor: 'older' },
    older: { list: [step(3), step(2, { at: Date.UTC(YEAR, 0, 1) / 1_000 - 1 })], nextCursor: 'oldest' },
  }
  const lines = (await save()).trimEnd().split('\r\n')
  expect(lines[1]).toBe(`${config.chainId},${ACCOUNT.toLowerCase()},${YEAR},9,${HASH}`)
  expect(lines.slice(4).map((line) => line.split(',').slice(1, -1).join())).toEqual([
    'reward,galx,GALX,1,,3',
    'stake,galx,GALX,,1,8',
    'reward,galx,GALX,1,,9',
  ])
  expect(saved[0]!.name).toBe(`galx-galx-${YEAR}-${ACCOUNT.slice(0, 10)}.csv`)
  // A page whose last step is of an earlier year is the last page.
  expect(asked).toEqual([
    `${ACCOUNT} 1`,
    `${ACCOUNT} 100`,
    `${ACCOUNT} 100 older`,
    'eth_getBlockByNumber 0x9',
  ])
})

it('offers the years up to the chain’s year, whatever the clock of this device says', () => {
  const timestamp = Date.UTC(2029, 0, 1) / 1_000
  useChainStore.setState({ head: { number: 9n, timestamp, readAt: performance.now() } })
  render(<StatementSheet account={ACCOUNT} open onClose={() => {}} />)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '2029',
    '2028',
    '2027',
    '2026',
  ])
})

it('saves the columns of a tax program', async () => {
  pages = { '': { list: [step(9)], nextCursor: null } }
  render(<StatementSheet account={ACCOUNT} open onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('radio', { name: 'Koinly' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save the file' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]!.text).toMatch(
    /^Date,Sent Amount,.*\r\n\S+ \S+ UTC,,,1,GALX,,,,,Reward,galx reward,0x0+9\r\n$/,
  )
})

it('requests a page again after the server’s rate limit has refused it, and gives up in the end', async () => {
  pages = { '': { list: [step(9)], nextCursor: null } }
  const answer = globalThis.fetch
  let refusals = 2
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) =>
    refusals-- > 0 ? Promise.resolve(new Response('', { status: 429 })) : answer(...request),
  )
  vi.useFakeTimers()
  try {
    const make = () => makeStatement({ account: ACCOUNT, chainId: config.chainId }, YEAR, 'galx')
    const made = make()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await made).toContain('reward,galx,GALX,1,,9')
    refusals = Number.POSITIVE_INFINITY
    const refused = expect(make()).rejects.toMatchObject({ code: 429 })
    await vi.advanceTimersByTimeAsync(80_000)
    await refused
  } finally {
    vi.useRealTimers()
  }
})

it('saves nothing and says so while the server has read no block', async () => {
  pages = { '': { list: [], nextCursor: null } }
  asOf = null
  render(<StatementSheet account={ACCOUNT} open onClose={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Save the file' }))
  expect((await screen.findByRole('alert')).textContent).toContain('No file was made')
  expect(saved).toEqual([])
  asOf = { block: 9, at: NOON }
  fireEvent.click(screen.getByRole('button', { name: 'Save the file' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
})
