/** The lifeboat, opened from a file, with only a node of the chain: every withdrawal, and every program's claim. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { levelsAbi } from '@galx/protocol/abi/Levels'
import { nodePassAbi } from '@galx/protocol/abi/NodePass'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { POOL_NAMES } from '@galx/protocol/names'
import type { PoolKey, TokenSymbol } from '@galx/protocol/products'
import { voucherTypedData } from '@galx/protocol/voucher'
import { startChain, type Chain as Node } from '@galx/stack/chain/startChain'
import { erc20Abi, maxUint256, parseEther, zeroAddress, type Abi, type Address, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { findViolations } from '../src/axe.ts'
import { newAccount, openChain, type Account, type Chain } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { Lifeboat, writeLifeboat } from '../src/lifeboat.ts'

test.describe.configure({ mode: 'serial' })

const NAMES = POOL_NAMES.en_US
const STAKE = parseEther('10')
const WEEK = 7 * 86_400

let node: Node
let chain: Chain
let file: { url: string; folder: string }

test.beforeAll(async ({ stack }) => {
  // The lifeboat works on a copy of the run's chain. The copy's node has no server, no app, no indexer and no gateway.
  node = await startChain({
    initialState: join(stack.dataDirectory, 'chain/state.json.gz'),
    blockTime: 1,
  })
  chain = openChain({ ...stack, rpcUrl: node.rpcUrl })
  file = await writeLifeboat(chain.deployment)
})
test.afterAll(async () => {
  await node?.stop()
  if (file !== undefined) await rm(file.folder, { recursive: true })
})
test.beforeEach(({ own }) => own(node.rpcUrl))

async function write(account: Account, address: string, abi: Abi, functionName: string, args: unknown[]) {
  const wallet = chain.walletOf(account)
  // An estimate at the previous block may be too low: more rewards have accrued since.
  const call = { address: address as Address, abi, functionName, args, gas: 2_000_000n } as never
  const hash: Hex = await wallet.writeContract(call)
  await chain.mined(hash)
  const { status } = await chain.client.getTransactionReceipt({ hash })
  expect(status, functionName).toBe('success')
}

async function stake(account: Account, pool: PoolKey, tier: number): Promise<void> {
  const args = [chain.poolId(pool), STAKE, BigInt(tier), zeroAddress]
  await write(account, chain.stakingPools, stakingPoolsAbi, 'stake', args)
}

/** A pool with a lock that can be left early. */
function lockedPool(): { pool: PoolKey; tier: number } {
  for (const [key, { tiers }] of Object.entries(chain.deployment.pools)) {
    const tier = tiers.findIndex(({ duration, penaltyBps }) => duration > 0 && penaltyBps > 0)
    if (tier >= 0) return { pool: key as PoolKey, tier }
  }
  throw new Error('no pool has an early exit')
}

async function newHolder(): Promise<Account> {
  const account = newAccount()
  const { contracts, tokens } = chain.deployment
  await chain.supply(account)
  for (const token of Object.values(tokens))
    for (const spender of [contracts.StakingPools, contracts.ZnVault, contracts.NodePass, contracts.Levels])
      await write(account, token.address, erc20Abi, 'approve', [spender.address, maxUint256])
  return account
}

/** A voucher of each program with an amount to pay, signed by the chain's present signers. */
async function vouchersOf(account: Address) {
  const { chainId, contracts, programs } = chain.deployment
  const address = contracts.RewardVouchers.address as Address
  const read = { address, abi: rewardVouchersAbi } as const
  const keys = [4, 6].map((addressIndex) =>
    mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }),
  )
  const signersNonce = await chain.client.readContract({ ...read, functionName: 'signersNonce' })
  const { timestamp } = await chain.client.getBlock()
  const deadline = timestamp + 86_400n * 30n
  return Promise.all(
    Object.entries(programs).map(async ([program, { id, token }]) => {
      const claimable = await chain.client.readContract({
        ...read,
        functionName: 'claimable',
        args: [BigInt(id)],
      })
      expect(claimable, program).toBeGreaterThan(0n)
      const voucher = {
        program: BigInt(id),
        account,
        cumulative: claimable / 1_000n + 1n,
        deadline,
        signersNonce,
      }
      const data = voucherTypedData(chainId, address, voucher)
      const [signature, coSignature] = await Promise.all(keys.map((key) => key.signTypedData(data)))
      return {
        token: token as TokenSymbol,
        cumulative: voucher.cumulative,
        json: {
          program,
          programId: id,
          account,
          cumulative: voucher.cumulative.toString(),
          deadline: Number(deadline),
          signersNonce: Number(signersNonce),
          signature,
          coSignature,
        },
      }
    }),
  )
}

