/** Sign-in by contracts and nodes that try to make this server fetch, wait, compute or remember more than a sign-in should cost. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Address, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rpc } from '@galx/stack/chain/rpc'
import { CALL_GAS } from '../../src/chain/chainReader.ts'
import { startCountingNode, type CountingNode } from '../support/countingNode.ts'
import { compileWallets } from './wallets/compileWallets.ts'
import { deployWallet } from './wallets/deployWallet.ts'
import { undeployedWallet, wrapped } from './wallets/undeployedWallet.ts'
import { newAccount, startWorld, type Client, type World } from './world.ts'

let world: World
let node: CountingNode
let api: Client
let wallets: ReturnType<typeof compileWallets>
/** requests that nobody may cause */
let internal: Server
let internalUrl: string
const fetched: string[] = []

beforeAll(async () => {
  wallets = compileWallets()
  world = await startWorld()
  await rpc(world.chain.rpcUrl, 'evm_setAutomine', true)
  node = await startCountingNode(world.chain.rpcUrl)
  world.environment.RPC_URL = node.url
  api = await world.start('api')
  internal = createServer((request, response) => {
    fetched.push(`${request.method} ${request.url}`)
    response.end('{"data":"0x01"}')
  }).listen(0, '127.0.0.1')
  await once(internal, 'listening')
  internalUrl = `http://127.0.0.1:${(internal.address() as AddressInfo).port}`
})
afterEach(() => node.spoil('none'))
afterAll(async () => {
  internal?.close()
  await world?.stop()
  await node?.stop()
})

function deploy(name: string, args: readonly unknown[] = []): Promise<Address> {
  return deployWallet(world.chain.rpcUrl, wallets[name]!, args)
}
async function textFor(address: string): Promise<string> {
  return (await api.post(`/api/user/public/nonce/${address}`)).data
}
const SOME_SIGNATURE: Hex = `0x${'11'.repeat(64)}1b`
function authenticate(address: string, signature: string = SOME_SIGNATURE, on = api) {
  return on.post(`/api/user/public/auth/${address}`, { signature })
}
/** The requests of a sign-in to the node. */
async function askedBy(work: () => Promise<unknown>) {
  const before = node.asked.length
  await work()
  return node.asked.slice(before).filter(({ method }) => method !== 'eth_getBlockByNumber')
}

describe('server-side request forgery by sign-in', () => {
  it('a wallet that reverts with OffchainLookup makes the server fetch nothing, whatever URL it contains', async () => {
    for (const url of [`${internalUrl}/{sender}/{data}.json`, `${internalUrl}/post`]) {
      const wallet = await deploy('LookupWallet', [url])
      await textFor(wallet)
      const asked = await askedBy(async () => {
        expect(await authenticate(wallet)).toMatchObject({ status: 200, code: 1003 })
      })
      expect(asked.map(({ method }) => method)).toEqual(['eth_call'])
      // The server does the same if the signature is in the wrapper of a wallet that is not deployed yet.
      const undeployed = wrapped(wallet, '0x1626ba7e', SOME_SIGNATURE)
      expect(await authenticate(wallet, undeployed)).toMatchObject({ status: 200, code: 1003 })
    }
    expect(fetched).toEqual([])
  })

  it('the server does not follow a node’s redirect', async () => {
    const { address } = newAccount()
    await textFor(address)
    node.spoil({ redirect: `${internalUrl}/redirected` })
    expect(await authenticate(address)).toMatchObject({ status: 503 })
    expect(fetched).toEqual([])
  })
})

