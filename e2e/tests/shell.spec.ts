/** Header, drawer, language, invitation, routes, and the actions of every navigation. */
import { HOME_PAGE } from '@galx/protocol/products'
import { newAccount } from '../src/chain.ts'
import { configured } from '../src/configured.ts'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { App } from '../src/screens/app.ts'
import { CommunityScreen } from '../src/screens/community.ts'
import { DemoWallet } from '../src/screens/demoWallet.ts'
import { BUILT_PAGES, PAGES_BUT_START, MENU_LINKS, pageTexts } from '../src/pages.ts'
import { TEXTS } from '../src/texts.ts'
import { languagesOf } from '../src/thorough.ts'

for (const language of languagesOf(0)) {
  test.describe(`the shell in ${language}`, () => {
    test.use({ language })
    const texts = TEXTS[language]

    test('the header connects, and shows the address shortened 8 and 8', async ({ page, chain }) => {
      const account = newAccount()
      const wallet = await InjectedWallet.inject(page, chain, { account, refuses: ['eth_requestAccounts'] })
      const app = new App(page, language)
      await app.open()
      await expect(app.connectButton).toBeVisible()
      await expect(app.languageButton).toBeVisible()
      await expect(app.menuButton).toBeVisible()
      await expect(app.toast(app.texts.wallet.connectRefused)).toBeVisible()
      wallet.refuses.clear()
      await app.connectButton.click()
      const button = app.addressButton(account.address)
      await expect(button).toBeVisible()
      const shown = (await button.innerText()).trim()
      const lower = account.address.toLowerCase()
      expect(shown.toLowerCase().startsWith(lower.slice(0, 8))).toBe(true)
      expect(shown.toLowerCase().endsWith(lower.slice(-8))).toBe(true)
    })

    test('the drawer lists six entries in half the width; another language and security are only announced', async ({
      page,
      chain,
    }) => {
      await InjectedWallet.inject(page, chain, { account: newAccount() })
      const app = new App(page, language)
      await app.open()

      await test.step('each entry leads to its page', async () => {
        for (const [index, name] of MENU_LINKS.entries()) {
          await app.menuButton.click()
          await expect(app.drawer).toBeVisible()
          await settled(app)
          const box = await app.drawer.boundingBox()
          expect(Math.abs((box?.width ?? 0) - 195)).toBeLessThanOrEqual(1)
          expect(Math.abs((box?.x ?? 0) - 195)).toBeLessThanOrEqual(1)
          const entries = app.drawer.getByRole('navigation').getByRole('listitem')
          expect((await entries.allInnerTexts()).map((text) => text.trim())).toEqual([...texts.menuEntries])
          await entries.nth(index).getByRole('link').click()
          await expect(page).toHaveURL(new RegExp(`#/${name}$`))
          await expect(app.drawer).toBeHidden()
        }
      })

      await test.step('choosing a language says that the international version is coming, and changes nothing', async () => {
        await app.languageButton.click()
        const entries = page.getByRole('menu').getByRole('menuitemradio')
        await expect(entries).toHaveText(['中文', 'English'])
        await entries.filter({ hasText: language === 'zh_CN' ? 'English' : '中文' }).click()
        await expect(app.toast(texts.internationalComingSoon)).toBeVisible()
        await expect(page.getByRole('menu')).toBeHidden()
        await expect(app.menuButton).toBeVisible()
        expect(await app.stored('APP_LANG')).toBe(language)
      })

      await test.step('security says that it is coming, and leads nowhere', async () => {
        const before = page.url()
        await app.menuButton.click()
        await app.drawer.getByRole('button', { name: texts.menuEntries[5], exact: true }).click()
        await expect(app.toast(texts.comingSoon)).toBeVisible()
        await expect(app.toast(texts.comingSoon)).toBeHidden()
        expect(page.url()).toBe(before)
      })
    })

    test('the invitation sheet copies the link even if the browser refuses the clipboard', async ({
      page,
      chain,
      stack,
    }) => {
      const account = newAccount()
      await InjectedWallet.inject(page, chain, { account })
      await page.addInitScript(() => {
        // Like Android's WebView, with or without a tap.
        navigator.clipboard.writeText = () =>
          Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
      })
      await page.context().grantPermissions(['clipboard-read'])
      const app = new App(page, language)
      const community = new CommunityScreen(app)
      await app.open()
      await app.pressSignIn(account.address)
      await expect.poll(() => app.stored('set_userToken')).toBeTruthy()
      await app.closeDialog(app.texts.shell.account)
      await app.menuButton.click()
      await app.drawer.getByRole('button', { name: texts.invite, exact: true }).click()
      await expect(community.inviteSheet).toBeVisible()
      const code = /[2-9A-HJKMNP-TV-Z]{8}/.exec(await community.inviteSheet.innerText())?.[0]
      expect(code).toBeDefined()
      await community.copyLink.click()
      await expect(app.toast(texts.copied)).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `${stack.webUrl}/#/start?inviteCode=${code}`,
      )
    })
  })
}

