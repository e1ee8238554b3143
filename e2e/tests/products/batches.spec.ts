/** Several steps in one confirmation (EIP-5792): with wallets that support batches, wallets that do not, and wallets that refuse later. */
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { erc20Abi, getAddress, parseEther, parseEventLogs } from 'viem'
import bonusTexts from '../../../web/src/bonuses/texts.zh.ts'
import { pattern } from '../../src/catalogue.ts'
import { passEpoch } from '../../src/bonuses.ts'
import { newAccount } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { App } from '../../src/screens/app.ts'
import { DemoWallet } from '../../src/screens/demoWallet.ts'
import { GalxScreen } from '../../src/screens/galx.ts'
import { someOf } from '../../src/thorough.ts'

const ASKED = /^(wallet_sendCalls|eth_sendTransaction|eth_signTypedData_v4)$/

test('the demo wallet takes approval and stake in one confirmation, describes both, and shows their digests', async ({
  page,
  chain,
}) => {
  await page.addInitScript(() => localStorage.setItem('galx_demoWallet_together', 'on'))
  const app = new App(page)
  const wallet = new DemoWallet(app)
  const galx = new GalxScreen(app)
  await app.open('/galx')
  const account = await wallet.connect()
  await wallet.getTestTokens()
  await galx.stake('galx', '12')
  await wallet.unfold('calls')
  const shown = await wallet.confirm('calls')
  expect(shown).toContain('动用 12 GALX')
  expect(shown).toContain('在质押池 GALX 质押 12 GALX')
  expect(shown.match(/Calldata Digest\s+0x[0-9a-f]{64}/g)).toHaveLength(2)
  await app.transactionConfirmed()
  await expect(galx.amount).toHaveValue('')
  expect((await chain.positions('galx', account))[0]?.amount).toBe(parseEther('12'))
  expect(await chain.allowance('GALX', account)).toBe(0n)
})

const WALLETS = [
  ['takes several calls', { together: true }, ['wallet_sendCalls']],
  ['takes one call at a time', {}, ['eth_signTypedData_v4', 'eth_sendTransaction']],
  [
    'declines to upgrade the account (5750)',
    { together: true, fails: { wallet_sendCalls: { code: 5750, message: 'User rejected upgrade' } } },
    ['wallet_sendCalls', 'eth_signTypedData_v4', 'eth_sendTransaction'],
  ],
  [
    'cannot carry calls out as one (5760)',
    { together: true, fails: { wallet_sendCalls: { code: 5760, message: 'Atomicity not supported' } } },
    ['wallet_sendCalls', 'eth_signTypedData_v4', 'eth_sendTransaction'],
  ],
] as const

// Every answer of a wallet has a test in web/test/chain.
for (const [name, options, asked] of someOf(WALLETS, 2))
  test(`an injected wallet that ${name} puts the stake on the chain`, async ({ page, chain }) => {
    const account = newAccount()
    await chain.supply(account)
    const wallet = await InjectedWallet.inject(page, chain, { account, ...options })
    const app = new App(page)
    const galx = new GalxScreen(app)
    await app.open('/galx')
    await expect(app.addressButton(account.address)).toBeVisible()
    await galx.stake('galx', '7')
    await app.transactionConfirmed()
    expect((await chain.positions('galx', account.address))[0]?.amount).toBe(parseEther('7'))
    expect(wallet.methods().filter((method) => ASKED.test(method))).toEqual(asked)
  })

for (const status of someOf(['ready', 'supported'] as const, 2))
  test(`a wallet whose account is a contract (atomic: ${status}) approves and stakes in one transaction, and claims base reward and bonus in one`, async ({
    page,
    chain,
    stack,
  }) => {
    const owner = newAccount()
    const address = await chain.newContractAccount()
    await chain.supply(owner, address)
    await chain.client.setBalance({ address, value: parseEther('1') })
    const wallet = await InjectedWallet.inject(page, chain, {
      account: owner,
      together: true,
      contract: { address, status },
    })
    const app = new App(page)
    const galx = new GalxScreen(app)
    const sinceBlock = await chain.client.getBlockNumber({ cacheTime: 0 })
    const sent = () => chain.transactionsOf(owner.address, sinceBlock + 1n)

    await app.open('/galx')
    await expect(app.addressButton(address)).toBeVisible()
    await galx.stake('galx', '100')
    await app.transactionConfirmed()
    const [stake, ...others] = await sent()
    expect(others).toEqual([])
    const { logs } = await chain.client.getTransactionReceipt({ hash: stake!.hash })
    const approvals = parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs })
    expect(approvals[0]?.args).toMatchObject({ owner: address, spender: getAddress(chain.stakingPools) })
    expect(parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Staked', logs })[0]?.args).toMatchObject({
      account: address,
      amount: parseEther('100'),
    })
    expect(await chain.allowance('GALX', address)).toBe(0n)
    expect(wallet.methods().filter((method) => ASKED.test(method))).toEqual(['wallet_sendCalls'])
    if (status === 'supported') return

    const member = newAccount()
    await chain.supply(member)
    await chain.stake(member, 'galx', parseEther('200'), address)
    const { signed } = await passEpoch(chain, stack, address)
    await page.reload()
    await expect(page.getByRole('button', { name: pattern(bonusTexts.claim) })).toBeVisible()
    await galx.claimSection.getByRole('button', { name: pattern(app.texts.staking.claim.button) }).click()
    await app.transactionConfirmed()
    const [claim, first] = await sent()
    expect(first).toEqual(stake)
    const paid = (await chain.client.getTransactionReceipt({ hash: claim!.hash })).logs
    const base = parseEventLogs({ abi: stakingPoolsAbi, eventName: 'Claimed', logs: paid })
    const bonus = parseEventLogs({ abi: rewardVouchersAbi, eventName: 'Claimed', logs: paid })
    const vouchers = chain.deployment.contracts.RewardVouchers.address.toLowerCase()
    const ofPools = base.filter((log) => log.address.toLowerCase() === chain.stakingPools.toLowerCase())
    const ofVouchers = bonus.filter((log) => log.address.toLowerCase() === vouchers)
    expect(ofPools[0]?.args.amount).toBeGreaterThan(0n)
    expect(ofVouchers[0]?.args).toMatchObject({ account: address, amount: signed })
  })