describe('a sign-in costs one bounded request to a node', () => {
  it('one text is checked, however many are open', async () => {
    const wallet = await deploy('RevertingWallet')
    for (let text = 0; text < 8; text++) await textFor(wallet)
    const asked = await askedBy(() => authenticate(wallet))
    expect(asked).toHaveLength(1)
  })

  it('also for a wallet that is not deployed yet, whether its owner or somebody else signed', async () => {
    const owner = newAccount()
    const { wallet, wrap } = await undeployedWallet(world.chain.rpcUrl, {
      factory: await deploy('WalletFactory'),
      abi: wallets.WalletFactory!.abi,
      owner: owner.address,
    })
    const texts: string[] = []
    for (let text = 0; text < 8; text++) texts.push(await textFor(wallet))
    // First a stranger signs the newest of eight texts, then the owner signs the oldest, then the newest. The server checks only the newest text.
    for (const [signer, message, code] of [
      [newAccount(), texts.at(-1)!, 1003],
      [owner, texts[0]!, 1003],
      [owner, texts.at(-1)!, 200],
    ] as const) {
      const signature = wrap(await signer.signMessage({ message }))
      const asked = await askedBy(async () => {
        expect(await authenticate(wallet, signature)).toMatchObject({ status: 200, code })
      })
      expect(asked.map(({ method }) => method)).toEqual(['eth_call'])
    }
  })

  it('the checked text is the text given to the same network, not a text that somebody else requested later', async () => {
    const owner = newAccount()
    const wallet = await deploy('OwnedWallet', [owner.address])
    world.environment.TRUSTED_PROXIES = '127.0.0.1'
    const behindProxy = await world.start('api')
    delete world.environment.TRUSTED_PROXIES
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const ask = (address: string) =>
      behindProxy.call('POST', `/api/user/public/nonce/${wallet}`, from(address))
    const signature = await owner.signMessage({ message: (await ask('2001:db8:1:1::5')).data })
    world.clock.now += 1_000
    for (let text = 0; text < 5; text++) await ask('203.0.113.9')
    const signIn = (address: string) =>
      behindProxy.call('POST', `/api/user/public/auth/${wallet}`, { body: { signature }, ...from(address) })
    expect(await signIn('198.51.100.1')).toMatchObject({ code: 1003 })
    expect(await signIn('2001:db8:1:1::77')).toMatchObject({ code: 200 })
    // If so many texts are open that everybody gets the same text, the owner gets that text too.
    for (let text = 0; text < 15; text++) await ask('203.0.113.9')
    const shared = await owner.signMessage({ message: (await ask('2001:db8:1:1::5')).data })
    await ask('203.0.113.9')
    const last = { body: { signature: shared }, ...from('2001:db8:1:1::5') }
    expect(await behindProxy.call('POST', `/api/user/public/auth/${wallet}`, last)).toMatchObject({
      code: 200,
    })
  })

  it('a contract that burns gas gets only the gas that a wallet needs', async () => {
    const wallet = await deploy('EndlessWallet')
    await textFor(wallet)
    const asked = await askedBy(async () => {
      expect(await authenticate(wallet)).toMatchObject({ status: 200, code: 1003 })
    })
    expect(asked.map(({ params }) => Number(params[0]?.gas))).toEqual([CALL_GAS])
    expect(CALL_GAS).toBeLessThanOrEqual(5_000_000)
  })

  it.each([
    ['answers', false],
    ['reverts', true],
  ])('a contract that %s with a megabyte has not signed', async (_how, reverts) => {
    const wallet = await deploy('LongWallet', [1_000_000n, reverts])
    await textFor(wallet)
    expect(await authenticate(wallet)).toMatchObject({ status: 200, code: 1003 })
  })

  it('an answer of 500 MB is cut while it is read', async () => {
    const wallet = await deploy('YesWallet')
    await textFor(wallet)
    const before = process.memoryUsage.rss()
    // A long answer of the contract means that the contract has not signed. A long answer of the node itself says nothing about the contract.
    for (const [frame, expected] of [
      ['{"jsonrpc":"2.0","id":1,"result":"0x', { status: 200, code: 1003 }],
      ['<html>', { status: 503 }],
    ] as const) {
      node.spoil({ flood: 500_000_000, frame })
      expect(await authenticate(wallet)).toMatchObject(expected)
      // The bytes in the sockets' buffers were sent. Nobody read the rest.
      expect(node.taken()).toBeLessThan(20_000_000)
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
  })

  it.each(['silent', 'dripping'] as const)('a %s node costs a stated time', async (how) => {
    const wallet = await deploy('YesWallet')
    await textFor(wallet)
    node.spoil(how)
    // Without a limit the call would last until the test's own timeout.
    expect(await authenticate(wallet)).toMatchObject({ status: 503, code: 503 })
  })

  it('a silent first node costs its timeout once, and does not delay the callers of the next minute', async () => {
    node.spoil('silent')
    // Two nodes must accept a wallet, so two nodes answer beside the silent node.
    world.environment.RPC_URL = `${node.url},${world.chain.rpcUrl},${world.chain.rpcUrl}/?second`
    const two = await world.start('api')
    world.environment.RPC_URL = node.url
    const wallet = await deploy('YesWallet')
    await two.post(`/api/user/public/nonce/${wallet}`)
    const times: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      const started = performance.now()
      expect(await authenticate(wallet, SOME_SIGNATURE, two)).toMatchObject({ status: 200 })
      times.push(performance.now() - started)
    }
    // Each call that waits for the silent node takes at least 1.5 s.
    expect(Math.min(...times.slice(1))).toBeLessThan(1_450)
  })
})

describe('the budget of requests to nodes', () => {
  it('of one network is used up before the budget of all networks, and the answer is 429', async () => {
    const strict = await world.start('api', { limits: { nodeCallsPerCaller: 3 } })
    const { address } = newAccount()
    await strict.post(`/api/user/public/nonce/${address}`)
    const asked = await askedBy(async () => {
      for (let attempt = 0; attempt < 3; attempt++)
        expect(await authenticate(address, SOME_SIGNATURE, strict)).toMatchObject({ code: 1003 })
      const refused = await authenticate(address, SOME_SIGNATURE, strict)
      expect(refused).toMatchObject({ status: 429, code: 429 })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    })
    expect(asked).toHaveLength(3)
  })

  it('of all networks together is limited, and an account with a key still signs in', async () => {
    world.environment.TRUSTED_PROXIES = '127.0.0.1'
    const strict = await world.start('api', { limits: { nodeCalls: 5 } })
    delete world.environment.TRUSTED_PROXIES
    const networks = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']
    const signInFrom = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      const { address } = newAccount()
      await strict.call('POST', `/api/user/public/nonce/${address}`, { headers })
      const body = { signature: SOME_SIGNATURE }
      return (await strict.call('POST', `/api/user/public/auth/${address}`, { headers, body })).status
    }
    const answers: number[] = []
    const asked = await askedBy(async () => {
      // Two sign-ins come from each network, so that no network reaches its own limit.
      for (const from of [...networks, ...networks]) answers.push(await signInFrom(from))
    })
    expect(answers).toEqual([200, 200, 200, 200, 200, 503, 503, 503])
    expect(asked).toHaveLength(5)
    const account = newAccount()
    const { data: message } = await strict.post(`/api/user/public/nonce/${account.address}`)
    const signature = await account.signMessage({ message })
    expect(await authenticate(account.address, signature, strict)).toMatchObject({ code: 200 })
  })
})
