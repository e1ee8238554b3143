/** The main job with a wallet whose requests pass the packages that MetaMask publishes: these refuse no request of the app. */
import { erc20Abi, parseEther, parseEventLogs } from 'viem'
import { newAccount } from '../../src/chain.ts'
import { expect, test } from '../../src/fixtures.ts'
import { InjectedWallet } from '../../src/injectedWallet.ts'
import { throughMetaMask } from '../../src/metamask.ts'
import { App } from '../../src/screens/app.ts'
import { ExchangeScreen } from '../../src/screens/exchange.ts'
import { GalxScreen } from '../../src/screens/galx.ts'

test('MetaMask’s packages let a person sign in, swap, stake, claim and leave, one call at a time', async ({
  page,
  chain,
}) => {
  const account = newAccount()
  await chain.supply(account)
  const wallet = await InjectedWallet.inject(page, chain, {
    account,
    metamask: true,
    flags: { isMetaMask: true },
  })
  const app = new App(page)
  const galx = new GalxScreen(app)
  const exchange = new ExchangeScreen(app)

  await app.open('/index')
  await app.pressSignIn(account.address)
  await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
  await app.closeDialog(app.texts.shell.account)

  const before = await chain.balance('GALX', account.address)
  await exchange.choose('USDT', 'GALX')
  await exchange.pay.fill('10')
  await exchange.openDeal()
  await exchange.sendButton.click()
  await app.transactionConfirmed()
  expect(await chain.balance('GALX', account.address)).toBeGreaterThan(before)

  await app.open('/galx')
  await galx.stake('galxMcm', '20')
  await app.transactionConfirmed()
  expect((await chain.positions('galxMcm', account.address))[0]?.amount).toBe(parseEther('20'))
  await galx.claimSlowly()
  await app.transactionConfirmed()
  await galx.exit('galxMcm')
  await app.transactionConfirmed()
  expect(await chain.positions('galxMcm', account.address)).toEqual([])
  expect(wallet.methods()).toEqual(
    expect.arrayContaining(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction']),
  )
})

test('MetaMask’s packages let an account that is a contract approve and stake in one batch', async ({
  page,
  chain,
}) => {
  const owner = newAccount()
  const address = await chain.newContractAccount()
  await chain.supply(owner, address)
  await chain.client.setBalance({ address, value: parseEther('1') })
  const wallet = await InjectedWallet.inject(page, chain, {
    account: owner,
    together: true,
    contract: { address, status: 'ready' },
    metamask: true,
    flags: { isMetaMask: true },
  })
  const app = new App(page)
  await app.open('/galx')
  await expect(app.addressButton(address)).toBeVisible()
  const sinceBlock = await chain.client.getBlockNumber({ cacheTime: 0 })
  await new GalxScreen(app).stake('galx', '30')
  await app.transactionConfirmed()
  const sent = await chain.transactionsOf(owner.address, sinceBlock + 1n)
  expect(sent).toHaveLength(1)
  const { logs } = await chain.client.getTransactionReceipt({ hash: sent[0]!.hash })
  expect(parseEventLogs({ abi: erc20Abi, eventName: 'Approval', logs })).not.toEqual([])
  expect((await chain.positions('galx', address))[0]?.amount).toBe(parseEther('30'))
  expect(wallet.methods()).toEqual(expect.arrayContaining(['wallet_getCapabilities', 'wallet_sendCalls']))
})

test('MetaMask’s packages refuse a batch without its version, and an account that is not connected', async () => {
  const account = newAccount()
  const carried: string[] = []
  const ask = throughMetaMask(
    () => account.address,
    async (method) => void carried.push(method),
  )
  const batch = { from: account.address, chainId: '0x38', atomicRequired: true, calls: [] }
  await expect(ask('wallet_sendCalls', [batch])).rejects.toMatchObject({ code: -32602 })
  const transaction = { from: newAccount().address, to: account.address, data: '0x' }
  await expect(ask('eth_sendTransaction', [transaction])).rejects.toMatchObject({ code: 4100 })
  expect(carried).toEqual([])
})
