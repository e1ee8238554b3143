/** A fast scroll through 100 000 ranks: the work of a frame, and the time between two frames. */
import { launchBrowser } from '../../e2e/src/browser.ts'
import { newAccount, openChain } from '../../e2e/src/chain.ts'
import { InjectedWallet } from '../../e2e/src/injectedWallet.ts'
import { serveRanks } from '../../e2e/src/manyRanks.ts'
import type { StackAddress } from '../../e2e/src/stack.ts'
import { openPhone } from './phone.ts'
import { quantile, type Row } from './rows.ts'

const RANKS = 100_000
/** The number of places on the first page. The scroll loads more places when it reaches the end of the page. */
const FIRST = 100
const FRAMES = 300
/** Pixels per frame: five rows. */
const STEP = 320
/** Milliseconds of a frame at sixty frames per second. */
const FRAME = 1_000 / 60
/** The greatest number of milliseconds between two frames: the time of one frame, plus the inaccuracy of a timer. */
const LATE = 17.5

export async function scrollRows(stack: StackAddress): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    const { page, busy } = await openPhone(browser)
    await InjectedWallet.inject(page, openChain(stack), {
      account: newAccount(),
      refuses: ['eth_requestAccounts'],
    })
    await serveRanks(page, RANKS, FIRST)
    await page.goto(`${stack.webUrl}/#/rank`)
    await page.locator('li[aria-posinset]').first().waitFor()
    await page.evaluate((pixels) => window.scrollTo(0, pixels), FIRST * 60)
    await page.waitForFunction((pixels) => document.documentElement.scrollHeight > pixels, RANKS * 60)
    const before = await busy()
    const gaps = await page.evaluate(
      async ({ frames, step }) => {
        const found: number[] = []
        const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
        for (let last = await frame(), count = 0; count < frames; count += 1) {
          window.scrollBy(0, step)
          const now = await frame()
          found.push(now - last)
          last = now
        }
        return found
      },
      { frames: FRAMES, step: STEP },
    )
    const work = (await busy()) - before
    const row = (metric: string, measured: number, most: number): Row => ({
      metric: `${RANKS} ranks scroll: ${metric}`,
      measured: Math.round(measured * 10) / 10,
      unit: 'ms',
      reference: null,
      goal: { most },
    })
    return [
      row('main thread of a frame', work / FRAMES, Math.floor(FRAME)),
      row('from frame to frame, 95 of 100', quantile(gaps, 0.95), LATE),
    ]
  } finally {
    await browser.close()
  }
}
