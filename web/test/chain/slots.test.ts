// @vitest-environment node
/** The storage slots that /safe proves, compared with the views of the real contracts on a real node. */
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { webConfigOf } from '@galx/protocol/webConfigOf'
import { createPublicClient, http, pad, toHex, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReadContext } from '../../src/core/chain/chainRead.ts'
import { provenState } from '../../src/core/lightclient/state.ts'
import { askedOf, compare } from '../../src/pages/safe/proof/figures.ts'
import { readSafety, stateOf } from '../../src/pages/safe/readers.ts'
import { startDeployedChain, type RunningChain } from './startTestChain.ts'

let chain: RunningChain
let config: WebConfig
let node: (method: string, ...params: unknown[]) => Promise<unknown>

beforeAll(async () => {
  const deployed = await startDeployedChain()
  chain = deployed
  const { rpcUrl } = chain
  config = webConfigOf({
    deployment: deployed.deployment,
    rpcUrl,
    apiUrl: rpcUrl,
    btcApiUrl: rpcUrl,
    demoWallet: false,
  })
  const client = createPublicClient({ transport: http(rpcUrl) })
  node = (method, ...params) => client.request({ method, params } as never)
}, 180_000)
afterAll(() => chain.stop())

async function readPage() {
  const client = createPublicClient({ transport: http(config.rpcUrl) })
  const read = (address: HexString, abi: unknown, functionName: string, args: unknown) =>
    client.readContract({ address, abi, functionName, args } as never)
  const context = { config, read, readHeavy: read, account: `0x${'0'.repeat(40)}`, thorough: true }
  return readSafety(context as unknown as ReadContext)
}

async function prove(asked: ReturnType<typeof askedOf>) {
  const { stateRoot } = (await node('eth_getBlockByNumber', 'latest', false)) as { stateRoot: Hex }
  return Promise.all(
    asked.map(async ({ address, slots }) => ({
      ...provenState(stateRoot, address, slots, await node('eth_getProof', address, slots, 'latest')),
      code: (await node('eth_getCode', address, 'latest')) as Hex,
    })),
  )
}

it('all figures and all code of a deployment match their proofs', async () => {
  const safety = await readPage()
  const compared = compare(await prove(askedOf(safety, config)), safety, config, stateOf)
  expect(compared).toMatchObject({ differences: [], otherCode: [] })
  expect(compared.powers).toEqual({ same: 18, all: 18 })
  expect(compared.held).toEqual({ same: 12, all: 12 })
  expect(compared.code).toEqual({ same: 11, all: 11 })
})

it('each slot holds the view’s value: a distinct value in each slot changes each figure', async () => {
  const before = await readPage()
  const asked = askedOf(before, config)
  let value = 1_000_000n
  for (const { address, slots } of asked)
    for (const slot of slots)
      await node('anvil_setStorageAt', address, pad(slot, { size: 32 }), toHex((value += 1n), { size: 32 }))
  await node('evm_mine')
  const proven = await prove(asked)
  const after = compare(proven, await readPage(), config, stateOf)
  expect(after.differences).toEqual([])
  // Each of the page's earlier figures now differs from the proven figure.
  const { differences, powers, held } = compare(proven, before, config, stateOf)
  expect(differences).toHaveLength(30)
  expect(powers.same + held.same).toBe(0)
  expect(new Set(differences.map(({ proven: one }) => one)).size).toBe(30)
})

it('different code is named', async () => {
  const safety = await readPage()
  await node('anvil_setCode', config.contracts.Levels, '0x6001')
  await node('evm_mine')
  const { otherCode, code } = compare(await prove(askedOf(safety, config)), safety, config, stateOf)
  expect(otherCode).toEqual(['Levels'])
  expect(code.same).toBe(code.all - 1)
})
