// @vitest-environment jsdom
/** The sheet before a signature, as a browser shows it that has no native modal dialog: jsdom has none either. */
import type { LifeboatDeployment } from '@galx/protocol/lifeboat'
import { keccak256 } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Holdings, Pool } from '../src/holdings.ts'
import { NodeError, requestOfWallet, type Request } from '../src/node.ts'
import { openReview } from '../src/review.ts'
import { TEXTS } from '../src/texts.ts'
import { unsignedOf, type Way } from '../src/ways.ts'

const texts = TEXTS.en_US
const account = `0x${'a1'.repeat(20)}` as const
const deployment = {
  chainId: 56,
  contracts: { StakingPools: `0x${'11'.repeat(20)}`, ZnVault: `0x${'22'.repeat(20)}` },
} as unknown as LifeboatDeployment
const ETHER = 10n ** 18n
const pool = { id: 1n, stakeToken: 'GALX', rewardToken: 'GALX', earned: ETHER } as Pool
const holdings = { time: 0, programs: new Map() } as unknown as Holdings

type Answers = Record<string, (...params: never[]) => unknown>

/** A node or wallet with these answers. */
function answering(answers: Answers): Request {
  return async (method, params = []) => {
    const answer = answers[method]
    if (answer === undefined) throw new NodeError(`no ${method}`, -32601)
    return answer(...(params as never[]))
  }
}

function open(answers: Answers, opened: Partial<Opened> = {}): void {
  openWith(answering(answers), opened)
}
function openWith(
  request: Request,
  { kind = 'wallet', way = { kind: 'claim', pool } }: Partial<Opened>,
): void {
  const session = { kind, request, account } as const
  openReview(way, 'title', { texts, deployment, session, holdings, onDone: () => {} })
}
type Opened = { kind: 'wallet' | 'node'; way: Way }

function sheet(): Element | null {
  return document.querySelector('dialog')
}
function button(name: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  )
}
function type(amount: string): void {
  const input = document.querySelector<HTMLInputElement>('dialog input')!
  input.value = amount
  input.dispatchEvent(new Event('input'))
}
function shows(words: string) {
  return vi.waitFor(() => expect(sheet()?.textContent).toContain(words), 15_000)
}

beforeEach(() => document.body.replaceChildren(Object.assign(document.createElement('main'), { id: 'app' })))
afterEach(() => vi.useRealTimers())

it('replaces the page, and gives the page back when the review closes', async () => {
  open({ eth_call: () => '0x' })
  await shows(texts.tried)
  expect(button(texts.sign)).toBeDefined()
  expect(sheet()!.hasAttribute('open')).toBe(true)
  expect(document.getElementById('app')!.hidden).toBe(true)
  button(texts.close)!.click()
  expect(sheet()).toBeNull()
  expect(document.getElementById('app')!.hidden).toBe(false)
})

function refuses(message: string, code: number, data: `0x${string}` | null = null): () => never {
  return () => {
    throw new NodeError(message, code, data)
  }
}

it.each([
  ['refuses to simulate', refuses('over rate limit', -32016)],
  ['has no such block', refuses('header not found', -32000)],
  ['fails', refuses('Internal error', -32603)],
])('a node that %s does not prevent the signature', async (_, call) => {
  const sent = vi.fn(() => `0x${'ab'.repeat(32)}`)
  open({
    eth_call: call,
    eth_accounts: () => [account],
    eth_chainId: () => '0x38',
    eth_sendTransaction: sent,
    eth_getTransactionReceipt: () => ({ blockNumber: '0x7', status: '0x1' }),
  })
  await shows('The node did not simulate this.')
  button(texts.sign)!.click()
  await shows(texts.done('7'))
  expect(sent).toHaveBeenCalledOnce()
})

it('a node that neither simulates nor estimates does not prevent an offline signature', async () => {
  open(
    {
      eth_call: refuses('over rate limit', -32016),
      eth_estimateGas: refuses('over rate limit', -32016),
      eth_getTransactionCount: () => '0x3',
      eth_gasPrice: () => '0x5f5e100',
    },
    { kind: 'node' },
  )
  await shows('The node did not simulate this.')
  button(texts.make)!.click()
  await shows(texts.unsigned)
  const json = JSON.parse(
    document.querySelector<HTMLTextAreaElement>('textarea[rows="12"]')!.value,
  ) as Record<string, string>
  expect(json).toMatchObject({ nonce: '0x3', gas: '0x1000000', gasPrice: '0x5f5e100' })
})

it.each([
  ['with data', refuses('execution reverted', 3, '0x12345678')],
  ['in words alone', refuses('execution reverted', -32000)],
])('the contract’s refusal %s ends the withdrawal', async (_, call) => {
  open({ eth_call: call })
  await shows('The contract refuses: ')
  expect(button(texts.sign)).toBeUndefined()
})

