import { concatHex, encodeFunctionData, type Address, type Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rpc } from '@galx/stack/chain/rpc'
import { compileWallets } from './wallets/compileWallets.ts'
import { deployWallet } from './wallets/deployWallet.ts'
import { ERC6492_MAGIC, undeployedWallet, wrapped } from './wallets/undeployedWallet.ts'
import { addressOf, newAccount, startWorld, type Client, type World } from './world.ts'

let world: World
let api: Client
let wallets: ReturnType<typeof compileWallets>
beforeAll(async () => {
  wallets = compileWallets()
  world = await startWorld()
  await rpc(world.chain.rpcUrl, 'evm_setAutomine', true)
  api = await world.start('api')
})
afterAll(() => world?.stop())

function deploy(name: string, args: readonly unknown[] = []): Promise<Address> {
  return deployWallet(world.chain.rpcUrl, wallets[name]!, args)
}

async function textFor(address: string): Promise<string> {
  return (await api.post(`/api/user/public/nonce/${address}`)).data
}
function authenticate(address: string, signature: string) {
  return api.post(`/api/user/public/auth/${address}`, { signature })
}
async function signed(address: string, account: PrivateKeyAccount) {
  return account.signMessage({ message: await textFor(address) })
}

describe('LG3: contract wallets', () => {
  it('an ERC-1271 wallet logs in with its owner’s signature, and with nobody else’s', async () => {
    const [owner, stranger] = [newAccount(), newAccount()]
    const wallet = await deploy('OwnedWallet', [owner.address])
    expect(await authenticate(wallet, await signed(wallet, stranger))).toMatchObject({ code: 1003 })
    const signature = await signed(wallet, owner)
    expect(await authenticate(wallet, signature)).toMatchObject({ status: 200, code: 200 })
    // The first text is used up. The server asks the wallet about the text that is still open, and the signature is for another text.
    expect(await authenticate(wallet, signature)).toMatchObject({ code: 1003 })
    // Only the wallet has signed in. The owner's own address has not.
    expect((await api.get(`/api/getAAAUserInfo?address=${owner.address}`)).data.registeredAt).toBeNull()
  })

  it('an ERC-6492 wallet logs in before it is deployed, and stays undeployed', async () => {
    const owner = newAccount()
    const factory = await deploy('WalletFactory')
    const { wallet, wrap } = await undeployedWallet(world.chain.rpcUrl, {
      factory,
      abi: wallets.WalletFactory!.abi,
      owner: owner.address,
    })
    const wrong = wrap(await signed(wallet, newAccount()))
    expect(await authenticate(wallet, wrong)).toMatchObject({ status: 200, code: 1003 })
    // Without the wrapper there is no contract that the server could ask.
    expect(await authenticate(wallet, await signed(wallet, owner))).toMatchObject({ code: 1003 })
    const right = wrap(await signed(wallet, owner))
    expect(await authenticate(wallet, right)).toMatchObject({ status: 200, code: 200 })
    expect(await rpc(world.chain.rpcUrl, 'eth_getCode', wallet, 'latest')).toBe('0x')
    // The wallet's wrapper is not valid for another address.
    const victim = newAccount().address
    expect(await authenticate(victim, wrap(await signed(victim, owner)))).toMatchObject({ code: 1003 })
  })
})

describe('threat 30: accounts with code and a key', () => {
  it('an EIP-7702 account logs in by ECDSA, whatever its code says', async () => {
    const account = newAccount()
    const delegate = await deploy('RevertingWallet')
    for (const code of [`0xef0100${delegate.slice(2)}`, '0x00', '0xfe']) {
      await rpc(world.chain.rpcUrl, 'anvil_setCode', account.address, code)
      expect(await authenticate(account.address, await signed(account.address, account))).toMatchObject({
        code: 200,
      })
      const stranger = await signed(account.address, newAccount())
      expect(await authenticate(account.address, stranger)).toMatchObject({ code: 1003 })
    }
  })
})

describe('threat 19: authorised by the wrong party', () => {
  it('a hostile contract that accepts every signature signs in only as itself', async () => {
    const yes = await deploy('YesWallet')
    const victim = newAccount()
    const { bytecode: _, abi } = wallets.YesWallet!
    const nothing = encodeFunctionData({
      abi,
      functionName: 'isValidSignature',
      args: [`0x${'0'.repeat(64)}`, '0x'],
    })
    const signature = await signed(victim.address, newAccount())
    const inWrapper = wrapped(yes, nothing, signature)
    for (const attempt of [signature, inWrapper, concatHex([inWrapper.slice(0, -64) as Hex, ERC6492_MAGIC])])
      expect(await authenticate(victim.address, attempt)).toMatchObject({ status: 200, code: 1003 })
    expect((await authenticate(yes, await signed(yes, newAccount()))).code).toBe(200)
    expect((await api.get(`/api/getAAAUserInfo?address=${addressOf(victim)}`)).data.registeredAt).toBeNull()
  })

  it.each(['OnesWallet', 'DirtyWallet', 'RevertingWallet', 'EndlessWallet', 'SilentWallet'])(
    'a %s does not log in',
    async (name) => {
      const wallet = await deploy(name)
      expect(await authenticate(wallet, await signed(wallet, newAccount()))).toMatchObject({
        status: 200,
        code: 1003,
      })
    },
  )

  it('a node that does not answer is a fault of the server, not a wrong signature', async () => {
    const rpcUrl = world.environment.RPC_URL!
    world.environment.RPC_URL = 'http://127.0.0.1:9'
    const cut = await world.start('api')
    world.environment.RPC_URL = rpcUrl
    const wallet = newAccount().address
    await cut.post(`/api/user/public/nonce/${wallet}`)
    const signature = await newAccount().signMessage({ message: 'x' })
    const answer = await cut.post(`/api/user/public/auth/${wallet}`, { signature })
    expect(answer).toMatchObject({ status: 503, code: 503 })
    const undeployed = concatHex([signature, ERC6492_MAGIC])
    expect((await cut.post(`/api/user/public/auth/${wallet}`, { signature: undeployed })).status).toBe(503)
  })
})
