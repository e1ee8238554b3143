/** The encoders and their promises, against the real contracts on a real node. */
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { lifeboatDeploymentOf, type LifeboatDeployment } from '@galx/protocol/lifeboat'
import { aggregate3Abi } from '@galx/protocol/multicall3'
import { startDeployedChain } from '@galx/stack/testing/deployedChain'
import {
  createTestClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  erc20Abi,
  http,
  keccak256,
  maxUint256,
  parseEther,
  parseTransaction,
  publicActions,
  zeroAddress,
  type Abi,
  type Address,
  type Hex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readHoldings, type Pool, type Position } from '../src/holdings.ts'
import { requestOfNode, type Request } from '../src/node.ts'
import { bestOf, readVoucherFile, VoucherFileError } from '../src/voucherFile.ts'
import {
  envelopeOf,
  hexOf,
  jsonOf,
  linesOf,
  RevertError,
  trialOf,
  unsignedOf,
  type Way,
} from '../src/ways.ts'

const account = privateKeyToAccount(generatePrivateKey())
const address = account.address.toLowerCase() as Address
const STAKE = parseEther('10')

let stop: () => Promise<void>
let deployment: Deployment
let boat: LifeboatDeployment
let request: Request
let client: ReturnType<typeof connect>

function connect(rpcUrl: string) {
  const chain = defineChain({
    id: 56,
    name: 'embedded',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createTestClient({
    mode: 'anvil',
    chain,
    transport: http(rpcUrl),
    cacheTime: 0,
  }).extend(publicActions)
}

beforeAll(async () => {
  const started = await startDeployedChain()
  stop = () => started.chain.stop()
  deployment = started.deployment
  boat = lifeboatDeploymentOf(deployment)
  request = requestOfNode(started.chain.rpcUrl)
  client = connect(started.chain.rpcUrl)
  await client.setBalance({ address, value: parseEther('10') })
  const drip: Abi = [
    {
      type: 'function',
      name: 'drip',
      stateMutability: 'nonpayable',
      inputs: [{ name: 'to', type: 'address' }],
      outputs: [],
    },
  ]
  await write(deployment.contracts.DemoFaucet!.address, drip, 'drip', [address])
  for (const { address: token } of Object.values(deployment.tokens))
    for (const spender of [boat.contracts.StakingPools, boat.contracts.ZnVault])
      await write(token, erc20Abi, 'approve', [spender, maxUint256])
}, 240_000)
afterAll(() => stop?.())

async function write(to: string, abi: Abi, functionName: string, args: unknown[]): Promise<void> {
  const wallet = createWalletClient({
    account,
    chain: client.chain,
    transport: http(client.chain!.rpcUrls.default.http[0]),
  })
  // An estimate is exact for the second in which it is made. In a later second, a stake also writes the rewards since.
  const hash = await wallet.writeContract({ address: to, abi, functionName, args, gas: 2_000_000n } as never)
  await client.mine({ blocks: 1 })
  expect((await client.getTransactionReceipt({ hash })).status, functionName).toBe('success')
}

async function stake(pool: string, tier: number): Promise<void> {
  await write(boat.contracts.StakingPools, stakingPoolsAbi, 'stake', [
    BigInt(pool),
    STAKE,
    BigInt(tier),
    zeroAddress,
  ])
}

/** Stands in for the offline signer, who knows only the JSON text. */
async function carryOut(way: Way, to: Address = address): Promise<void> {
  const unsigned = unsignedOf(boat, way, address, to)
  await trialOf(request, way, address, unsigned)
  const envelope = await envelopeOf(request, address, unsigned)
  const json = JSON.parse(jsonOf(envelope)) as Record<string, Hex>
  const transaction = {
    type: 'legacy',
    to: json.to!,
    data: json.data!,
    value: BigInt(json.value!),
    chainId: Number(json.chainId),
    nonce: Number(json.nonce),
    gas: BigInt(json.gas!),
    gasPrice: BigInt(json.gasPrice!),
  } as const
  const raw = await account.signTransaction(transaction)
  const hash = (await request('eth_sendRawTransaction', [raw])) as Hex
  expect(hash).toBe(keccak256(raw))
  await client.mine({ blocks: 1 })
  expect((await client.getTransactionReceipt({ hash })).status, way.kind).toBe('success')
}

function balanceOf(symbol: string, of: Address = address): Promise<bigint> {
  const token = boat.tokens[symbol as 'GALX']
  return client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [of] })
}

