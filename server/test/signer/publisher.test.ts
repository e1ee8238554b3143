/** The publisher's gas prices, on a real chain whose blocks are held back. */
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chain } from '@galx/stack/chain/startChain'
import { rpc } from '@galx/stack/chain/rpc'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signerChain, type SignerChain } from '../../src/signer/chainFacts.ts'
import { createPublisher, localPublisher, type Publisher } from '../../src/signer/publisher.ts'
import { PUBLISHER_KEY } from './signerScene.ts'

const address = privateKeyToAccount(PUBLISHER_KEY).address.toLowerCase() as Address
const MINUTE = 60_000

let node: Chain
let chain: SignerChain
let publisher: Publisher
let first: number
let now = 0

beforeAll(async () => {
  const { chain: deployed, deployment } = await startDeployedChain({ blockTime: 'manual' })
  node = deployed
  chain = signerChain([node.rpcUrl], deployment)
  first = await chain.nextEpoch()
  await rpc(node.rpcUrl, 'evm_setNextBlockTimestamp', (first + 1) * deployment.epochDuration)
  await rpc(node.rpcUrl, 'evm_mine')
  publisher = createPublisher(
    chain,
    localPublisher(PUBLISHER_KEY),
    { chainId: deployment.chainId, epochLog: deployment.contracts.EpochLog.address as Address },
    () => now,
  )
}, 240_000)
afterAll(() => node?.stop())

function publish(): Promise<Hex | null> {
  return publisher.publish({ first, hashes: [`0x${'ab'.repeat(32)}`], blockNumbers: [1] }, address)
}

/** The gas prices of the account's pending transactions. */
async function waiting(): Promise<bigint[]> {
  const { pending } = await rpc<{ pending: Record<string, Record<string, { gasPrice: Hex }>> }>(
    node.rpcUrl,
    'txpool_content',
  )
  const own = Object.entries(pending).find(([from]) => from.toLowerCase() === address)?.[1] ?? {}
  return Object.values(own).map(({ gasPrice }) => BigInt(gasPrice))
}

test('offers an eighth more each minute for a pending transaction, at most ten times the usual price', async () => {
  const usual = BigInt(await rpc<Hex>(node.rpcUrl, 'eth_gasPrice'))
  expect(await publish()).not.toBeNull()
  expect(await waiting()).toEqual([usual])
  // Within the minute nothing is sent.
  expect(await publish()).toBeNull()
  const faults: string[] = []
  for (let minute = 0; minute < 60; minute += 1) {
    now += MINUTE
    await publish().catch((error: Error) => faults.push(error.message))
  }
  const [offered, ...others] = await waiting()
  expect(others).toEqual([])
  expect(offered).toBeLessThanOrEqual(10n * usual)
  expect(offered! * 9n).toBeGreaterThan(8n * 10n * usual - 9n)
  expect(faults.at(-1)).toBe(
    `the transaction of nonce 0 is in no block, although its gas price is ${offered} wei and nodes suggest ${usual}`,
  )
})

test('sends the same transaction again if the node has dropped it', async () => {
  const [offered] = await waiting()
  await rpc(node.rpcUrl, 'anvil_dropAllTransactions')
  expect(await waiting()).toEqual([])
  await expect(publish()).rejects.toThrow('is in no block')
  expect(await waiting()).toEqual([offered])
  await rpc(node.rpcUrl, 'evm_mine')
  expect(await chain.nextEpoch()).toBe(first + 1)
})