test('a wallet makes every withdrawal and every program’s claim, without any request', async ({ page }) => {
  const account = await newHolder()
  const { address } = account
  const { contracts, pools, tokens } = chain.deployment
  const locked = lockedPool()
  const lockedNumber = locked.pool === 'galx' ? 3 : 0
  await test.step('the account has something in every contract', async () => {
    for (let count = 0; count < 3; count += 1) await stake(account, 'galx', 0)
    await stake(account, locked.pool, locked.tier)
    for (const pool of Object.keys(pools) as PoolKey[])
      if (pool !== 'galx' && pool !== locked.pool) await stake(account, pool, 0)
    await write(account, contracts.ZnVault.address, znVaultAbi, 'deposit', [STAKE, address])
    await write(account, contracts.NodePass.address, nodePassAbi, 'mint', ['Lifeboat'])
    await write(account, contracts.Levels.address, levelsAbi, 'buy', [1n, []])
    await write(account, tokens.AAA.address, erc20Abi, 'transfer', [contracts.AaaFund.address, STAKE])
  })
  await InjectedWallet.inject(page, chain, { account })
  const boat = new Lifeboat(page)
  await boat.open(file.url)
  await page.getByRole('button', { name: 'Connect the wallet' }).click()
  await expect(page.getByRole('heading', { name: 'Stakes and rewards' })).toBeVisible()
  await expect(page.getByText('Level 1: its MCM is burned')).toBeVisible()

  /** Withdraws, and returns the received amount. */
  async function take(token: TokenSymbol, way: string, title: string | RegExp, amount?: string) {
    const before = await chain.balance(token, address)
    await boat.review(way, title, amount)
    const lines = await boat.lines()
    await boat.signInWallet()
    return { arrived: (await chain.balance(token, address)) - before, lines }
  }

  await test.step('a part of a stake arrives, then the rest, a principal alone, and a stake with its reward', async () => {
    const part = await take('GALX', 'Unstake', `${NAMES.galx} · Position 0`, '4')
    expect(part.arrived).toBe(parseEther('4'))
    expect(part.lines).toContain('You receive 4 GALX')
    expect((await take('GALX', 'Unstake', `${NAMES.galx} · Position 0`)).arrived).toBe(parseEther('6'))
    // Do this before the exit: after the exit no reward is left for a moment.
    const principal = await take('GALX', 'Principal only', `${NAMES.galx} · Position 2`)
    expect(principal.arrived).toBe(STAKE)
    expect(principal.lines.some((line) => line.startsWith('Reward you give up'))).toBe(true)
    const exit = await take('GALX', 'Unstake and claim', `${NAMES.galx} · Position 1`)
    expect(exit.arrived).toBeGreaterThan(STAKE)
  })

  await test.step('an early exit costs no more than the sheet says', async () => {
    const token = pools[locked.pool]!.stakeToken
    const name = NAMES[locked.pool]
    const { arrived, lines } = await take(token, 'Leave early', `${name} · Position ${lockedNumber}`)
    const shown = /^You receive ([\d.,]+) /.exec(lines.find((line) => line.startsWith('You receive'))!)![1]!
    expect(lines.some((line) => line.startsWith('Penalty'))).toBe(true)
    expect(arrived).toBeGreaterThanOrEqual(parseEther(shown.replaceAll(',', '')))
    expect(arrived).toBeLessThan(STAKE)
  })

  await test.step('the base rewards of one pool arrive, then the base rewards of all pools', async () => {
    const [first] = Object.keys(pools).filter((key) => key !== 'galx' && key !== locked.pool) as PoolKey[]
    const { rewardToken } = pools[first!]!
    expect((await take(rewardToken, 'Claim', NAMES[first!])).arrived).toBeGreaterThan(0n)
    await page.getByRole('button', { name: 'Claim all rewards', exact: true }).click()
    await expect(boat.sheet.getByText('The contract accepts this now.')).toBeVisible()
    await boat.signInWallet()
  })

  await test.step('a part of the vault’s deposit arrives, then the assets of all shares', async () => {
    expect((await take('GALX', 'Withdraw a part', 'ZN vault', '3')).arrived).toBe(parseEther('3'))
    expect((await take('GALX', 'Redeem all shares', 'ZN vault')).arrived).toBeGreaterThanOrEqual(
      parseEther('7') - 1n,
    )
    await expect(page.getByText('No shares in the vault.')).toBeVisible()
  })

  await test.step('every program pays its voucher', async () => {
    const vouchers = await vouchersOf(address)
    expect(vouchers).toHaveLength(8)
    const before = new Map<TokenSymbol, bigint>()
    for (const { token } of vouchers) before.set(token, await chain.balance(token, address))
    const json = JSON.stringify(vouchers.map((one) => one.json))
    const buffer = Buffer.from(json)
    await page
      .getByLabel('Choose voucher files')
      .setInputFiles({ name: 'vouchers.json', mimeType: 'application/json', buffer })
    await page.getByRole('button', { name: 'Claim bonuses', exact: true }).click()
    await expect(boat.sheet.getByText('The contract accepts this now.')).toBeVisible()
    await boat.signInWallet()
    for (const [token, balance] of before) {
      const granted = vouchers
        .filter((one) => one.token === token)
        .reduce((sum, { cumulative }) => sum + cumulative, 0n)
      expect((await chain.balance(token, address)) - balance, token).toBe(granted)
    }
  })

  await test.step('the fund distributes its fees', async () => {
    await boat.review('Distribute', 'Fees in the AAA fund')
    await boat.signInWallet()
    expect(await chain.balance('AAA', contracts.AaaFund.address as Address)).toBe(0n)
  })

  await test.step('the pass gives its bond back after the cool-down', async () => {
    await boat.review('Start the cool-down', /Pass \d+ · Lifeboat/)
    await boat.signInWallet()
    await chain.client.increaseTime({ seconds: WEEK + 1 })
    await chain.client.mine({ blocks: 1 })
    await page.getByRole('button', { name: 'Read again' }).click()
    expect((await take('MCM', 'Take out the bond', /Pass \d+ · Lifeboat/)).arrived).toBe(parseEther('10000'))
  })

  await test.step('the account withdraws the rest, and no contract holds anything of the account', async () => {
    for (const pool of Object.keys(pools) as PoolKey[]) {
      if (pool === 'galx' || pool === locked.pool) continue
      const { stakeToken } = pools[pool]!
      const { arrived } = await take(stakeToken, 'Unstake and claim', `${NAMES[pool]} · Position 0`)
      expect(arrived, pool).toBeGreaterThanOrEqual(STAKE)
      expect(await chain.positions(pool, address)).toEqual([])
    }
  })
  expect([...boat.asked]).toEqual([])
})

