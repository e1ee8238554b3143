/** The AAA fund's whole life with the demo wallet, compared with the chain at every step. */
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { encodeFunctionData, erc20Abi, parseEther, parseEventLogs, type Address } from 'viem'
import { get } from '../../src/api.ts'
import { newAccount, type Chain } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { AaaScreen } from '../../src/screens/aaa.ts'
import { App } from '../../src/screens/app.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'

const DAY = 86_400n

test('AAA is staked, anyone distributes the fund with the shown result, the reward is claimed and everything is unstaked', async ({
  page,
  chain,
  stack,
}) => {
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const aaa = new AaaScreen(app)
  const fund = chain.deployment.contracts.AaaFund.address as Address
  let account: Address = '0x'

  await test.step('connect and get test tokens on the page itself, without signing in', async () => {
    await app.open('/aaaJiJin')
    account = await wallet.connect()
    await wallet.getTestTokens()
  })

  await test.step('AAA takes no fee from a stake, so the stake has its full weight', async () => {
    await aaa.stake('200')
    await wallet.confirm('permit')
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect((await chain.accountState('aaa', account)).weight).toBe(parseEther('200'))
  })

  await test.step('the token itself takes the fee and sends it to the fund', async () => {
    await expect(aaa.fee).toContainText('3%')
    await expect(aaa.fee).toContainText(aaa.texts.fee.isFund)
  })

  await test.step('received fees wait in the fund, and the page shows the result of a distribution', async () => {
    const held = await chain.balance('AAA', fund)
    await giveToFund(chain, fund, parseEther('50'))
    await expect.poll(() => aaa.waiting()).toBeGreaterThan(held)
    const waiting = await chain.balance('AAA', fund)
    expect(waiting).toBe(held + parseEther('50'))
    expect(waiting - (await aaa.waiting())!).toBeLessThan(10n ** 13n)
    await expect(aaa.fact(aaa.texts.fund.day)).toContainText(/AAA/)
  })

  await test.step('a distribution by anyone streams the whole amount to the pool, at the shown rate and until the shown time', async () => {
    const waiting = await chain.balance('AAA', fund)
    await expect(aaa.distributeButton).toBeEnabled()
    // The last figure of "before → after", or the only figure if the rate stays.
    const shown = (await aaa.fact(aaa.texts.fund.day).innerText()).match(/[\d,]+\.\d+(?= AAA)/g)!.at(-1)!
    await aaa.distributeButton.click()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    expect(await chain.balance('AAA', fund)).toBe(0n)
    const logs = await chain.client.getLogs({ address: chain.stakingPools, fromBlock: 0n, toBlock: 'latest' })
    const funded = parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Funded', logs }).at(-1)!
    expect(funded.args).toMatchObject({ pool: chain.poolId('aaa'), amount: waiting })
    // Some seconds pass between the node's simulation and the block, so the two rates differ a little.
    const perDay = parseEther(shown.replaceAll(',', ''))
    const difference = perDay - funded.args.rewardRate * DAY
    expect(difference < 0n ? -difference : difference).toBeLessThan(perDay / 1_000n)
    await expect(aaa.fund).toContainText(aaa.texts.fund.nothing)
  })

  await test.step('the public list and its sums contain the inflow and the distribution', async () => {
    type Log = { list: { kind: string; amount: string }[]; totals: { inflow: string; distribution: string } }
    const read = () => get<Log>(stack.apiUrl, '/api/getFundInvestLogs')
    await expect.poll(async () => (await read()).list[0]?.kind).toBe('distribution')
    const { list, totals } = await read()
    expect(list[1]).toMatchObject({ kind: 'inflow', amount: parseEther('50').toString() })
    expect(BigInt(totals.inflow) - BigInt(totals.distribution)).toBe(await chain.balance('AAA', fund))
    await expect(aaa.log.getByRole('listitem').first()).toContainText(aaa.texts.log.distribution)
    const rows = await aaa.log.getByRole('listitem').count()
    await aaa.log.getByRole('button', { name: aaa.texts.log.more }).click()
    await expect.poll(() => aaa.log.getByRole('listitem').count()).toBeGreaterThan(rows)
  })

  await test.step('the reward is claimed to the last wei, and everything is unstaked', async () => {
    await expect(aaa.claimButton).toBeEnabled()
    const held = await chain.balance('AAA', account)
    await aaa.claimButton.click()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const claimed = (await chain.balance('AAA', account)) - held
    expect(claimed).toBeGreaterThan(0n)
    await aaa.exit()
    await wallet.confirm('transaction')
    await app.transactionConfirmed()
    const { amount, reward } = await chain.exitOf(account)
    expect(amount).toBe(parseEther('200'))
    expect(await chain.balance('AAA', account)).toBe(held + claimed + amount + reward)
    expect((await chain.accountState('aaa', account)).weight).toBe(0n)
  })
})

/** Sends AAA to the fund from a separate account, like the fee of a trade. */
async function giveToFund(chain: Chain, fund: Address, amount: bigint): Promise<void> {
  const giver = newAccount()
  await chain.supply(giver)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [fund, amount] })
  const hash = await chain.walletOf(giver).sendTransaction({ to: chain.tokenAddress('AAA'), data })
  await chain.client.waitForTransactionReceipt({ hash })
}
