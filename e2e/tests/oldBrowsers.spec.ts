/** The oldest browsers that the build names, and older ones. */
import type { BrowserContext } from '@playwright/test'
import { parseEther } from 'viem'
import { lacking } from '../../web/build/lacking.ts'
import chinese from '../../web/src/pages/preparing/texts.zh.ts'
import english from '../../web/src/pages/preparing/texts.en.ts'
import vietnamese from '../../web/src/pages/preparing/texts.vi.ts'
import { newAccount } from '../src/chain.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { DemoWallet } from '../src/screens/demoWallet.ts'
import { GalxScreen } from '../src/screens/galx.ts'

/** Removes every name that the oldest named browsers lack, before any script of the page. */
async function makeOld(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    (names) => {
      const all = Object.getOwnPropertyNames(window).map((name) => Reflect.get(window, name) as unknown)
      const kinds = all.filter((value) => typeof value === 'function')
      // Iterator methods have the names of array methods, so the table cannot list them.
      const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object
      for (const name of Object.getOwnPropertyNames(iterator)) Reflect.deleteProperty(iterator, name)
      for (const name of names) {
        const [owner = '', member] = name.split('.')
        if (member === undefined) Reflect.deleteProperty(window, owner)
        else if (owner !== '')
          Reflect.deleteProperty(Object(Reflect.get(window, owner) ?? {}) as object, member)
        else
          for (const { prototype } of kinds)
            if (prototype !== undefined && prototype !== null)
              Reflect.deleteProperty(prototype as object, member)
      }
      for (const kind of [Uint8Array, Int8Array])
        Reflect.deleteProperty(Object.getPrototypeOf(kind.prototype) as object, 'at')
    },
    // Playwright itself needs these two; no script of the app uses them.
    [...lacking()].filter((name) => !/^Big(I|Ui)nt64Array$/.test(name)),
  )
}

test('a wallet’s old browser does the main job: connect, sign in, stake, swap page, claim, unstake', async ({
  page,
  context,
  chain,
}) => {
  await makeOld(context)
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const galx = new GalxScreen(app)
  await app.open('/galx')
  await expect(app.addressButton(account.address)).toBeVisible()
  // The app provides the built-ins that it calls, and no others exist.
  expect(
    await page.evaluate(() => [
      typeof Reflect.get([], 'at'),
      typeof Reflect.get(window, 'structuredClone'),
      typeof Reflect.get(Object, 'hasOwn'),
    ]),
  ).toEqual(['function', 'undefined', 'undefined'])
  await app.pressSignIn(account.address)
  await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
  await app.closeDialog(app.texts.shell.account)
  await galx.stake('galx', '60')
  await app.transactionConfirmed()
  expect((await chain.positions('galx', account.address))[0]?.amount).toBe(parseEther('60'))
  await galx.claim()
  await app.transactionConfirmed()
  await galx.unstake('galx', '60')
  await app.transactionConfirmed()
  expect(await chain.positions('galx', account.address)).toEqual([])
  for (const route of [
    'index',
    'btc',
    'mcmEarn',
    'mcf',
    'zn',
    'aaaJiJin',
    'rank',
    'community',
    'earn',
    'safe',
  ]) {
    await app.open(`/${route}`)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page.getByText(app.texts.shell.pageFailed)).toHaveCount(0)
  }
})

test('the demo wallet asks in a browser without modal dialogs', async ({ page, context }) => {
  await makeOld(context)
  const app = new App(page)
  await app.open('/galx')
  const account = await new DemoWallet(app).connect()
  await expect(app.addressButton(account)).toBeVisible()
})

for (const [what, how] of [
  ['cannot read the app’s scripts', 'const page ?= 1'],
  ['runs no script', null],
] as const)
  test(`a browser that ${what} names a suitable browser in each language`, async ({
    page,
    stack,
    expectFaults,
  }) => {
    // Playwright knows no stack for a script that cannot be parsed.
    expectFaults(/^uncaught: $/, /ERR_/)
    if (how === null) await page.route('**/*.js', (route) => route.abort())
    else
      await page.route('**/boot.js', (route) => route.fulfill({ contentType: 'text/javascript', body: how }))
    await page.goto(`${stack.webUrl}/#/galx`)
    for (const texts of [chinese, english, vietnamese]) {
      await expect(page.getByText(texts.oldBrowser, { exact: true })).toBeVisible()
      await expect(page.getByText(texts.oldBrowserText, { exact: true })).toBeVisible()
      for (const version of ['Chrome 87', 'iOS 14']) expect(texts.oldBrowserText).toContain(version)
    }
    await expect(page.getByText(chinese.preparingText)).toBeHidden()
  })
