/**
 * Every test gets the stack's addresses, its chain, and a watched page. A request to any host but the stack,
 * a console error, or an uncaught exception fails the running test.
 */
import { writeFile } from 'node:fs/promises'
import {
  test as base,
  expect,
  type BrowserContext,
  type Page,
  type Request,
  type TestInfo,
} from '@playwright/test'
import { openChain, type Chain } from './chain.ts'
import type { StackAddress } from './stack.ts'
import type { Language } from './texts.ts'

type Watch = {
  faults: string[]
  /** Console errors that a test provokes on purpose, by pattern. */
  expected: RegExp[]
  hosts: Set<string>
  /** The pages' requests, answers and console lines, a line each. */
  record: string[]
  watch(context: BrowserContext): void
}

type Fixtures = {
  watched: Watch
  /** Language of `page`, set before the app starts. */
  language: Language
  /** Whether the pause after a transaction lasts ten seconds. Tests of other subjects shorten the pause. */
  wholePause: boolean
  /** Another person, with a separate browser context, which is watched too. */
  newPerson(language?: Language): Promise<Page>
  expectFaults(...patterns: RegExp[]): void
  /** Allows requests to these addresses, besides the stack's. */
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
  wholePause: [false, { option: true }],

  watched: async ({ stack }, use, info) => {
    const since = Date.now()
    const watch: Watch = {
      faults: [],
      expected: [],
      hosts: new Set(hostsOf([stack.webUrl, stack.apiUrl, stack.btcApiUrl, stack.rpcUrl])),
      record: [],
      watch(context) {
        const note = (line: string) => void watch.record.push(`${Date.now() - since} ms  ${line}`)
        context.on('response', (response) => note(`${response.status()} ${namedRequest(response.request())}`))
        context.on('requestfailed', (request) =>
          note(`${request.failure()?.errorText} ${namedRequest(request)}`),
        )
        context.on('console', (message) => note(`console ${message.type()}: ${message.text()}`))
        context.on('framenavigated', (frame) => note(`page at ${frame.url()}`))
        context.on('request', (request) => {
          const url = new URL(request.url())
          if (url.protocol.startsWith('http') && !watch.hosts.has(url.host))
            watch.faults.push(`request to a third party: ${request.url()}`)
        })
        context.on('console', (message) => {
          const { url } = message.location()
          // Such an entry belongs to the previous test, whose server has ended. A request of this test to an unknown host fails the test by
          // itself.
          const isEarlier =
            message.text().startsWith('Failed to load resource') && isOfOther(url, watch.hosts)
          if (message.type() === 'error' && !isEarlier)
            watch.faults.push(`console error: ${message.text()} ${url}`)
        })
        context.on('weberror', (error) => watch.faults.push(`uncaught: ${error.error().stack ?? ''}`))
      },
    }
    await use(watch)
    const faults = watch.faults.filter((fault) => !watch.expected.some((pattern) => pattern.test(fault)))
    if (info.status !== info.expectedStatus || faults.length > 0) await keepRecord(watch.record, info)
    expect(faults, 'no third-party request, console error or uncaught exception').toEqual([])
  },

  expectFaults: async ({ watched }, use) => use((...patterns) => void watched.expected.push(...patterns)),

  own: async ({ watched }, use) =>
    use((...urls) => {
      for (const host of hostsOf(urls)) watched.hosts.add(host)
    }),

  context: async ({ context, watched, language, wholePause }, use) => {
    watched.watch(context)
    await setLanguage(context, language)
    if (!wholePause) await shortenPause(context)
    await use(context)
    // The next test has the same context and must begin without permissions.
    await context.clearPermissions()
  },

  page: async ({ page }, use) => {
    await use(page)
    // A route may still be fetching an answer when the test ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },

  newPerson: async ({ browser, contextOptions, watched, baseURL, wholePause }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (language = 'zh_CN') => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL ? { baseURL } : {}) })
      contexts.push(context)
      watched.watch(context)
      await setLanguage(context, language)
      if (!wholePause) await shortenPause(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

/** A request's method and address; for a node or server also the body. */
function namedRequest(request: Request): string {
  return `${request.method()} ${request.url()} ${request.postData()?.slice(0, 300) ?? ''}`
}

async function keepRecord(record: readonly string[], info: TestInfo): Promise<void> {
  const path = info.outputPath('requests-and-console.txt')
  await writeFile(path, record.join('\n'))
  info.attachments.push({ name: 'requests and console', path, contentType: 'text/plain' })
}

function isOfOther(url: string, hosts: ReadonlySet<string>): boolean {
  return URL.canParse(url) && !hosts.has(new URL(url).host)
}

function hostsOf(urls: readonly string[]): string[] {
  return urls.flatMap((url) => [`localhost:${new URL(url).port}`, `127.0.0.1:${new URL(url).port}`])
}

/**
 * Stores the language, but only if nothing is stored yet, so that a reload keeps the app's own value. Also makes the demo wallet ask for each
 * step separately, like most wallets. A test of several steps in one confirmation switches batches on.
 */
async function setLanguage(context: BrowserContext, language: Language): Promise<void> {
  await context.addInitScript((value) => {
    if (!location.protocol.startsWith('http')) return
    if (localStorage.getItem('APP_LANG') === null) localStorage.setItem('APP_LANG', value)
    if (localStorage.getItem('galx_demoWallet_together') === null)
      localStorage.setItem('galx_demoWallet_together', 'off')
  }, language)
}

/** Shortens the pause in which the app allows no second transaction, from ten seconds to half a second. */
async function shortenPause(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const wait = window.setTimeout.bind(window)
    window.setTimeout = ((run: () => void, time?: number, ...parameters: unknown[]) => {
      const endsPause = time === 10_000 && String(run).includes('disabeldMatch')
      return wait(run, endsPause ? 500 : time, ...parameters)
    }) as never
  })
}

export { expect }
