/**
 * What every test gets: the stack's addresses, its chain, and a page that is watched. A request to anything but the stack,
 * a console error, or an uncaught exception fails the test it happened in.
 */
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { openChain, type Chain } from './chain.ts'
import type { StackAddress } from './stack.ts'
import type { Language } from './texts.ts'

type Watch = {
  faults: string[]
  /** Console errors that a test provokes on purpose, by pattern. */
  expected: RegExp[]
  hosts: Set<string>
  watch(context: BrowserContext): void
}

type Fixtures = {
  watched: Watch
  /** Language of `page`, set before the app starts. */
  language: Language
  /** Another person: a browser context of its own, watched too. */
  newPerson(language?: Language): Promise<Page>
  expectFaults(...patterns: RegExp[]): void
  /** Counts these addresses among the test's own, besides the stack's. */
  own(...urls: string[]): void
}

function stackAddress(): StackAddress {
  return JSON.parse(process.env.E2E_STACK ?? '{}') as StackAddress
}

export const test = base.extend<Fixtures, { stack: StackAddress; chain: Chain }>({
  stack: [async ({}, use) => use(stackAddress()), { scope: 'worker' }],
  chain: [async ({ stack }, use) => use(openChain(stack)), { scope: 'worker' }],
  baseURL: async ({}, use) => use(stackAddress().webUrl),
  language: ['zh_CN', { option: true }],

  watched: async ({ stack }, use) => {
    const watch: Watch = {
      faults: [],
      expected: [],
      hosts: new Set(hostsOf([stack.webUrl, stack.apiUrl, stack.btcApiUrl, stack.rpcUrl])),
      watch(context) {
        context.on('request', (request) => {
          const url = new URL(request.url())
          if (url.protocol.startsWith('http') && !watch.hosts.has(url.host))
            watch.faults.push(`request to a third party: ${request.url()}`)
        })
        context.on('console', (message) => {
          if (message.type() === 'error')
            watch.faults.push(`console error: ${message.text()} ${message.location().url}`)
        })
        context.on('weberror', (error) => watch.faults.push(`uncaught: ${error.error().stack ?? ''}`))
      },
    }
    await use(watch)
    const faults = watch.faults.filter((fault) => !watch.expected.some((pattern) => pattern.test(fault)))
    expect(faults, 'no third-party request, console error or uncaught exception').toEqual([])
  },

  expectFaults: async ({ watched }, use) => use((...patterns) => void watched.expected.push(...patterns)),

  own: async ({ watched }, use) =>
    use((...urls) => {
      for (const host of hostsOf(urls)) watched.hosts.add(host)
    }),

  context: async ({ context, watched, language }, use) => {
    watched.watch(context)
    await setLanguage(context, language)
    await use(context)
  },

  newPerson: async ({ browser, contextOptions, watched, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (language = 'zh_CN') => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL ? { baseURL } : {}) })
      contexts.push(context)
      watched.watch(context)
      await setLanguage(context, language)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

function hostsOf(urls: readonly string[]): string[] {
  return urls.flatMap((url) => [`localhost:${new URL(url).port}`, `127.0.0.1:${new URL(url).port}`])
}

/**
 * Only where nothing is stored yet, so that a reload keeps what the app has written. The demo wallet asks for each step on its own, as
 * most wallets do; a test that wants several in one confirmation turns that on.
 */
async function setLanguage(context: BrowserContext, language: Language): Promise<void> {
  await context.addInitScript((value) => {
    if (!location.protocol.startsWith('http')) return
    if (localStorage.getItem('APP_LANG') === null) localStorage.setItem('APP_LANG', value)
    if (localStorage.getItem('galx_demoWallet_together') === null)
      localStorage.setItem('galx_demoWallet_together', 'off')
  }, language)
}

export { expect }
