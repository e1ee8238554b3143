// @vitest-environment jsdom
/** The page with wallets and nodes that do not answer everything. */
import type { LifeboatDeployment } from '@galx/protocol/lifeboat'
import { aggregate3Abi } from '@galx/protocol/multicall3'
import { decodeFunctionData, encodeFunctionResult, type Hex } from 'viem'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Provider } from '../src/node.ts'
import { TEXTS } from '../src/texts.ts'

const texts = TEXTS.en_US
const account = `0x${'a1'.repeat(20)}`
const contract = `0x${'11'.repeat(20)}` as const
const names = ['StakingPools', 'ZnVault', 'NodePass', 'RewardVouchers', 'Levels', 'AaaFund', 'Multicall3']
const deployment = {
  network: 'test',
  chainId: 56,
  genesisHash: `0x${'00'.repeat(32)}`,
  contracts: Object.fromEntries(names.map((name) => [name, contract])),
  tokens: { GALX: contract, AAA: contract },
  pools: {},
  programs: {},
} as unknown as LifeboatDeployment

/** Answers a Multicall3 call for contracts that all revert. */
function nothing({ data }: { data: Hex }): Hex {
  const { args } = decodeFunctionData({ abi: aggregate3Abi, data })
  const result = args[0].map(() => ({ success: false, returnData: '0x' as const }))
  return encodeFunctionResult({ abi: aggregate3Abi, functionName: 'aggregate3', result })
}

class Wallet implements Provider {
  /** methods without an answer */
  silent: string[] = []
  /** methods that the wallet's node refuses */
  refused: string[] = []
  async request({ method, params = [] }: { method: string; params?: readonly unknown[] }): Promise<unknown> {
    if (this.silent.includes(method)) return new Promise(() => {})
    if (this.refused.includes(method)) throw Object.assign(new Error('over rate limit'), { code: -32016 })
    switch (method) {
      case 'eth_requestAccounts':
        return [account]
      case 'eth_chainId':
        return '0x38'
      case 'eth_getCode':
        return '0x00'
      case 'eth_getBalance':
        return '0xde0b6b3a7640000'
      case 'eth_call':
        return nothing(params[0] as { data: Hex })
      default:
        throw new Error(`no ${method}`)
    }
  }
}

const wallet = new Wallet()
const other = new Wallet()

function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent === name)
  if (found === undefined) throw new Error(`no button ${name}`)
  return found
}
function showsAccount() {
  return vi.waitFor(() => expect(document.querySelector('.account')?.textContent).toContain(account), 15_000)
}

beforeAll(async () => {
  document.body.innerHTML = `<main id="app"></main><script type="application/json" id="deployment">${JSON.stringify(deployment)}</script>`
  window.addEventListener('eip6963:requestProvider', () => {
    for (const [name, provider] of [
      ['One', wallet],
      ['Two', other],
    ] as const)
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: { info: { name }, provider } }),
      )
  })
  await import('../src/main.ts')
})
beforeEach(() => {
  wallet.silent = []
  wallet.refused = []
  button(texts.node).click()
  button(texts.wallet).click()
})

it('shows the holdings even if the node refuses the balance for fees', async () => {
  wallet.refused = ['eth_getBalance']
  button(texts.connect('One')).click()
  await showsAccount()
  expect(document.body.textContent).not.toContain(texts.noCoins)
})

it.each(['eth_requestAccounts', 'eth_chainId'])(
  'a wallet that does not answer %s leaves the other wallet and the offline signer usable',
  async (method) => {
    wallet.silent = [method]
    button(texts.connect('One')).click()
    expect(button(texts.opening).disabled).toBe(true)
    expect(button(texts.connect('Two')).disabled).toBe(false)
    button(texts.node).click()
    expect(button(texts.open).disabled).toBe(false)
    button(texts.wallet).click()
    expect(button(texts.connect('One')).disabled).toBe(false)
    button(texts.connect('One')).click()
    button(texts.connect('Two')).click()
    await showsAccount()
  },
)

it('a late answer of a wallet that was left changes nothing', async () => {
  let answer!: (accounts: string[]) => void
  const request = vi
    .spyOn(wallet, 'request')
    .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  button(texts.connect('One')).click()
  button(texts.connect('Two')).click()
  await showsAccount()
  const section = document.querySelector('.account')
  answer([`0x${'b2'.repeat(20)}`])
  await vi.waitFor(() => expect(request.mock.calls.length).toBeGreaterThan(4), 15_000)
  await showsAccount()
  expect(document.querySelector('.account')).toBe(section)
  request.mockRestore()
})

it('a wallet that does not answer a read counts as a wallet that fails', async () => {
  vi.useFakeTimers()
  wallet.silent = ['eth_chainId']
  button(texts.connect('One')).click()
  await vi.advanceTimersByTimeAsync(21_000)
  vi.useRealTimers()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('No answer.')
  expect(button(texts.connect('One')).disabled).toBe(false)
})
