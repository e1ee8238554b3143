/** The copy of the app on the device: a reload while the host is away, its end after a week, and a new version. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../src/fixtures.ts'
import { App } from '../src/screens/app.ts'

const COPY = 'galx-app'
const SEEN = '/offline-copy-seen'

/** A context of its own, because Playwright cannot empty the storage of service workers between two tests. */
async function visitor(
  browser: { newContext(options: object): Promise<BrowserContext> },
  options: object,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'allow' })
  return { context, page: await context.newPage() }
}

/** Waits until the copy has the page and its start script. */
async function copied(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async (name) => {
          if (!(await caches.has(name))) return 0
          return (await (await caches.open(name)).keys()).length
        }, COPY),
      { timeout: 60_000 },
    )
    .toBeGreaterThan(5)
}

test('a reload without the host shows the kept app, until the host has been away for a week', async ({
  browser,
  contextOptions,
  baseURL,
  expectFaults,
}) => {
  expectFaults(/ERR_|Failed to (load|fetch)/)
  const { context, page } = await visitor(browser, { ...contextOptions, baseURL })
  const app = new App(page)
  await app.open()
  await expect(app.menuButton).toBeVisible()
  await copied(page)

  await test.step('without a network the page is drawn from the copy', async () => {
    await context.setOffline(true)
    await page.reload()
    await expect(app.menuButton).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: app.texts.galx.title })).toBeVisible()
  })

  await test.step('a week after the host last answered, nothing old is shown any more', async () => {
    const week = 7 * 86_400_000
    await page.evaluate(
      async ([name, seen, at]) => {
        const cache = await caches.open(name)
        await cache.put(seen, new Response(String(at)))
      },
      [COPY, SEEN, Date.now() - week - 1_000] as const,
    )
    await expect(page.reload()).rejects.toThrow()
    await context.setOffline(false)
    await page.goto('/')
    await expect(app.menuButton).toBeVisible()
  })
  await context.close()
})

test('a page of another version replaces the whole copy', async ({ browser, contextOptions, baseURL }) => {
  const { context, page } = await visitor(browser, { ...contextOptions, baseURL })
  const app = new App(page)
  await app.open()
  await copied(page)
  const old = await page.evaluate(async (name) => {
    const cache = await caches.open(name)
    await cache.put('./', new Response('the page of an older version'))
    await cache.put('./assets/older.js', new Response('a part of an older version'))
    return (await cache.match('./assets/older.js')) !== undefined
  }, COPY)
  expect(old).toBe(true)
  await page.reload()
  const left = () =>
    page.evaluate(async (name) => {
      const cache = await caches.open(name)
      return [await (await cache.match('./'))?.text(), await cache.match('./assets/older.js')]
    }, COPY)
  await expect.poll(async () => (await left())[1], { timeout: 60_000 }).toBeUndefined()
  expect((await left())[0]).toContain('boot.js')
  await context.close()
})
