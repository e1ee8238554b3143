/** The accounts that may be the only proposer of mainnet's timelock: real Safes on a node, and imitations. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPublicClient, encodeFunctionData, http, type Address, type PublicClient } from 'viem'
import { rpc } from '@galx/stack/chain/rpc'
import { startChain, type Chain } from '@galx/stack/chain/startChain'
import { accountKindText, proposersFault, readAccountKind } from '../src/networks/accounts.ts'
import { makeProxy, makeSafe, makeSingleton, safeAbi, send } from './support/safes.ts'

const KEY: Address = `0x${'a1'.repeat(20)}`
const OWNERS: Address[] = ['b1', 'b2', 'b3'].map((byte): Address => `0x${byte.repeat(20)}`)

let chain: Chain
let reader: PublicClient
let singleton: Address

function safeOf(owners: readonly Address[], threshold: bigint): Promise<Address> {
  return makeSafe(chain.rpcUrl, singleton, owners, threshold)
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
  singleton = await makeSingleton(chain.rpcUrl)
  await rpc(chain.rpcUrl, 'anvil_autoImpersonateAccount', true)
}, 60_000)
afterAll(() => chain.stop())

it('a Safe whose owners sign at least two together may be the only proposer', async () => {
  const safe = await safeOf(OWNERS, 2n)
  expect(await textOf(safe)).toBe('a Safe, 2 of 3 owners sign')
  expect(await faultOf(safe)).toBeUndefined()
})

it('a Safe that one owner controls may not be the only proposer', async () => {
  const safe = await safeOf(OWNERS, 1n)
  expect(await faultOf(safe)).toBe(
    `the only proposer ${safe} is a Safe, 1 of 3 owners sign: name at least two proposers, or a Safe whose owners sign at least two together`,
  )
})

it('a Safe with a module may not be the only proposer, because the module can call without the owners', async () => {
  const safe = await safeOf(OWNERS, 2n)
  await rpc(chain.rpcUrl, 'anvil_setBalance', safe, '0xde0b6b3a7640000')
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'enableModule', args: [KEY] })
  await send(chain.rpcUrl, { from: safe, to: safe, data })
  expect(await faultOf(safe)).toMatch(
    /a Safe, 2 of 3 owners sign, and the module 0xA1\w+ can call without them/i,
  )
})

it('a key, a key that delegated to code, and a contract that only looks like a Safe may not be the only proposer', async () => {
  expect(await faultOf(KEY)).toMatch(/is one private key:/)
  const delegated: Address = `0x${'c1'.repeat(20)}`
  await rpc(chain.rpcUrl, 'anvil_setCode', delegated, `0xef0100${singleton.slice(2)}`)
  expect(await faultOf(delegated)).toMatch(/is one private key:/)
  // A proxy of Safe's own code that leads to another proxy instead of a Safe.
  expect(await faultOf(await makeProxy(chain.rpcUrl, await makeProxy(chain.rpcUrl, singleton)))).toMatch(
    /a contract that this program does not know/,
  )
  expect(await faultOf(singleton)).toMatch(/a contract that this program does not know/)
})

it('two proposers of any kind are enough, but one proposer named twice, or no proposer, is not', async () => {
  expect(await faultOf(KEY, OWNERS[0]!)).toBeUndefined()
  expect(await faultOf(KEY, KEY)).toMatch(/^the only proposer/)
  expect(await faultOf()).toBe('there is no proposer')
})