it.each([
  ['1,5', '1.5'],
  ['0,5', '0.5'],
  ['0,125', '0.125'],
  ['1.5', '1.5'],
  ['1,234', '1,234'],
  ['1,234.5', '1,234.5'],
])('reads the amount %s as %s', async (typed, shown) => {
  const held = 5_000n * ETHER
  open({ eth_call: () => '0x' }, { way: { kind: 'withdraw', amount: held, held, token: 'GALX' } })
  type(typed)
  await shows(texts.tried)
  expect(document.querySelector('dd')!.textContent).toBe(`${shown} GALX`)
})

it.each(['1,5,5', '1.234,5', '1,2345.6', 'all'])('refuses the amount %s', async (typed) => {
  const held = 5_000n * ETHER
  open({ eth_call: () => '0x' }, { way: { kind: 'withdraw', amount: held, held, token: 'GALX' } })
  type(typed)
  await shows(texts.faults.amount('5,000 GALX'))
})

const HASH = `0x${'ab'.repeat(32)}`
const SENDING: Answers = {
  eth_call: () => '0x',
  eth_getCode: () => '0x',
  eth_accounts: () => [account],
  eth_chainId: () => '0x38',
  eth_getTransactionCount: () => '0x3',
  eth_getTransactionReceipt: (hash: string) => (hash === HASH ? { blockNumber: '0x7', status: '0x1' } : null),
}

describe('a wallet', () => {
  function sign(answer: () => unknown, answers: Answers = {}) {
    const provider = {
      request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
        method === 'eth_sendTransaction'
          ? Promise.resolve().then(answer)
          : answering({ ...SENDING, ...answers })(method, params),
    }
    openWith(requestOfWallet(provider), { kind: 'wallet' })
    return shows(texts.tried).then(() => button(texts.sign)!.click())
  }
  function throws(error: unknown): () => never {
    return () => {
      throw error
    }
  }

  it.each([
    [{ code: 4001 }],
    [{ code: 5000, message: 'User rejected.' }],
    [{ code: 'ACTION_REJECTED' }],
    [{ code: -32603, message: 'User rejected the request.' }],
    [{ code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4001 } } }],
    ['用户取消了操作'],
  ])('that refuses with %o has declined', async (error) => {
    await sign(throws(error))
    await shows(texts.faults.refused)
  })

  it.each([[HASH], [HASH.slice(2)], [{ hash: HASH }]])(
    'that answers %o has sent the transaction',
    async (answer) => {
      await sign(() => answer)
      await shows(texts.done('7'))
    },
  )

  it('that names no hash may have sent the transaction', async () => {
    await sign(() => null)
    await shows(texts.faults.unclear('null'))
  })

  it('that fails may have sent the transaction if the account’s nonce has grown', async () => {
    let count = 3
    await sign(
      () => {
        count += 1
        throw { code: -32603, message: 'Internal error' }
      },
      { eth_getTransactionCount: () => `0x${count.toString(16)}` },
    )
    await shows(texts.faults.unclear('Internal error'))
  })

  it('of a contract account that fails may have sent the transaction, which the account’s nonce does not count', async () => {
    await sign(throws({ code: -32603, message: 'Internal error' }), { eth_getCode: () => '0x6001' })
    await shows(texts.faults.unclear('Internal error'))
  })

  it('that fails has failed if the account’s nonce has not grown', async () => {
    vi.useFakeTimers()
    await sign(throws({ code: -32000, message: 'insufficient funds' }))
    await vi.advanceTimersByTimeAsync(5_000)
    await shows(texts.faults.node('insufficient funds'))
    expect(button(texts.sign)!.disabled).toBe(false)
  })
})

describe('the offline signer’s node', () => {
  const unsigned = unsignedOf(deployment, { kind: 'claim', pool }, account, account)
  const raw = `0x${unsigned.to.slice(2)}${unsigned.data.slice(2)}` as const

  async function send(known: boolean, message: string) {
    open(
      {
        ...SENDING,
        eth_estimateGas: () => '0x5208',
        eth_gasPrice: () => '0x1',
        eth_sendRawTransaction: refuses(message, -32000),
        eth_getTransactionByHash: (hash: string) => (known && hash === keccak256(raw) ? { hash } : null),
        eth_getTransactionReceipt: () => ({ blockNumber: '0x7', status: '0x1' }),
      },
      { kind: 'node' },
    )
    await shows(texts.tried)
    button(texts.make)!.click()
    await shows(texts.unsigned)
    document.querySelector<HTMLTextAreaElement>('.work > label > textarea')!.value = raw
    button(texts.send)!.click()
  }

  it.each(['already known', 'nonce too low', 'timeout'])(
    'that answers “%s” and has the transaction has accepted it',
    async (message) => {
      await send(true, message)
      await shows(texts.done('7'))
    },
  )

  it('that refuses the transaction and does not have it has refused it', async () => {
    await send(false, 'insufficient funds')
    await shows(texts.faults.node('insufficient funds'))
  })
})
