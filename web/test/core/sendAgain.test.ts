import { keccak256, parseTransaction, toHex, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, it, vi } from 'vitest'
import { useConfigStore } from '../../src/core/config/configStore.ts'
import { sendAgain } from '../../src/core/transactions/sendAgain.ts'
import type { TransactionRecord } from '../../src/core/transactions/transactionStore.ts'
import { config } from '../staking/fixtures.ts'

vi.mock('../../src/core/transactions/followAgain.ts', () => ({ followAgain: vi.fn() }))
afterEach(() => vi.unstubAllGlobals())

const GWEI = 10n ** 9n
const CALL = { chainId: 56, nonce: 7, to: `0x${'c3'.repeat(20)}`, data: '0x1234', gas: 90_000n } as const
const KINDS = [
  ['0x0', { ...CALL, type: 'legacy', gasPrice: GWEI }],
  ['0x1', { ...CALL, type: 'eip2930', gasPrice: GWEI, accessList: [] }],
  ['0x2', { ...CALL, type: 'eip1559', maxFeePerGas: GWEI, maxPriorityFeePerGas: GWEI }],
] as const

it.each(KINDS)('a transaction of type %s is sent with the same bytes as before', async (type, unsigned) => {
  const account = privateKeyToAccount(generatePrivateKey())
  const bytes = await account.signTransaction(unsigned)
  const { data, ...fields } = parseTransaction(bytes)
  const shown = Object.fromEntries(
    Object.entries({ value: 0n, ...fields }).map(([name, value]) => [
      name,
      typeof value === 'bigint' || typeof value === 'number' ? toHex(value) : value,
    ]),
  )
  const sent: Hex[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: Hex[] }
    if (method === 'eth_sendRawTransaction') sent.push(params[0]!)
    return Response.json({ jsonrpc: '2.0', id: 1, result: keccak256(bytes) })
  })
  useConfigStore.setState({ state: { status: 'ready', config } })
  const record = {
    hash: keccak256(bytes),
    stage: 'pending',
    signed: { ...shown, type, input: data },
  } as TransactionRecord & { signed: object }
  expect(await sendAgain(record)).toEqual({ nodes: 1 })
  expect(sent).toEqual([bytes])
})
