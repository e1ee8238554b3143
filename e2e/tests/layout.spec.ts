/** The first picture, and that nothing moves while scripts, configuration, chain and servers arrive one after the other. */
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { newAccount } from '../src/chain.ts'
import type { PageName } from '@galx/protocol/products'
import { expect, test } from '../src/fixtures.ts'
import { InjectedWallet } from '../src/injectedWallet.ts'
import { BUILT_PAGES, DISTINCT_PAGES, pageTexts } from '../src/pages.ts'
import { App } from '../src/screens/app.ts'
import { LANGUAGES } from '../src/texts.ts'
import { isShown, pagesOf } from '../src/thorough.ts'

type Shift = {
  value: number
  what: string[]
}

// With motion, as for most people: an animation must not push anything either.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Keeps every layout shift that the browser counts, from the very first paint on. */
function countShifts(page: Page) {
  return page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null }[]
      })[])
        shifts.push({
          value: entry.value,
          what: entry.sources.map(({ node }) =>
            ((node instanceof Element ? node : node?.parentElement)?.outerHTML ?? '').slice(0, 160),
          ),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits two frames: then every change is painted, and its shifts are reported. */
function painted(page: Page) {
  return page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
}

/** Holds back every request that matches, until it is released. */
async function hold(page: Page, matches: (url: URL) => boolean): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(matches, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Notes whether the app was ever without a page's heading, such as with a placeholder between the first words and the page. */
function noteGaps(page: Page) {
  return page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('main') !== null && document.querySelector('main h1') === null)
        Object.assign(window, { wordsWereGone: true })
    }).observe(document, { childList: true, subtree: true })
  })
}

for (const [tongue, language] of LANGUAGES.entries())
  test.describe(`the first picture in ${language}`, () => {
    test.use({ language })
    test(`each page has its first words before any script of the app (${language})`, async ({ page }) => {
      // The test visits many pages in sequence.
      test.slow()
      await noteGaps(page)
      const app = new App(page, language)
      for (const name of pagesOf(BUILT_PAGES, tongue, LANGUAGES.length)) {
        const release = await hold(page, ({ pathname }) => /^\/assets\/.*\.js$/.test(pathname))
        await page.goto('about:blank')
        await page.goto(`/#/${name}`, { waitUntil: 'commit' })
        const words = page.getByText((await pageTexts(name, language)).lead, { exact: true })
        await expect(words.filter({ visible: true }), `/${name}`).toHaveCount(1)
        await expect(app.menuButton).toHaveCount(0)
        const before = await words.filter({ visible: true }).boundingBox()
        release()
        await expect(app.menuButton).toBeVisible()
        await expect(words, `/${name}`).toHaveCount(1)
        expect(
          await words.boundingBox(),
          `on /${name} the app puts the same words in the same place`,
        ).toEqual(before)
        expect(
          await page.evaluate(() => 'wordsWereGone' in window),
          `on /${name} the words stay until the page is there`,
        ).toBe(false)
        await page.unrouteAll({ behavior: 'wait' })
      }
    })
  })

const SIZES = [
  [320, 'zh_CN'],
  [360, 'en_US'],
  [390, 'vi_VN'],
  [390, 'zh_CN'],
  [1280, 'en_US'],
] as const

for (const [place, [width, language]] of SIZES.entries())
  test.describe(`at ${width} in ${language}`, () => {
    test.use({ language })
    for (const [number, wallet] of (['no wallet', 'a wallet'] as const).entries()) {
      // By day each size runs with only one of the two, in turns.
      if (!isShown(place + number, 2)) continue
      test(`nothing jumps while a page arrives piece by piece, with ${wallet}, at ${width} in ${language}`, async ({
        page,
        chain,
        stack,
      }) => {
        const account = newAccount()
        if (wallet === 'a wallet') {
          await chain.supply(account)
          await chain.stake(account, 'galx', parseEther('250'))
          await chain.stake(account, 'galxMcm', parseEther('80'))
          await InjectedWallet.inject(page, chain, { account })
        } else {
          await InjectedWallet.inject(page, chain, { account, refuses: ['eth_requestAccounts'] })
        }
        await page.setViewportSize({ width, height: 844 })
        await countShifts(page)
        const app = new App(page, language)
        /** @returns the elements that moved while a page arrived piece by piece */
        const arrive = async (route: PageName): Promise<Shift[]> => {
          const host = (url: string) => new URL(url).host
          const scripts = await hold(page, ({ pathname }) => /^\/assets\/.*\.js$/.test(pathname))
          const configuration = await hold(page, ({ pathname }) => pathname === '/config.json')
          const node = await hold(
            page,
            (url) => url.host === host(stack.rpcUrl.replace('127.0.0.1', 'localhost')),
          )
          const servers = await hold(page, (url) =>
            [stack.apiUrl, stack.btcApiUrl].map(host).includes(url.host),
          )
          await page.goto('about:blank')
          await page.goto(`/#/${route}`, { waitUntil: 'commit' })
          await expect(page.locator('.boot-words').filter({ visible: true })).toHaveCount(1)
          await painted(page)
          scripts()
          await expect(app.menuButton).toBeVisible()
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await painted(page)
          configuration()
          if (wallet === 'a wallet') await expect(app.addressButton(account.address)).toBeVisible()
          await painted(page)
          node()
          if (route === 'galx')
            await expect(page.locator('main')).toContainText(
              wallet === 'a wallet' ? '250.00 GALX' : app.texts.staking.stake.outAnyTime,
            )
          await expect(page.getByText(app.texts.staking.chain.reading)).toHaveCount(0)
          await painted(page)
          servers()
          await page.waitForLoadState('networkidle')
          await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
          await painted(page)
          await page.unrouteAll({ behavior: 'wait' })
          return page.evaluate(() => (window as unknown as { layoutShifts: Shift[] }).layoutShifts)
        }
        for (const route of pagesOf(DISTINCT_PAGES, place, SIZES.length)) {
          let shifts = await arrive(route)
          // The pieces come in the same order each time, and push the same elements. Only words that a busy browser draws in two
          // steps vary.
          if (shifts.length > 0) {
            test.info().annotations.push({ type: `/${route} moved`, description: JSON.stringify(shifts) })
            shifts = await arrive(route)
          }
          // A soft expectation, so that one run names every page that moves.
          expect.soft(shifts, `/${route}`).toEqual([])
        }
      })
    }
  })

test('above an open keyboard, the gain and the button of a stake stay visible', async ({ page, chain }) => {
  const account = newAccount()
  await chain.supply(account)
  await InjectedWallet.inject(page, chain, { account })
  const app = new App(page)
  const { stake } = app.texts.staking
  await app.open('/galx')
  await expect(app.addressButton(account.address)).toBeVisible()
  // The window as a phone's keyboard leaves it.
  await page.setViewportSize({ width: 390, height: 460 })
  const field = page.getByLabel(stake.amount, { exact: true })
  await field.focus()
  await page.keyboard.type('12')
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(stake.gain, { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('main').getByRole('button', { name: /12\.00 GALX/ })).toBeInViewport({
    ratio: 1,
  })
})