test('an offline signer needs only the typed node, and the page names mistakes', async ({
  page,
  expectFaults,
}) => {
  expectFaults(/Failed to load resource|ERR_CONNECTION_REFUSED|Content Security Policy/)
  const account = await newHolder()
  await stake(account, 'galx', 0)
  const boat = new Lifeboat(page)
  const alert = page.getByRole('alert')
  await test.step('a build without a deployment says so', async () => {
    await boat.open(file.url.replace('lifeboat.html', 'build.html'))
    await expect(alert).toContainText('This file names no deployment')
  })
  await boat.open(file.url)

  await test.step('the page refuses a wrong node, a typing error and another chain', async () => {
    await boat.connectNode('http://example.com', account.address)
    await expect(alert).toContainText('This is not the address of a node')
    await boat.connectNode(node.rpcUrl, account.address.slice(0, -1))
    await expect(alert).toContainText('This is not an address: it must be 0x and 40 digits.')
    const last = account.address.search(/[a-f][^a-f]*$/i)
    const letter = account.address[last]!
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
    await boat.connectNode(
      node.rpcUrl,
      account.address.slice(0, last) + other + account.address.slice(last + 1),
    )
    await expect(alert).toContainText('typing error')
    await page.route(node.rpcUrl, async (route) => {
      const { id, method } = route.request().postDataJSON() as { id: number; method: string }
      if (method === 'eth_chainId')
        await route.fulfill({
          json: { jsonrpc: '2.0', id, result: '0x61' },
          headers: { 'access-control-allow-origin': '*' },
        })
      else await route.continue()
    })
    await boat.connectNode(node.rpcUrl, account.address)
    await expect(alert).toContainText('This is chain 97. The file is for chain 56.')
    await page.unroute(node.rpcUrl)
  })

  await test.step('the account’s key signs outside the page, and the node sends the transaction', async () => {
    await boat.connectNode(node.rpcUrl, account.address)
    await expect(page.getByRole('heading', { name: 'Stakes and rewards' })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page), colorScheme).toEqual([])
    }
    const before = await chain.balance('GALX', account.address)
    await boat.review('Unstake', `${NAMES.galx} · Position 0`)
    await boat.sheet.getByRole('button', { name: 'Make the transaction' }).click()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page), colorScheme).toEqual([])
    }
    await boat.sheet.getByLabel('Signed transaction', { exact: true }).fill('0x1234')
    await boat.sheet.getByRole('button', { name: 'Send to the node' }).click()
    await expect(boat.sheet).toContainText('These bytes are not the transaction above.')
    await boat.sheet.getByRole('button', { name: 'Close' }).click()
    await boat.review('Unstake', `${NAMES.galx} · Position 0`)
    await boat.signOffline(account)
    expect((await chain.balance('GALX', account.address)) - before).toBe(STAKE)
  })

  await test.step('a voucher is paid to another address', async () => {
    const friend = newAccount().address
    const [voucher] = await vouchersOf(account.address)
    const files = (text: string) => ({
      name: 'v.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await page.getByLabel('Choose voucher files').setInputFiles(files('{"no": "vouchers"}'))
    await expect(alert).toContainText('This is not a voucher file.')
    await page.getByLabel('Choose voucher files').setInputFiles(files(JSON.stringify([voucher!.json])))
    await page.getByRole('button', { name: /^Claim to another address/ }).click()
    await boat.sheet.getByLabel('Pay to').fill(friend)
    await expect(boat.sheet.getByText('The contract accepts this now.')).toBeVisible()
    await boat.signOffline(account)
    expect(await chain.balance(voucher!.token, friend)).toBe(voucher!.cumulative)
  })
  expect([...boat.asked]).toEqual([new URL(node.rpcUrl).origin])
})
