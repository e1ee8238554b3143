/** A page as on a phone, and what it takes of the main thread. */
import type { launchBrowser } from '../../e2e/src/browser.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
export type Page = Awaited<ReturnType<Browser['newPage']>>
export type DevTools = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

export type Phone = {
  page: Page
  devTools: DevTools
  /** Milliseconds that the main thread has worked for the page. The time of the thread itself: what else the machine does is not counted. */
  busy(): Promise<number>
}

export async function openPhone(browser: Browser): Promise<Phone> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  // What this program's loader wraps named functions in, and what goes into the page is one.
  await page.addInitScript('globalThis.__name = (one) => one')
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devTools, busy: () => taskMilliseconds(devTools) }
}

async function taskMilliseconds(devTools: DevTools): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  const found = metrics.find(({ name }) => name === 'TaskDuration')
  if (found === undefined) throw new Error('the browser does not say how long its tasks take')
  return found.value * 1_000
}