async function held(poolId: string): Promise<{ pool: Pool; position: Position; time: number }> {
  const { pools, time } = await readHoldings(request, boat, address)
  const pool = pools.find(({ id }) => id === BigInt(poolId))!
  return { pool, position: pool.positions.at(-1)!, time }
}

describe('on the chain', () => {
  it.each(['unstake', 'exit', 'withdrawPrincipal'] as const)(
    '%s pays what it says',
    async (kind) => {
      const flexible = Object.values(deployment.pools).filter(({ tiers }) => tiers[0]!.duration === 0)
      expect(flexible.length).toBeGreaterThan(4)
      for (const { id, pairToken } of flexible) {
        await stake(id, 0)
        const friend = privateKeyToAccount(generatePrivateKey()).address
        const { pool, position, time } = await held(id)
        const way = { kind, pool, position, amount: position.amount } as Way
        const paid = linesOf(way, { time }).filter(({ what }) => what === 'paid')
        await carryOut(way, friend)
        expect(await balanceOf(pool.stakeToken, friend)).toBeGreaterThanOrEqual(STAKE)
        if (pairToken !== null && kind !== 'exit')
          expect(await balanceOf(pairToken, friend)).toBe(
            paid.find(({ token }) => token === pairToken)!.amount,
          )
      }
    },
    120_000,
  )

  it('an early exit withholds the penalty of its block, which is at most the shown penalty', async () => {
    const [, { id, tiers }] = Object.entries(deployment.pools).find(([, one]) =>
      one.tiers.some(({ penaltyBps }) => penaltyBps > 0),
    )!
    await stake(
      id,
      tiers.findIndex(({ penaltyBps }) => penaltyBps > 0),
    )
    const { pool, position, time } = await held(id)
    const amount = STAKE / 3n
    const way: Way = { kind: 'exitEarly', pool, position, amount }
    const before = await balanceOf(pool.stakeToken)
    await carryOut(way)
    const arrived = (await balanceOf(pool.stakeToken)) - before
    const { timestamp } = await client.getBlock()
    const [exact] = linesOf(way, { time: Number(timestamp) })
    expect(arrived).toBe(exact!.amount)
    expect(arrived).toBeGreaterThanOrEqual(linesOf(way, { time })[0]!.amount)
    expect(arrived).toBeLessThan(amount)
  })

  it('a locked position is refused by name, before anything is signed', async () => {
    const [, { id, tiers }] = Object.entries(deployment.pools).find(([, one]) =>
      one.tiers.some(({ duration }) => duration > 0),
    )!
    await stake(
      id,
      tiers.findIndex(({ duration }) => duration > 0),
    )
    const { pool, position } = await held(id)
    const way: Way = { kind: 'withdrawPrincipal', pool, position }
    const refused = trialOf(request, way, address, unsignedOf(boat, way, address, address))
    await expect(refused).rejects.toThrow(RevertError)
    await expect(refused).rejects.toThrow('StakingPools_PositionLocked')
  })

  it('the rewards of one pool and of all pools arrive, and so do the vault’s assets', async () => {
    await stake(deployment.pools.galx!.id, 0)
    await write(boat.contracts.ZnVault, znVaultAbi, 'deposit', [STAKE, address])
    await client.increaseTime({ seconds: 3_600 })
    await client.mine({ blocks: 1 })
    const { pool } = await held(deployment.pools.galx!.id)
    const friend = privateKeyToAccount(generatePrivateKey()).address
    await carryOut({ kind: 'claim', pool }, friend)
    expect(await balanceOf(pool.rewardToken, friend)).toBeGreaterThanOrEqual(pool.earned)
    const { pools } = await readHoldings(request, boat, address)
    await carryOut({ kind: 'claimMany', pools })
    await carryOut({ kind: 'withdraw', amount: 5n, held: STAKE, token: 'GALX' })
    const { vault } = await readHoldings(request, boat, address)
    const before = await balanceOf('GALX')
    await carryOut({ kind: 'redeem', ...vault })
    expect((await balanceOf('GALX')) - before).toBeGreaterThanOrEqual(vault.assets)
    expect((await readHoldings(request, boat, address)).vault.shares).toBe(0n)
  })

  it('lists every pass of an account with more passes than one page', async () => {
    const { Multicall3, NodePass } = boat.contracts
    const count = 201
    const faucet = deployment.contracts.DemoFaucet!.address as Address
    const bond = (await readHoldings(request, boat, address)).bond
    const send = async (from: Address, to: string, data: Hex) => {
      const hash = await client.sendUnsignedTransaction({ from, to: to as Address, data, gas: 16_000_000n })
      await client.mine({ blocks: 1 })
      expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
    }
    const call = (target: string, callData: Hex) => ({
      target: target as Address,
      allowFailure: false,
      callData,
    })
    const mint = (name: string) =>
      encodeFunctionData({ abi: nodePassAbi, functionName: 'mint', args: [name] })
    const tokenCall = (functionName: 'transfer' | 'approve', to: string) =>
      encodeFunctionData({ abi: erc20Abi, functionName, args: [to as Address, bond * BigInt(count)] })
    await client.impersonateAccount({ address: faucet })
    await client.setBalance({ address: faucet, value: parseEther('10') })
    await send(faucet, boat.tokens.MCM, tokenCall('transfer', Multicall3))
    // Multicall3 calls as itself, so it becomes the holder.
    const mints = Array.from({ length: count }, (_, index) => call(NodePass, mint(`Pass ${index}`)))
    const calls = [call(boat.tokens.MCM, tokenCall('approve', NodePass)), ...mints]
    for (let from = 0; from < calls.length; from += 40)
      await send(
        faucet,
        Multicall3,
        encodeFunctionData({
          abi: aggregate3Abi,
          functionName: 'aggregate3',
          args: [calls.slice(from, from + 40)],
        }),
      )
    const { passes, unread } = await readHoldings(request, boat, Multicall3 as Address)
    expect(unread).toEqual([])
    expect(passes.map(({ name }) => name).toSorted()).toEqual(
      Array.from({ length: count }, (_, index) => `Pass ${index}`).toSorted(),
    )
  }, 120_000)

  it('the bytes for an offline signer have the fields of the shown text', async () => {
    const { pool } = await held(deployment.pools.galx!.id)
    const unsigned = unsignedOf(boat, { kind: 'claim', pool }, address, address)
    const envelope = { ...unsigned, from: address, nonce: 0, gas: 123_456n, gasPrice: 50_000_000n }
    const { type, chainId, to, data, gas, gasPrice } = parseTransaction(hexOf(envelope))
    expect({ type, chainId, to: to?.toLowerCase(), data, gas, gasPrice }).toEqual({
      type: 'legacy',
      chainId: 56,
      to: unsigned.to,
      data: unsigned.data,
      gas: 123_456n,
      gasPrice: 50_000_000n,
    })
  })
})

describe('a voucher file', () => {
  const voucher = {
    programId: '7',
    account: address,
    cumulative: '10',
    deadline: 1_900_000_000,
    signersNonce: 1,
    signature: `0x${'11'.repeat(64)}1b`,
    coSignature: `0x${'22'.repeat(64)}1c`,
  }
  it('gives the voucher with the largest grant', () => {
    const text = JSON.stringify([voucher, { ...voucher, cumulative: '12' }, { ...voucher, cumulative: '11' }])
    expect(bestOf(readVoucherFile(text)).map(({ cumulative }) => cumulative)).toEqual([12n])
  })
  it.each([
    ['no JSON', '<!doctype html>'],
    ['no list', '{}'],
    ['an empty list', '[]'],
    ['another list', '[1]'],
    ['a broken address', JSON.stringify([{ ...voucher, account: '0x12' }])],
    ['a short signature', JSON.stringify([{ ...voucher, signature: '0x12' }])],
    ['a number where wei are text', JSON.stringify([{ ...voucher, cumulative: 10 }])],
  ])('refuses %s', (_, text) => {
    expect(() => readVoucherFile(text)).toThrow(VoucherFileError)
  })
})
