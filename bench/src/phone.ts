/** A page like on a phone, and its use of the main thread. */
import type { launchBrowser } from '../../e2e/src/browser.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
export type Page = Awaited<ReturnType<Browser['newPage']>>
export type DevTools = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

export type Phone = {
  page: Page
  devTools: DevTools
  /** Milliseconds of work of the main thread for the page. This is the thread's own time, without other work on the machine. */
  busy(): Promise<number>
}

export async function openPhone(browser: Browser): Promise<Phone> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  // tsx wraps named functions in the helper `__name`. Such a function runs in the page, so the page needs the helper.
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