test('with the switches on, the language switches and the security entry leads to /safe', async ({
  page,
  chain,
}) => {
  await InjectedWallet.inject(page, chain, { account: newAccount() })
  await configured(page, { internationalVersion: true, securityCentre: true })
  const app = new App(page)
  await app.open()
  await app.languageButton.click()
  await page.getByRole('menu').getByRole('menuitemradio', { name: 'English' }).click()
  const english = new App(page, 'en_US')
  await expect(english.menuButton).toBeVisible()
  expect(await app.stored('APP_LANG')).toBe('en_US')
  await english.menuButton.click()
  await english.drawer.getByRole('link', { name: TEXTS.en_US.menuEntries[5], exact: true }).click()
  await expect(page).toHaveURL(/#\/safe$/)
})

test('/ redirects to galx, and an unknown route leads there too', async ({ page, chain }) => {
  await InjectedWallet.inject(page, chain, { account: newAccount() })
  const pages: string[] = []
  page.on('request', (request) => {
    if (/\/pages-[^/]+\.js$/.test(request.url())) pages.push(request.url())
  })
  await page.goto('/')
  await expect(page).toHaveURL(/#\/galx$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new App(page).texts.galx.title)
  expect(pages, 'the home page is drawn at once: no other page leads there').toEqual([])
  await page.goto('/#/nowhere/at/all')
  await expect(page).toHaveURL(/#\/galx$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new App(page).texts.galx.title)
})

test('each of the seventeen routes opens with a heading, its code loaded on demand', async ({
  page,
  chain,
}) => {
  await InjectedWallet.inject(page, chain, { account: newAccount() })
  const app = new App(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await app.open('/galx')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const name of PAGES_BUT_START) {
    const built = BUILT_PAGES.includes(name)
    const before = scripts.length
    await page.evaluate((to) => void (location.hash = `#/${to}`), name)
    await expect(page).toHaveURL(new RegExp(`#/${name}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      built ? (await pageTexts(name, 'zh_CN')).title : app.texts.pageNames[name],
    )
    await expect(page.getByRole('progressbar', { name: app.texts.shell.loadingPage })).toHaveCount(0)
    if (built && name !== HOME_PAGE)
      expect(scripts.length, `/${name} loads its own chunk`).toBeGreaterThan(before)
  }
})

test('every navigation starts a progress bar, and ends it when the page is drawn', async ({
  page,
  chain,
}) => {
  await InjectedWallet.inject(page, chain, { account: newAccount() })
  const app = new App(page)
  await app.open('/galx')
  await expect(app.menuButton).toBeVisible()
  await page.waitForLoadState('networkidle')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.evaluate(() => void (location.hash = '#/rank'))
  const bar = page.getByRole('progressbar', { name: app.texts.shell.loadingPage })
  await expect(bar).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(app.texts.pageNames.rank)
  await expect(bar).toHaveCount(0)
})

test('an invite in the address is saved at any navigation, before or after the #, and removed at app start', async ({
  page,
}) => {
  const app = new App(page)
  await page.goto('/?invite=AAAA2222#/galx')
  await expect.poll(() => app.stored('inviteCode')).toBe('AAAA2222')
  await page.evaluate(() => void (location.hash = '#/rank?invite=BBBB3333'))
  await expect.poll(() => app.stored('inviteCode')).toBe('BBBB3333')
  await page.goto('about:blank')
  await page.goto('/#/galx')
  await expect(app.menuButton).toBeVisible()
  await expect.poll(() => app.stored('inviteCode')).toBeNull()
})

test('every navigation connects while no address is known, and after a refusal asks the person nothing', async ({
  page,
  chain,
}) => {
  const wallet = await InjectedWallet.inject(page, chain, {
    account: newAccount(),
    refuses: ['eth_requestAccounts'],
  })
  const app = new App(page)
  const count = (name: string) => wallet.methods().filter((method) => method === name).length
  const asked = () => count('eth_requestAccounts')
  const looked = () => count('eth_accounts')
  await app.open('/galx')
  await expect.poll(asked).toBe(1)
  const before = looked()
  await page.evaluate(() => void (location.hash = '#/rank'))
  await expect.poll(looked).toBeGreaterThan(before)
  // This wallet names its account without asking the person.
  await expect(app.addressButton(wallet.account.address)).toBeVisible()
  expect(asked()).toBe(1)
  const now = asked() + looked()
  await page.evaluate(() => void (location.hash = '#/galx'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(app.texts.galx.title)
  expect(asked() + looked()).toBe(now)
})

test('with a saved invite code and no inviter, the first load leads to /community with the code filled in', async ({
  page,
  chain,
}) => {
  await InjectedWallet.inject(page, chain, { account: newAccount() })
  const app = new App(page)
  await page.goto('/?invite=AAAA2222#/galx')
  await expect(page).toHaveURL(/#\/community/)
  await expect(new CommunityScreen(app).codeField).toHaveValue('AAAA2222')
  await expect(page.getByText(app.texts.invitation.invalid)).toBeVisible()
})

test('the demo wallet exists only if /config.json enables it, and its code is in no initial chunk', async ({
  page,
  newPerson,
}) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text())
  })
  await configured(page, { demoWallet: false })
  const app = new App(page)
  await app.open()
  await expect(app.toast(app.fixed.unsupportedWallet)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.some((script) => script.includes(app.texts.demo.connect))).toBe(false)

  const other = await newPerson()
  const otherApp = new App(other)
  await otherApp.open()
  await expect(new DemoWallet(otherApp).question('connect')).toBeVisible()
  await new DemoWallet(otherApp).reject('connect')
  await expect(otherApp.toast(otherApp.texts.wallet.connectRefused)).toBeVisible()
})

test('a configuration that cannot be used is shown with every wrong field', async ({ page }) => {
  await configured(page, { chainId: 0, genesisHash: '0x12' })
  await new App(page).open()
  await expect(page.getByText(/chainId must be/)).toBeVisible()
  await expect(page.getByText(/genesisHash must be/)).toBeVisible()
})

/** Waits for the drawer's motion to end, so that its box can be measured. */
async function settled(app: App): Promise<void> {
  await expect
    .poll(() =>
      app.drawer.evaluate((element) =>
        element.getAnimations().every(({ playState }) => playState === 'finished'),
      ),
    )
    .toBe(true)
}
