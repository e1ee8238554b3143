/** The vault's whole life with the demo wallet, compared with the chain at every step. */
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { WHOLE_SHARE } from '@galx/protocol/vault'
import { encodeFunctionData, parseEther, parseEventLogs, type Address } from 'viem'
import { get } from '../../src/api.ts'
import { pattern } from '../../src/catalogue.ts'
import type { Chain } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { App } from '../../src/screens/app.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'
import { ZnScreen } from '../../src/screens/zn.ts'

const DAY = 86_400

// This also runs after a failed step, because all tests share the chain.
test.afterEach(({ chain }) => vaultOf(chain).asOwner('unpauseDeposits'))

test('a deposit buys the promised shares, grows as in the contract, and is withdrawn in part and in full', async ({
  page,
  chain,
  stack,
}) => {
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const zn = new ZnScreen(app)
  const vault = vaultOf(chain)
  let account: Address = '0x'

  await test.step('connect, sign in and get test tokens on the page itself', async () => {
    await app.open('/zn')
    account = await wallet.connect()
    await app.pressSignIn(account)
    await wallet.confirm('sign')
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    await wallet.getTestTokens()
  })

  await test.step('a deposit by permit buys at least the shown shares', async () => {
    const held = await chain.balance('GALX', account)
    const least = await zn.fillDeposit('500')
    await zn.deposit()
    await wallet.confirm('permit')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const shares = await vault.sharesOf(account)
    expect(shares).toBeGreaterThanOrEqual(least)
    expect(shares - least).toBeLessThan(shares / 1_000n)
    expect(await chain.balance('GALX', account)).toBe(held - parseEther('500'))
  })

  await test.step('the deposit grows as in the contract, and the page shows that all of it can be withdrawn now', async () => {
    await chain.client.increaseTime({ seconds: DAY })
    await chain.client.mine({ blocks: 1 })
    const shares = await vault.sharesOf(account)
    const { number } = await chain.client.getBlock()
    const [worth, perSecond] = await Promise.all([vault.worth(shares, number), vault.growth(shares)])
    expect(worth).toBeGreaterThan(parseEther('500'))
    // Six decimals are shown. The page counts on between blocks by its own clock, and may lead by at most a minute of growth.
    await expect.poll(() => zn.worth()).toBeGreaterThan(worth - 10n ** 12n)
    expect(await zn.worth()).toBeLessThan(worth + 60n * perSecond)
    await expect(zn.proof).toBeVisible()
  })

  await test.step('a part is withdrawn to the wei', async () => {
    const held = await chain.balance('GALX', account)
    await zn.withdraw('100')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await chain.balance('GALX', account)).toBe(held + parseEther('100'))
  })

  await test.step('the price over time comes from the indexed events and never falls', async () => {
    await expect(zn.chart).toBeVisible()
    const { prices, asOf } = await get<{
      prices: { at: number; price: string }[]
      asOf: { block: number }
    }>(stack.btcApiUrl, '/api/getZnPrices?span=week')
    const values = prices.map(({ price }) => BigInt(price))
    expect(values).toEqual(values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)))
    expect(values.at(-1)).toBe(await vault.worth(WHOLE_SHARE, BigInt(asOf.block)))
  })

  await test.step('while deposits are paused, everything can still be withdrawn for the amount that the button promised', async () => {
    await vault.asOwner('pauseDeposits')
    await zn.choose('deposit')
    await expect(zn.form.getByRole('button', { name: pattern(zn.texts.form.paused) })).toBeDisabled()

    const held = await chain.balance('GALX', account)
    const least = await zn.withdrawAll()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await vault.sharesOf(account)).toBe(0n)
    const paid = (await chain.balance('GALX', account)) - held
    expect(paid).toBeGreaterThanOrEqual(least)
    const [, last] = await withdrawals(chain, account)
    expect(paid).toBe(last!.args.assets)
  })

  await test.step('every step is in the records, with the chain’s figures', async () => {
    const token = await app.stored('set_userToken')
    const [, last] = await withdrawals(chain, account)
    const steps = async () =>
      (
        await get<{ list: { kind: string; amount: string; status: string }[] }>(
          stack.btcApiUrl,
          '/api/getznStakeLog',
          token,
        )
      ).list.map(({ kind, amount, status }) => `${kind} ${amount} ${status}`)
    await expect
      .poll(steps)
      .toEqual([
        `withdraw ${last!.args.assets} confirmed`,
        `withdraw ${parseEther('100')} confirmed`,
        `deposit ${parseEther('500')} confirmed`,
      ])
    await app.open('/znRecord')
    await expect(zn.records).toHaveCount(3)
    await expect(zn.records.nth(0)).toContainText(app.texts.activity.kind.withdraw)
    await expect(zn.records.nth(2)).toContainText('500.00 GALX')
  })
})

function vaultOf(chain: Chain) {
  const contract = {
    address: chain.deployment.contracts.ZnVault.address as Address,
    abi: znVaultAbi,
  } as const
  const { client } = chain
  return {
    sharesOf: (account: Address) =>
      client.readContract({ ...contract, functionName: 'balanceOf', args: [account] }),
    worth: (shares: bigint, blockNumber: bigint) =>
      client.readContract({ ...contract, functionName: 'convertToAssets', args: [shares], blockNumber }),
    /** The growth of `shares` in a second, wei. */
    async growth(shares: bigint): Promise<bigint> {
      const [{ rewardRate }, supply] = await Promise.all([
        client.readContract({ ...contract, functionName: 'vaultState' }),
        client.readContract({ ...contract, functionName: 'totalSupply' }),
      ])
      return (rewardRate * shares) / supply
    },
    /** A call of the timelock, here without its delay. */
    async asOwner(functionName: 'pauseDeposits' | 'unpauseDeposits'): Promise<void> {
      const owner = chain.deployment.contracts.Timelock.address as Address
      await client.impersonateAccount({ address: owner })
      await client.setBalance({ address: owner, value: parseEther('1') })
      const data = encodeFunctionData({ abi: znVaultAbi, functionName })
      const hash = await client.sendUnsignedTransaction({ from: owner, to: contract.address, data })
      expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    },
  }
}

async function withdrawals(chain: Chain, owner: Address) {
  const address = chain.deployment.contracts.ZnVault.address as Address
  const logs = await chain.client.getLogs({ address, fromBlock: 0n, toBlock: 'latest' })
  return parseEventLogs({ abi: znVaultAbi, eventName: 'Withdraw', args: { owner }, logs })
}
