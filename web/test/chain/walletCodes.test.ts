// Each code of EIP-1193 and JSON-RPC with which a wallet ends a transaction has its own true message.
import { beforeEach, expect, it } from 'vitest'
import english from '../../src/core/transactions/errorTexts.en.ts'
import chinese from '../../src/core/transactions/errorTexts.zh.ts'
import { describeProblem } from '../../src/core/transactions/problem.ts'
import { KeyWallet } from './keyWallet.ts'
import { act, record, playOnChain, stage } from './playOnChain.ts'

const scene = playOnChain()
let error: object

beforeEach(() => {
  const real = scene.wallet.request.bind(scene.wallet)
  scene.wallet.request = (call) =>
    call.method === 'eth_sendTransaction'
      ? Promise.reject(Object.assign(new Error('the wallet’s words'), error))
      : real(call)
})

it.each([
  [4001, 'refused', null],
  [4100, 'failed', /does not let this site use the account/],
  [4200, 'failed', /does not support this request/],
  [-32_601, 'failed', /does not support this request/],
  [4900, 'failed', /no connection to the network/],
  [4901, 'failed', /no connection to the network/],
  [-32_002, 'failed', /still open in your wallet/],
  [-32_603, 'failed', /^Wallet error: the wallet’s words$/],
] as const)('%i ends a claim as %s, in words %s', async (code, stage, words) => {
  error = { code }
  await act({ name: 'claim', pool: 'galx', to: scene.wallet.address })
  const { stage: ended, problem } = record()
  expect(ended).toBe(stage)
  expect(problem === null).toBe(words === null)
  if (problem === null || words === null) return
  expect(describeProblem(problem, english)).toMatch(words)
  expect(describeProblem(problem, chinese)).toMatch(/钱包/)
})

it('a code is found at any depth of the wallet’s error', async () => {
  error = { code: -32_603, data: { originalError: { code: 4100 } } }
  await act({ name: 'claim', pool: 'galx', to: scene.wallet.address })
  expect(record().problem).toEqual({ code: 'walletUnauthorised' })
})

it.each([
  ['without 0x', (hash: string): unknown => hash.slice(2)],
  ['in an object', (hash: string): unknown => ({ hash })],
])('a hash %s is the hash of a sent transaction', async (_, answer) => {
  scene.wallet.request = async (call) => {
    const given = await KeyWallet.prototype.request.call(scene.wallet, call)
    return call.method === 'eth_sendTransaction' ? answer(given as string) : given
  }
  scene.wallet.automine = true
  await act({ name: 'claim', pool: 'galx', to: scene.wallet.address })
  await stage('confirmed')
  expect(scene.wallet.sent).toHaveLength(1)
})
