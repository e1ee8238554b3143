/** Who may be the only proposer of mainnet's timelock: real Safes on a node, and what only looks like one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  http,
  parseAbi,
  zeroAddress,
  type Address,
  type Hex,
  type PublicClient,
} from 'viem'
import { rpc } from '../../stack/src/chain/rpc.ts'
import { startChain, type Chain } from '../../stack/src/chain/startChain.ts'
import { accountKindText, proposersFault, readAccountKind } from '../src/networks/accounts.ts'
import published from './support/safe-1.4.1.json' with { type: 'json' }

const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModule(address module)',
])
/** anvil's unlocked account number 9. */
const SENDER: Address = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
const KEY: Address = `0x${'a1'.repeat(20)}`
const OWNERS: Address[] = ['b1', 'b2', 'b3'].map((byte): Address => `0x${byte.repeat(20)}`)

let chain: Chain
let reader: PublicClient
let singleton: Address

async function send(transaction: { from?: Address; to?: Address; data: Hex }): Promise<Address> {
  const hash = await rpc<Hex>(chain.rpcUrl, 'eth_sendTransaction', {
    from: SENDER,
    gas: '0x989680',
    ...transaction,
  })
  await rpc(chain.rpcUrl, 'evm_mine')
  const receipt = await rpc<{ status: Hex; contractAddress: Address }>(
    chain.rpcUrl,
    'eth_getTransactionReceipt',
    hash,
  )
  expect(receipt.status).toBe('0x1')
  return receipt.contractAddress
}

async function proxyOf(logic: Address): Promise<Address> {
  const argument = encodeAbiParameters([{ type: 'address' }], [logic])
  return send({ data: `${published.SafeProxy as Hex}${argument.slice(2)}` })
}

async function makeSafe(owners: readonly Address[], threshold: bigint): Promise<Address> {
  const safe = await proxyOf(singleton)
  const terms = [owners, threshold, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress] as const
  await send({ to: safe, data: encodeFunctionData({ abi: safeAbi, functionName: 'setup', args: terms }) })
  return safe
}

async function faultOf(...addresses: Address[]) {
  return proposersFault(
    await Promise.all(
      addresses.map(async (address) => ({ address, account: await readAccountKind(reader, address) })),
    ),
  )
}
async function textOf(address: Address) {
  return accountKindText(await readAccountKind(reader, address))
}

beforeAll(async () => {
  chain = await startChain({ blockTime: 'manual' })
  reader = createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 })
  singleton = await send({ data: published.SafeL2 as Hex })
  await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', true)
}, 60_000)
afterAll(() => chain.stop())

it('a Safe whose owners sign at least two together may be the only proposer', async () => {
  const safe = await makeSafe(OWNERS, 2n)
  expect(await textOf(safe)).toBe('a Safe, 2 of 3 owners sign')
  expect(await faultOf(safe)).toBeUndefined()
})

it('a Safe that one owner controls may not', async () => {
  const safe = await makeSafe(OWNERS, 1n)
  expect(await faultOf(safe)).toBe(
    `the only proposer ${safe} is a Safe, 1 of 3 owners sign: name at least two proposers, or a Safe whose owners sign at least two together`,
  )
})

it('a Safe with a module may not: the module can call without the owners', async () => {
  const safe = await makeSafe(OWNERS, 2n)
  await rpc(chain.rpcUrl, 'anvil_setBalance', safe, '0xde0b6b3a7640000')
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'enableModule', args: [KEY] })
  await send({ from: safe, to: safe, data })
  expect(await faultOf(safe)).toMatch(
    /a Safe, 2 of 3 owners sign, and the module 0xA1\w+ can call without them/i,
  )
})

it('a key, a key that delegated to code, and a contract that only looks like a Safe may not', async () => {
  expect(await faultOf(KEY)).toMatch(/is one private key:/)
  const delegated: Address = `0x${'c1'.repeat(20)}`
  await rpc(chain.rpcUrl, 'anvil_setCode', delegated, `0xef0100${singleton.slice(2)}`)
  expect(await faultOf(delegated)).toMatch(/is one private key:/)
  // The proxy is Safe's own, what it runs is not.
  expect(await faultOf(await proxyOf(await proxyOf(singleton)))).toMatch(
    /a contract that this program does not know/,
  )
  expect(await faultOf(singleton)).toMatch(/a contract that this program does not know/)
})

it('two proposers of any kind are enough, one named twice and none are not', async () => {
  expect(await faultOf(KEY, OWNERS[0]!)).toBeUndefined()
  expect(await faultOf(KEY, KEY)).toMatch(/^the only proposer/)
  expect(await faultOf()).toBe('there is no proposer')
})
