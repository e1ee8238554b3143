/** Wallets that are late, on other chains, refuse, are not accepted, or change account or chain. */
import { newAccount } from '../src/chain.ts'
import { configured } from '../src/configured.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { GalxScreen } from '../src/screens/galx.ts'
import { TEXTS } from '../src/texts.ts'
import { languagesOf } from '../src/thorough.ts'

test('a provider that appears two seconds after the page is found', async ({ page, chain }) => {
  const account = newAccount()
  await InjectedWallet.inject(page, chain, { account, appearsAfter: 2_000 })
  // A demo wallet would ask first; this deployment has only real wallets.
  await configured(page, { demoWallet: false })
  const app = new App(page)
  await app.open()
  await expect(app.addressButton(account.address)).toBeVisible()
})

const unknownChain = {
  'by error 4902': { code: 4902, message: 'Unrecognized chain ID "0x38".' },
  'by Trust’s localised text': { code: -32603, message: '无法识别的链。请先添加该网络。' },
}
for (const [how, answer] of Object.entries(unknownChain))
  test(`the app offers the chain to a wallet that does not know it (${how})`, async ({
    page,
    chain,
    stack,
  }) => {
    const account = newAccount()
    const wallet = await InjectedWallet.inject(page, chain, {
      account,
      chainId: 1,
      flags: { isTrust: true, isTrustWallet: true },
      unknownChain: answer,
    })
    const app = new App(page)
    await app.open()
    await expect(app.addressButton(account.address)).toBeVisible()
    await expect.poll(() => wallet.chainId).toBe(56)
    const offer = wallet.calls.find((call) => call.method === 'wallet_addEthereumChain')
    expect(offer?.params[0]).toMatchObject({
      chainId: '0x38',
      nativeCurrency: { symbol: 'BNB', decimals: 18 },
    })
    const [offered] = (offer?.params[0] as { rpcUrls: string[] }).rpcUrls
    expect(new URL(offered ?? '').port).toBe(new URL(stack.rpcUrl).port)
  })

for (const language of languagesOf(1)) {
  test.describe(`messages in ${language}`, () => {
    test.use({ language })

    test('a refused connection is not shown as an error', async ({ page, chain }) => {
      const wallet = await InjectedWallet.inject(page, chain, {
        account: newAccount(),
        refuses: ['eth_requestAccounts'],
      })
      const app = new App(page, language)
      await app.open()
      await expect(app.toast(app.texts.wallet.connectRefused)).toBeVisible()
      await expect(app.connectButton).toBeVisible()
      wallet.refuses.clear()
      await app.connectButton.click()
      await expect(app.addressButton(wallet.account.address)).toBeVisible()
    })

    test('a wallet that fails to connect shows the message', async ({ page, chain }) => {
      await InjectedWallet.inject(page, chain, {
        account: newAccount(),
        fails: { eth_requestAccounts: { code: -32603, message: 'Internal error' } },
      })
      await new App(page, language).open()
      await expect(
        new App(page, language).toast(new RegExp(`^${TEXTS[language].connectFailed}$`)),
      ).toBeVisible()
    })

    test('a wallet that cannot switch shows the message and a button to switch', async ({ page, chain }) => {
      const error = { code: -32603, message: 'not now' }
      await InjectedWallet.inject(page, chain, {
        account: newAccount(),
        chainId: 1,
        fails: { wallet_switchEthereumChain: error, wallet_addEthereumChain: error },
      })
      const app = new App(page, language)
      await app.open()
      await expect(app.toast(new RegExp(`^${TEXTS[language].switchFailed}$`))).toBeVisible()
      await expect(page.getByRole('button', { name: app.texts.shell.switchChain })).toBeVisible()
    })

    test('an unexpected wallet gets the message and no request at all', async ({ page, chain }) => {
      const wallet = await InjectedWallet.inject(page, chain, {
        account: newAccount(),
        flags: { isBraveWallet: true },
      })
      const app = new App(page, language)
      await app.open()
      await expect(app.toast(TEXTS[language].unsupportedWallet)).toBeVisible()
      expect(wallet.calls).toEqual([])
    })
  })
}

test('a wallet announced only by EIP-6963 is found', async ({ page, chain }) => {
  const account = newAccount()
  await InjectedWallet.inject(page, chain, {
    account,
    flags: {},
    announce: { rdns: 'pro.tokenpocket', name: 'TokenPocket', only: true },
  })
  const app = new App(page)
  await app.open()
  await expect(app.addressButton(account.address)).toBeVisible()
})

test('another account chosen in the wallet leads to /start without the first account’s token', async ({
  page,
  chain,
}) => {
  const first = newAccount()
  const second = newAccount()
  const wallet = await InjectedWallet.inject(page, chain, { account: first })
  const app = new App(page)
  await app.open()
  await app.pressSignIn(first.address)
  await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
  const token = await app.stored('set_userToken')
  await app.closeDialog(app.texts.shell.account)

  const authorised: string[] = []
  page.on('request', (request) => {
    if (request.headers().authorization === token) authorised.push(request.url())
  })
  await wallet.setAccount(second)
  await expect(page).toHaveURL(/#\/start/)
  await expect(app.addressButton(second.address)).toBeVisible()
  expect(await app.stored('set_userToken')).toBeFalsy()
  expect(authorised).toEqual([])
})

test('a chain other than 56 or 97 chosen in the wallet shows the message', async ({ page, chain }) => {
  const account = newAccount()
  const wallet = await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  await app.open()
  await expect(app.addressButton(account.address)).toBeVisible()
  await wallet.setChain(97)
  await expect(app.toast(app.fixed.switchFailed)).toHaveCount(0)
  await wallet.setChain(1)
  await expect(app.toast(app.fixed.switchFailed)).toBeVisible()
})

test('a chain with the same chain id and another genesis block is refused before anything is sent', async ({
  page,
  chain,
}) => {
  const account = newAccount()
  await chain.supply(account)
  const wallet = await InjectedWallet.inject(page, chain, {
    account,
    answers: {
      eth_getBlockByNumber: async (params, real) => {
        const block = (await real()) as { hash: string; number: string }
        const isGenesis = params[0] === '0x0' || params[0] === 'earliest' || block.number === '0x0'
        return isGenesis ? { ...block, hash: `0x${'ab'.repeat(32)}` } : block
      },
    },
  })
  const app = new App(page)
  const galx = new GalxScreen(app)
  await app.open()
  await expect(app.addressButton(account.address)).toBeVisible()
  await galx.stake('galx', '1')
  await expect(app.transaction('failed')).toContainText('创世区块')
  expect(wallet.methods()).not.toContain('eth_sendTransaction')
  expect(wallet.methods()).not.toContain('eth_signTypedData_v4')
  expect(await chain.positions('galx', account.address)).toEqual([])
})
