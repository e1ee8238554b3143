/** The overview of all products with an injected wallet, compared with the chain. */
import { readFileSync } from 'node:fs'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { readStatement } from '@galx/protocol/statement'
import { decodeFunctionData, parseEventLogs, parseEther, formatEther } from 'viem'
import { newAccount } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { App } from '../../src/screens/app.ts'
import { EarnScreen } from '../../src/screens/earn.ts'

test('stakes in two products are shown together, claimed in one transaction, and come as a file', async ({
  page,
  chain,
}) => {
  const account = newAccount()
  await chain.supply(account)
  await chain.stake(account, 'galx', parseEther('120'))
  await chain.stake(account, 'btc', parseEther('80'))
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const earn = new EarnScreen(app)

  await test.step('both stakes are shown without signing in, each token separately', async () => {
    await app.open('/earn')
    await expect(app.addressButton(account.address)).toBeVisible()
    await expect(earn.staked).toHaveCount(2)
    await expect(earn.staked.nth(0)).toContainText('120.00 GALX')
    await expect(earn.staked.nth(1)).toContainText('80.00 AAA')
    await expect(earn.sum('GALX')).toContainText('120.00')
    await expect(earn.sum('AAA')).toContainText('80.00')
  })

  await test.step('one transaction claims both pools to the wei', async () => {
    await expect(earn.claimAll).toBeEnabled()
    const from = await chain.client.getBlockNumber({ cacheTime: 0 })
    const tokens = ['GALX', 'BTCB'] as const
    const before = await Promise.all(tokens.map((token) => chain.balance(token, account.address)))
    const sent = await chain.transactionCount(account.address)
    await earn.claimAll.click()
    await app.transactionConfirmed()
    expect(await chain.transactionCount(account.address)).toBe(sent + 1)
    const [claim] = await chain.transactionsOf(account.address, from + 1n)
    expect(decodeFunctionData({ abi: stakingPoolsAbi, data: claim!.input })).toMatchObject({
      functionName: 'claimMany',
      args: [[chain.poolId('galx'), chain.poolId('btc')], account.address],
    })
    const { logs } = await chain.client.getTransactionReceipt({ hash: claim!.hash })
    const paid = parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Claimed', logs }).map(({ args }) => args)
    expect(paid.map(({ pool }) => pool)).toEqual([chain.poolId('galx'), chain.poolId('btc')])
    for (const [index, token] of tokens.entries()) {
      expect(paid[index]!.amount).toBeGreaterThan(0n)
      expect(await chain.balance(token, account.address)).toBe(before[index]! + paid[index]!.amount)
    }
  })

  await test.step('after the sign-in the history has every step, and a filter by kind or product', async () => {
    await app.pressSignIn(account.address)
    await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
    await app.closeDialog(app.texts.shell.account)
    await expect(earn.history).toHaveCount(4, { timeout: 60_000 })
    const { kind } = app.texts.activity
    await earn.kind.selectOption('claim')
    await expect(earn.history).toHaveCount(2)
    for (const row of await earn.history.all()) await expect(row).toContainText(kind.claim)
    await earn.product.selectOption('btc')
    await expect(earn.history).toHaveCount(1)
    await expect(earn.history).toContainText('BTCB')
    await earn.kind.selectOption('stake')
    await expect(earn.history).toHaveCount(1)
    await expect(earn.history).toContainText('80.00 AAA')
  })

  await test.step('the file has the same steps with exact amounts', async () => {
    const saved = page.waitForEvent('download')
    await earn.csv.click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('galx-activity.csv')
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(5)
    const claimed = parseEventLogs({
      abi: stakingPoolsAbi,
      eventName: 'Claimed',
      args: { account: account.address },
      logs: await chain.client.getLogs({ address: chain.stakingPools, fromBlock: 0n, toBlock: 'latest' }),
    })
    for (const [index, [product, token]] of [['galx', 'GALX'] as const, ['btc', 'BTCB'] as const].entries()) {
      const amount = formatEther(claimed[index]!.args.amount)
      expect(lines.some((line) => line.includes(`,claim,${product},${product},,${token},${amount},`))).toBe(
        true,
      )
    }
  })

  await test.step('the statement of the year has the same movements', async () => {
    const saved = page.waitForEvent('download')
    await earn.saveStatement()
    const path = await (await saved).path()
    const { head, lines } = readStatement(readFileSync(path, 'utf8'))
    expect(head).toMatchObject({ chainId: chain.deployment.chainId, account: account.address.toLowerCase() })
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^\S+Z,stake,galx,GALX,,\d+,\d+,0x[0-9a-f]{64}$/)
  })
})
