// A browser's translator replaces texts by its own elements. Typing still works, and no old figure stays.
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { Fragment, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { followTranslators } from '../../src/app/translatedPage.ts'
import { initialChainState, useChainStore } from '../../src/core/chain/chainStore.ts'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { initialAppState, useAppStore } from '../../src/core/state/appStore.ts'
import { useTransactionStore, type TransactionRecord } from '../../src/core/transactions/transactionStore.ts'
import { loadOverlay } from '../../src/design/overlay/Overlay.tsx'
import GalxPage from '../../src/products/galx/galx.page.tsx'
import { TransactionSheet } from '../../src/shell/transactions/TransactionSheet.tsx'
import {
  ACCOUNT,
  accountState,
  config,
  ONE,
  poolSnapshot,
  position,
  read,
  showChain,
} from '../staking/fixtures.ts'

type Manner = 'wraps' | 'replaces'

const { removeChild, insertBefore } = Node.prototype

/** Acts like a browser's translator: each text is then in two elements, with words of another language. The page's own code runs later. */
async function translate(manner: Manner): Promise<void> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.className === 'translated') continue
    const inner = document.createElement('span')
    inner.className = 'translated'
    const outer = document.createElement('span')
    outer.append(inner)
    text.replaceWith(outer)
    inner.append(manner === 'wraps' ? text : `${text.data}`)
  }
  await Promise.resolve()
}

const MANNERS: [Manner][] = [['wraps'], ['replaces']]

beforeAll(async () => {
  followTranslators()
  await loadOverlay()
  await Promise.all([
    import('../../src/staking/PositionSheet.tsx'),
    import('../../src/shell/transactions/ProblemText.tsx'),
    import('../../src/shell/transactions/RareText.tsx'),
  ])
})
afterAll(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore })
})
beforeEach(() => {
  useConfigStore.setState({ state: { status: 'ready', config } })
  useAppStore.setState({ address: ACCOUNT, connection: 'connected', mainApi: 'down' })
})
afterEach(() => {
  cleanup()
  useChainStore.setState(initialChainState, true)
  useAppStore.setState(initialAppState(), true)
  useTransactionStore.setState({ list: [], currentId: null })
})

const child: fc.Arbitrary<ReactNode> = fc.oneof(
  fc.stringMatching(/^[a-z ]{0,4}$/),
  fc.integer({ min: 0, max: 99 }),
  fc.constantFrom(null, false),
  fc.stringMatching(/^[A-Z]{1,3}$/).map((text) => <b>{text}</b>),
  fc.stringMatching(/^[A-Z]{1,3}$/).map((text) => <Bare text={text} />),
)

function Bare({ text }: { text: string }) {
  return text
}

it.each(MANNERS)('any children can follow any others on a page that a translator %s', async (manner) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(child, { maxLength: 4 }), { minLength: 2, maxLength: 5 }),
      async (pages) => {
        const page = (children: ReactNode[]) => (
          <p>{...children.map((one, key) => <Fragment key={key}>{one}</Fragment>)}</p>
        )
        const { container, rerender, unmount } = render(page([]))
        for (const children of pages) {
          await translate(manner)
          rerender(page(children))
          await Promise.resolve()
          const { container: plain, unmount: gone } = render(page(children))
          expect(container.textContent).toBe(plain.textContent)
          gone()
        }
        unmount()
      },
    ),
    { numRuns: 60 },
  )
})

describe.each(MANNERS)('on a page that a translator %s', (manner) => {
  async function type(field: HTMLElement, value: string): Promise<void> {
    await translate(manner)
    fireEvent.change(field, { target: { value } })
    await translate(manner)
  }

  function staked() {
    const timestamp = Math.floor(Date.now() / 1_000)
    const pool = poolSnapshot({
      rewardEnd: timestamp + 86_400,
      totalWeight: 1_000n * ONE,
      rewardRate: 10n ** 15n,
    })
    const none = accountState({ weight: 0n, earned: 0n, timestamp, positionCount: 0 })
    showChain({
      head: { number: 48_211_907n, timestamp, readAt: performance.now() },
      connection: 'up',
      pools: { galx: read(pool), galxMcm: read(pool) },
      accounts: {
        galx: read(accountState({ weight: 500n * ONE, earned: ONE, timestamp })),
        galxMcm: read(none),
      },
      positions: { galx: read([position({ amount: 500n * ONE })]), galxMcm: read([]) },
      balances: { GALX: read(3_204n * ONE), MCM: read(50n * ONE), native: read(ONE) },
    })
  }

  it('a digit is typed and deleted in the stake’s form and in the unstake’s sheet', async () => {
    staked()
    render(<GalxPage />)
    const field = screen.getByLabelText('质押数量')
    for (const value of ['1', '', '99999', '12']) await type(field, value)
    expect(field.isConnected).toBe(true)
    expect(screen.getByRole('button', { name: /^质押 12\.00 GALX/ })).toBeTruthy()

    fireEvent.click(await screen.findByRole('button', { name: /GALX[\s\S]*500\.00/ }))
    const sheet = await screen.findByRole('dialog', { name: '取回质押' })
    const amount = within(sheet).getByLabelText('取回数量')
    for (const value of ['1', '', '99999', '7']) await type(amount, value)
    expect(sheet.isConnected).toBe(true)
    expect(within(sheet).getByRole('button', { name: /取回 7\.00 GALX/ })).toBeTruthy()
  })

  it('a transaction’s sheet goes through every stage', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const record: TransactionRecord = {
      id: 'a',
      account: ACCOUNT,
      chainId: 56,
      genesisHash: config.genesisHash,
      title: '质押',
      call: { name: 'claim', pool: 'galx', to: ACCOUNT },
      stage: 'checking',
      steps: [],
      hash: null,
      nonce: null,
      startedAt: 1,
      sentAt: null,
      sentBlock: null,
      finishedAt: null,
      blockNumber: null,
      problem: null,
      replacement: null,
    }
    render(<TransactionSheet />)
    const changes: [Partial<TransactionRecord>, string][] = [
      [{ stage: 'signing' }, '请在钱包中确认'],
      [
        { stage: 'checking', problem: { code: 'untried', message: 'limit' } },
        '没有链节点能预先试算这笔交易（limit）',
      ],
      [{ stage: 'signing', apart: 'chain' }, '在当前网络上不支持'],
      [{ stage: 'pending', hash: `0x${'1'.repeat(64)}`, sentAt: 1 }, '已发送，等待上链'],
      [{ stage: 'dropped', sentAt: 1 }, '现在没有节点知道这笔交易'],
      [{ stage: 'failed', problem: { code: 'accountChanged' } }, '钱包中的账户已更换'],
      [{ stage: 'refused' }, '你在钱包中取消了'],
      [{ stage: 'confirmed', blockNumber: 7n }, '已确认'],
    ]
    for (const [change, text] of changes) {
      act(() => useTransactionStore.setState({ list: [{ ...record, ...change }], currentId: 'a' }))
      await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(text))
      await translate(manner)
    }
  })
})
